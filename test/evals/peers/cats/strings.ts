/** Fuzzers that put unusual characters into strings. */
import { notAdopted, type PeerGroup, peerTest, returned } from '../peer.ts';

export const stringGroups: readonly PeerGroup[] = [
  {
    title: 'Strings of such characters only',
    note: '`text-values` sends such strings too (`control-characters`, `joined-emoji`, `one-astral-character`, `white-space-only`), and requires that they are accepted.',
    tests: [
      peerTest(
        'OnlyControlCharsInFieldsTrimValidate',
        'only control characters; expects a rejection of required properties',
        notAdopted(
          'a note of one line feed is a valid string where the schema only says `type: string`; a service that stores it conforms',
        ),
      ),
      peerTest(
        'OnlyControlCharsInFieldsValidateTrim',
        'only control characters; expects a rejection',
        notAdopted(
          'a note of one line feed is a valid string where the schema only says `type: string`; a service that stores it conforms',
        ),
      ),
      peerTest(
        'OnlyMultiCodePointEmojisInFieldsTrimValidate',
        'only emoji of several code points; expects a rejection of required properties',
        notAdopted(
          '`"👩🏽‍🚀"` is a valid string where the schema only says `type: string`; a service that stores it conforms',
        ),
      ),
      peerTest(
        'OnlyMultiCodePointEmojisInFieldsValidateTrim',
        'only emoji of several code points; expects a rejection',
        notAdopted(
          '`"👩🏽‍🚀"` is a valid string where the schema only says `type: string`; a service that stores it conforms',
        ),
      ),
      peerTest(
        'OnlySingleCodePointEmojisInFieldsTrimValidate',
        'only emoji of one code point; expects a rejection of required properties',
        notAdopted(
          '`"🎈"` is a valid string where the schema only says `type: string`; a service that stores it conforms',
        ),
      ),
      peerTest(
        'OnlySingleCodePointEmojisInFieldsValidateTrim',
        'only emoji of one code point; expects a rejection',
        notAdopted(
          '`"🎈"` is a valid string where the schema only says `type: string`; a service that stores it conforms',
        ),
      ),
      peerTest(
        'OnlyWhitespacesInFieldsTrimValidate',
        'only white space of Unicode; expects a rejection of required properties',
        notAdopted(
          'a separator of one space is a valid string where the schema only says `type: string`; a service that stores it conforms',
        ),
      ),
      peerTest(
        'OnlyWhitespacesInFieldsValidateTrim',
        'only white space of Unicode; expects a rejection',
        notAdopted(
          'a separator of one space is a valid string where the schema only says `type: string`; a service that stores it conforms',
        ),
      ),
    ],
  },
  {
    title: 'Characters inside strings',
    tests: [
      peerTest(
        'WithinControlCharsInStringFieldsSanitizeValidate',
        'control characters inside each string; expects a success',
        returned(
          'createOrder/text-values/body.note/a-tab-inside',
          'createOrder/text-values/body.note/a-line-feed-inside',
          'createOrder/text-values/body.note/nul',
        ),
      ),
      peerTest(
        'WithinControlCharsInStringFieldsValidateSanitize',
        'the same; expects a rejection',
        notAdopted(
          'a note with line feeds is a valid string where the schema only says `type: string`; a service that stores it conforms',
        ),
      ),
      peerTest(
        'WithinMultiCodePointEmojisInStringFieldsTrimValidate',
        'emoji of several code points inside each string; expects a success',
        returned('createOrder/text-values/body.note/joined-emoji'),
      ),
      peerTest(
        'WithinMultiCodePointEmojisInStringFieldsValidateTrim',
        'the same; expects a rejection',
        notAdopted(
          '`"Ada 👩🏽‍🚀 Lovelace"` is a valid string where the schema only says `type: string`; a service that stores it conforms',
        ),
      ),
      peerTest(
        'WithinSingleCodePointEmojisInStringFieldsTrimValidate',
        'emoji of one code point inside each string; expects a success',
        returned('createOrder/text-values/body.note/astral'),
      ),
      peerTest(
        'WithinSingleCodePointEmojisInStringFieldsValidateTrim',
        'the same; expects a rejection',
        notAdopted(
          '`"green 🎈 box"` is a valid string where the schema only says `type: string`; a service that stores it conforms',
        ),
      ),
      peerTest(
        'AbugidasInStringFieldsSanitizeValidate',
        'letters of Indic scripts that combine; expects a success',
        returned('createOrder/text-values/body.note/letters-that-combine-or-grow'),
      ),
      peerTest(
        'AbugidasInStringFieldsValidateSanitize',
        'the same; expects a rejection',
        notAdopted(
          'a name in Telugu is a valid string where the schema only says `type: string`; a service that stores it conforms',
        ),
      ),
      peerTest(
        'ZalgoTextInFieldsSanitizeValidate',
        'letters with many combining marks; expects a success',
        returned(
          'createOrder/text-values/body.note/decomposed',
          'createOrder/boundary-values/body.customer/maxLength/40-characters-long~2c-letters-and-combining-marks',
        ),
      ),
      peerTest(
        'ZalgoTextInFieldsValidateSanitize',
        'the same; expects a rejection',
        notAdopted(
          'a Vietnamese name in decomposed letters is a valid string where the schema only says `type: string`; a service that stores it conforms',
        ),
      ),
      peerTest(
        'HangulFillerFieldsSanitizeValidate',
        'the invisible letter U+3164; expects a success',
        returned('createOrder/text-values/body.note/letters-that-combine-or-grow'),
      ),
      peerTest(
        'HangulFillerFieldsValidateSanitize',
        'the same; expects a rejection',
        notAdopted(
          'a Korean text with U+3164 in place of a missing consonant is a valid string where the schema only says `type: string`; a service that stores it conforms',
        ),
      ),
      peerTest(
        'ZeroWidthCharsInValuesFieldsSanitizeValidate',
        'zero-width characters inside each string; expects a success',
        returned('createOrder/text-values/body.note/invisible-marks'),
      ),
      peerTest(
        'ZeroWidthCharsInValuesFieldsValidateSanitize',
        'the same; expects a rejection',
        notAdopted(
          'a Persian word with a zero-width non-joiner is a valid string where the schema only says `type: string`; a service that stores it conforms',
        ),
      ),
      peerTest(
        'BidirectionalOverrideFields',
        'characters that change the direction of writing',
        notAdopted(
          'a Hebrew title with direction marks is a valid string where the schema only says `type: string`; a service that stores it conforms; `text-values/…/right-to-left-with-marks` requires it',
        ),
      ),
      peerTest(
        'FullwidthBracketsFields',
        'full-width angle brackets',
        notAdopted(
          'a Japanese title in `＜＞` is a valid string where the schema only says `type: string`; a service that stores it conforms',
        ),
      ),
      peerTest(
        'LowercaseExpandingBytesInStringFields',
        'letters with more bytes in lower case',
        returned('createOrder/text-values/body.note/accented'),
      ),
      peerTest(
        'LowercaseExpandingLengthInStringFields',
        'letters that become several in lower case',
        returned('createOrder/text-values/body.note/accented'),
      ),
      peerTest(
        'UppercaseExpandingBytesInStringFields',
        'letters with more bytes in upper case',
        returned('createOrder/text-values/body.note/letters-that-combine-or-grow'),
      ),
      peerTest(
        'UppercaseExpandingLengthInStringFields',
        'letters that become several in upper case',
        returned(
          'createOrder/text-values/body.note/accented',
          'createOrder/text-values/body.note/compatibility-characters',
        ),
      ),
    ],
  },
];
