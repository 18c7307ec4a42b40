import { faulty } from '../variant.ts';
import { showsName } from './changes.ts';

/** Changes that only rare characters show. */
export const rareEchoes = faulty('deep', [
  {
    name: 'composes-name',
    what: 'It answers with letters and accents joined (NFC), as frameworks in Swift and Ruby do.',
    behaviour: showsName((name) => name.normalize('NFC')),
  },
  {
    name: 'cuts-name-at-nul',
    what: 'It cuts the name at U+0000, as strings in C end there.',
    behaviour: showsName((name) => name.replace(/\0.*$/s, '')),
  },
  {
    name: 'removes-control-characters',
    what: 'It removes control characters from the name.',
    behaviour: showsName((name) => name.replace(/\p{Cc}/gu, '')),
  },
  {
    name: 'removes-invisible-characters',
    what: 'It removes zero-width joiners and their like, so that emoji fall apart.',
    behaviour: showsName((name) => name.replace(/\p{Cf}/gu, '')),
  },
  {
    name: 'decodes-percent-signs',
    what: 'It decodes %20 and + in the name, as a proxy that takes it for a form does.',
    behaviour: showsName((name) => decodeForm(name)),
  },
  {
    name: 'changes-line-ends',
    what: 'It makes LF of CRLF in the name.',
    behaviour: showsName((name) => name.replaceAll('\r\n', '\n')),
  },
  {
    name: 'cuts-surrogate-pair',
    what: 'It cuts the name after 50 UTF-16 units, also in the middle of a character.',
    behaviour: showsName((name) => name.slice(0, 50)),
  },
  {
    name: 'cuts-name-at-65535',
    what: 'It cuts the name after 65,535 bytes, as TEXT in MySQL does.',
    behaviour: showsName((name) => Buffer.from(name).subarray(0, 65_535).toString()),
  },
  {
    name: 'breaks-escaped-surrogates',
    what: 'It makes two U+FFFD of an emoji that is escaped as \\ud83c\\udf3f, as a decoder of single escapes does.',
    behaviour: (right) => ({
      parse: (text) => right.parse(text.replace(/\\ud[89a-f][0-9a-f]{2}/gi, '\ufffd')),
    }),
  },
  {
    name: 'keeps-escapes',
    what: 'It answers \\u00e9 as six characters where é was escaped, as a parser made of patterns does.',
    behaviour: (right) => ({
      parse: (text) => right.parse(text.replace(/\\u(?=[0-9a-f]{4})/gi, '\\\\u')),
    }),
  },
]);

function decodeForm(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
