/** Fuzzers that put unusual characters around strings. */
import { notAdopted, type PeerGroup, peerTest, returned } from '../peer.ts';

export const aroundStringGroups: readonly PeerGroup[] = [
  {
    title: 'Leading characters in strings',
    tests: [
      peerTest(
        'LeadingControlCharsInFieldsTrimValidate',
        'leading control characters in each string; expects a success',
        returned(
          'createOrder/text-values/body.note/a-leading-tab',
          'createOrder/text-values/body.note/a-leading-line-feed',
        ),
      ),
      peerTest(
        'LeadingControlCharsInFieldsValidateTrim',
        'the same; expects a rejection',
        notAdopted(
          'a name that begins with a tab, pasted from a table, is a valid string where the schema only says `type: string`; a service that stores it conforms',
        ),
      ),
      peerTest(
        'LeadingMultiCodePointEmojisInFieldsTrimValidate',
        'leading emoji of several code points in each string; expects a success',
        returned('createOrder/text-values/body.note/joined-emoji'),
      ),
      peerTest(
        'LeadingMultiCodePointEmojisInFieldsValidateTrim',
        'the same; expects a rejection',
        notAdopted(
          '`"👩🏽‍🚀 Ada"` is a valid string where the schema only says `type: string`; a service that stores it conforms',
        ),
      ),
      peerTest(
        'LeadingSingleCodePointEmojisInFieldsTrimValidate',
        'leading emoji of one code point in each string; expects a success',
        returned('createOrder/text-values/body.note/astral'),
      ),
      peerTest(
        'LeadingSingleCodePointEmojisInFieldsValidateTrim',
        'the same; expects a rejection',
        notAdopted(
          '`"🎈 box"` is a valid string where the schema only says `type: string`; a service that stores it conforms',
        ),
      ),
      peerTest(
        'LeadingWhitespacesInFieldsTrimValidate',
        'leading white space of Unicode in each string; expects a success',
        returned(
          'createOrder/text-values/body.note/a-leading-space',
          'createOrder/text-values/body.note/a-leading-no-break-space',
        ),
      ),
      peerTest(
        'LeadingWhitespacesInFieldsValidateTrim',
        'the same; expects a rejection',
        notAdopted(
          'an indented line of code is a valid string where the schema only says `type: string`; a service that stores it conforms',
        ),
      ),
    ],
  },
  {
    title: 'Trailing characters in strings',
    tests: [
      peerTest(
        'TrailingControlCharsInFieldsTrimValidate',
        'trailing control characters in each string; expects a success',
        returned(
          'createOrder/text-values/body.note/a-trailing-line-feed',
          'createOrder/text-values/body.note/a-trailing-nul',
        ),
      ),
      peerTest(
        'TrailingControlCharsInFieldsValidateTrim',
        'the same; expects a rejection',
        notAdopted(
          'a note that ends with a line feed is a valid string where the schema only says `type: string`; a service that stores it conforms',
        ),
      ),
      peerTest(
        'TrailingMultiCodePointEmojisInFieldsTrimValidate',
        'trailing emoji of several code points in each string; expects a success',
        returned('createOrder/text-values/body.note/joined-emoji'),
      ),
      peerTest(
        'TrailingMultiCodePointEmojisInFieldsValidateTrim',
        'the same; expects a rejection',
        notAdopted(
          '`"Ada 👩🏽‍🚀"` is a valid string where the schema only says `type: string`; a service that stores it conforms',
        ),
      ),
      peerTest(
        'TrailingSingleCodePointEmojisInFieldsTrimValidate',
        'trailing emoji of one code point in each string; expects a success',
        returned('createOrder/text-values/body.note/astral'),
      ),
      peerTest(
        'TrailingSingleCodePointEmojisInFieldsValidateTrim',
        'the same; expects a rejection',
        notAdopted(
          '`"box 🎈"` is a valid string where the schema only says `type: string`; a service that stores it conforms',
        ),
      ),
      peerTest(
        'TrailingWhitespacesInFieldsTrimValidate',
        'trailing white space of Unicode in each string; expects a success',
        returned(
          'createOrder/text-values/body.note/a-trailing-space',
          'createOrder/text-values/body.note/a-trailing-no-break-space',
        ),
      ),
      peerTest(
        'TrailingWhitespacesInFieldsValidateTrim',
        'the same; expects a rejection',
        notAdopted(
          'the beginning of a sentence, with the space that follows it, is a valid string where the schema only says `type: string`; a service that stores it conforms',
        ),
      ),
    ],
  },
];
