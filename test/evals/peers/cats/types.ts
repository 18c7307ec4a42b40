/** Fuzzers that replace values by values of other types. */
import { type PeerGroup, peerTest, rejected, withDifference } from '../peer.ts';

export const typeGroups: readonly PeerGroup[] = [
  {
    title: 'Types',
    note: 'CATS expects rejections by default. The verifier expects what the schema says.',
    tests: [
      peerTest(
        'BooleanStringInBooleanFields',
        '`"true"` for a boolean',
        rejected(
          'createOrder/wrong-types/body.gift/its-value-as-text',
          'createOrder/wrong-types/body.gift/the-text-false',
        ),
      ),
      peerTest(
        'BooleanValuesInStringFields',
        'a boolean for a string',
        rejected('createOrder/wrong-types/body.customer/true', 'createOrder/wrong-types/body.customer/false'),
      ),
      peerTest(
        'DecimalNumbersInIntegerFields',
        'a fraction for an integer',
        rejected('createOrder/integer-limits/body.count/0.5'),
      ),
      peerTest(
        'EnumNumericOrdinalFields',
        '0 and 1 for an enum of strings',
        rejected('createOrder/wrong-types/body.status/zero', 'createOrder/wrong-types/body.status/an-integer'),
      ),
      peerTest(
        'EpochNumberInDateTimeFields',
        'seconds since 1970 for a date-time',
        rejected(
          'createOrder/wrong-types/body.placed/an-integer',
          'createOrder/boundary-values/body.placed/format/seconds-since-1970',
        ),
      ),
      peerTest(
        'LeadingZerosInNumericFields',
        'numbers with leading zeros',
        rejected('createOrder/malformed-bodies/leading-zero', 'createOrder/wrong-types/body.count/its-value-as-text'),
      ),
      peerTest(
        'NumericBooleansInBooleanFields',
        '0 and 1 for a boolean',
        rejected('createOrder/wrong-types/body.gift/zero', 'createOrder/wrong-types/body.gift/one'),
      ),
      peerTest(
        'NumericStringsInNumericFields',
        'a number as a string',
        rejected('createOrder/wrong-types/body.count/its-value-as-text'),
      ),
      peerTest(
        'NumericValuesInStringFields',
        'a number for a string',
        rejected('createOrder/wrong-types/body.customer/an-integer'),
      ),
      peerTest(
        'RandomStringsInBooleanFields',
        'a random string for a boolean',
        rejected('createOrder/wrong-types/body.gift/a-text'),
      ),
      peerTest(
        'ReplaceArraysWithPrimitivesFields',
        'a string or number for an array',
        rejected('createOrder/wrong-types/body.tags/a-text', 'createOrder/wrong-types/body.tags/an-integer'),
      ),
      peerTest(
        'ReplaceArraysWithSimpleObjectsFields',
        'an object for an array',
        rejected('createOrder/wrong-types/body.tags/an-object'),
      ),
      peerTest(
        'ReplaceObjectsWithArraysFields',
        'an array for an object',
        rejected(
          'createOrder/wrong-types/body.address/an-array-around-its-value',
          'createOrder/wrong-types/body.address/an-empty-array',
        ),
      ),
      peerTest(
        'ReplaceObjectsWithPrimitivesFields',
        'a string or number for an object',
        rejected('createOrder/wrong-types/body.address/a-text'),
      ),
      peerTest(
        'ReplacePrimitivesWithArraysFields',
        'an array for a string or number',
        rejected('createOrder/wrong-types/body.customer/an-array-around-a-text'),
      ),
      peerTest(
        'ReplacePrimitivesWithObjectsFields',
        'an object for a string or number',
        rejected('createOrder/wrong-types/body.count/an-object'),
      ),
      peerTest(
        'ScientificNotationStringsInDecimalFields',
        'a number with an exponent, as a string',
        rejected('createOrder/wrong-types/body.price/its-value-as-text'),
      ),
      peerTest(
        'SingleElementArrayToScalarFields',
        'a value inside an array',
        rejected('createOrder/wrong-types/body.count/an-array-around-its-value'),
      ),
      peerTest('StringsInNumericFields', 'a word for a number', rejected('createOrder/wrong-types/body.count/a-text')),
      peerTest(
        'WhitespacePaddedNumericFields',
        'a number with white space, as a string',
        rejected('createOrder/wrong-types/body.count/its-value-as-text-with-a-space'),
      ),
      peerTest(
        'NullValuesInFields',
        'null for each property',
        withDifference(
          rejected('createOrder/wrong-types/body.customer/null', 'createOrder/wrong-types/body.note/null'),
          'CATS expects that null is accepted for an optional property; the schema rejects it unless it is nullable',
        ),
      ),
    ],
  },
];
