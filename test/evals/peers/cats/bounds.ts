/** Fuzzers of bounds. */
import {
  accepted,
  coveredBy,
  notAdopted,
  type PeerGroup,
  peerTest,
  rejected,
  survived,
  withDifference,
} from '../peer.ts';

export const boundGroups: readonly PeerGroup[] = [
  {
    title: 'Bounds',
    tests: [
      peerTest(
        'DecimalFieldsLeftBoundary',
        'a number below its minimum',
        rejected('createOrder/boundary-values/body.price/minimum/0.499'),
      ),
      peerTest(
        'DecimalFieldsRightBoundary',
        'a number above its maximum',
        rejected('createOrder/boundary-values/body.price/maximum/1000.001'),
      ),
      peerTest(
        'IntegerFieldsLeftBoundary',
        'an integer below its minimum',
        rejected('createOrder/boundary-values/body.count/minimum/0'),
      ),
      peerTest(
        'IntegerFieldsRightBoundary',
        'an integer above its maximum',
        rejected('createOrder/boundary-values/body.count/maximum/101'),
      ),
      peerTest(
        'StringFieldsLeftBoundary',
        'a string shorter than minLength',
        rejected('createOrder/boundary-values/body.customer/minLength/1-characters-long~2c-letters'),
      ),
      peerTest(
        'StringFieldsRightBoundary',
        'a string longer than maxLength',
        rejected('createOrder/boundary-values/body.customer/maxLength/41-characters-long~2c-letters'),
      ),
      peerTest(
        'MaxLengthExactValuesInStringFields',
        'a string of exactly maxLength',
        accepted('createOrder/boundary-values/body.customer/maxLength/40-characters-long~2c-letters'),
      ),
      peerTest(
        'MinLengthExactValuesInStringFields',
        'a string of exactly minLength',
        accepted('createOrder/boundary-values/body.customer/minLength/2-characters-long~2c-letters'),
      ),
      peerTest(
        'MaximumExactNumbersInNumericFields',
        'exactly the maximum',
        accepted('createOrder/boundary-values/body.count/maximum/100'),
      ),
      peerTest(
        'MinimumExactNumbersInNumericFields',
        'exactly the minimum',
        accepted('createOrder/boundary-values/body.price/minimum/0.5'),
      ),
      peerTest(
        'ExtremeNegativeNumbersInDecimalFields',
        'the smallest numbers of float and double',
        notAdopted('`-1.7976931348623157e308` is valid for a number without a minimum, also with `format: double`'),
      ),
      peerTest(
        'ExtremePositiveNumbersInDecimalFields',
        'the largest numbers of float and double',
        notAdopted('`1.7976931348623157e308` is valid for a number without a maximum, also with `format: double`'),
      ),
      peerTest(
        'ExtremeNegativeNumbersInIntegerFields',
        'integers below int32 and int64',
        rejected(
          'createOrder/integer-limits/body.count/-2147483649',
          'createOrder/integer-limits/body.total/-9223372036854775809',
        ),
      ),
      peerTest(
        'ExtremePositiveNumbersInIntegerFields',
        'integers above int32 and int64',
        rejected(
          'createOrder/integer-limits/body.count/2147483648',
          'createOrder/integer-limits/body.total/9223372036854775808',
        ),
      ),
      peerTest(
        'VeryLargeIntegersInNumericFields',
        'integers of thousands of digits',
        coveredBy(
          ['invalid-rejected', 'no-server-error'],
          'createOrder/integer-limits/body.total/10000000000000000000000000',
          'createOrder/integer-limits/body.count/1e400',
          'createOrder/malformed-bodies/long-number',
        ),
      ),
      peerTest(
        'VeryLargeDecimalsInNumericFields',
        'fractions of thousands of digits',
        withDifference(
          survived('createOrder/malformed-bodies/long-fraction'),
          'CATS expects a rejection; `0.777…` is valid for a number without bounds',
        ),
      ),
      peerTest(
        'VeryLargeStringsInFields',
        'strings of 40,000 characters',
        withDifference(
          coveredBy(
            ['valid-accepted', 'invalid-rejected'],
            'createOrder/text-values/body.note/65536-characters',
            'createOrder/boundary-values/body.customer/maxLength/41-characters-long~2c-letters',
          ),
          'CATS expects a rejection also without a maxLength',
        ),
      ),
      peerTest(
        'VeryLargeUnicodeStringsInFields',
        'long strings of random characters',
        withDifference(
          coveredBy(
            ['valid-accepted', 'invalid-rejected'],
            'createOrder/text-values/body.note/92000-bytes-of-astral-characters',
            'createOrder/boundary-values/body.customer/maxLength/41-characters-long~2c-astral-characters',
          ),
          'CATS expects a rejection also without a maxLength',
        ),
      ),
      peerTest(
        'EmptyStringsInFields',
        'an empty string for each property',
        withDifference(
          coveredBy(
            ['valid-accepted', 'invalid-rejected'],
            'createOrder/text-values/body.note/empty',
            'createOrder/boundary-values/body.customer/minLength/an-empty-text',
          ),
          'CATS expects a rejection of each required property; without a minLength `""` is valid',
        ),
      ),
      peerTest(
        'OverflowArraySizeFields',
        'an array longer than maxItems',
        withDifference(
          rejected('createOrder/boundary-values/body.tags/maxItems/4-items-long'),
          'without maxItems CATS expects that 40,000 items are rejected, which the schema allows',
        ),
      ),
      peerTest(
        'OverflowMapSizeFields',
        'an object with more than maxProperties',
        withDifference(
          rejected('createOrder/boundary-values/body.labels/maxProperties/an-object-of-5-properties'),
          'without maxProperties CATS expects that thousands are rejected, which the schema allows',
        ),
      ),
    ],
  },
];
