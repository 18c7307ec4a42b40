/** Fuzzers of formats, enums, defaults and examples. */
import { accepted, missing, notAdopted, type PeerGroup, peerTest, rejected } from '../peer.ts';

export const formatGroups: readonly PeerGroup[] = [
  {
    title: 'Formats, enums and examples',
    tests: [
      peerTest(
        'StringFormatAlmostValidValues',
        'values that nearly have the format',
        rejected(
          'createOrder/boundary-values/body.email/format/no-domain',
          'createOrder/boundary-values/body.placed/format/a-day-that-February-does-not-have',
        ),
      ),
      peerTest(
        'StringFormatTotallyWrongValues',
        'values without the format',
        rejected('createOrder/boundary-values/body.email/format/a-text-that-is-no-email'),
      ),
      peerTest(
        'InvalidValuesInEnumsFields',
        'a value that the enum does not have',
        rejected('createOrder/boundary-values/body.status/enum/none-of-the-declared-values'),
      ),
      peerTest(
        'IterateThroughEnumValuesFields',
        'each value of the enum',
        accepted(
          'createOrder/boundary-values/body.status/enum/the-declared-value-~22open~22',
          'createOrder/boundary-values/body.status/enum/the-declared-value-~22paid~22',
        ),
      ),
      peerTest(
        'EnumCaseVariantFields',
        'enum values in another case; expects a success',
        notAdopted(
          '`enum: [open, paid]` does not allow `OPEN`; a service that rejects it conforms, and `boundary-values/…/a-declared-value-in-another-case` requires that',
        ),
      ),
      peerTest(
        'HomoglyphEnumFields',
        'enum values with a letter that looks the same',
        rejected('createOrder/boundary-values/body.status/enum/a-declared-value-with-a-letter-of-another-script'),
      ),
      peerTest(
        'SwapDiscriminatorValuesFields',
        'the discriminator value of another alternative',
        rejected('createOrder/schema-combinations/body.payment/oneOf/alternative-1-with-~22kind~22-of-alternative-2'),
      ),
      peerTest(
        'DefaultValuesInFields',
        'the default of each property',
        accepted('createOrder/valid-bodies/default-of-body.note'),
      ),
      peerTest('ExamplesFields', 'each example of the contract', accepted('createOrder/valid-bodies/example-gift')),
      peerTest('UserDictionaryFields', 'values from a file of the user', missing('strings of the user')),
    ],
  },
];
