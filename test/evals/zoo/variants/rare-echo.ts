import { faulty } from '../variant.ts';
import { returnsName } from './changes.ts';

/** Changes that only rare characters show. */
export const rareEchoes = faulty('deep', [
  {
    name: 'composes-name',
    description: 'It returns letters and accents joined (NFC), as frameworks in Swift and Ruby do.',
    behavior: returnsName((name) => name.normalize('NFC')),
  },
  {
    name: 'cuts-name-at-nul',
    description: 'It cuts the name at U+0000, as strings in C end there.',
    behavior: returnsName((name) => name.replace(/\0.*$/s, '')),
  },
  {
    name: 'removes-control-characters',
    description: 'It removes control characters from the name.',
    behavior: returnsName((name) => name.replace(/\p{Cc}/gu, '')),
  },
  {
    name: 'removes-invisible-characters',
    description: 'It removes zero-width joiners and their like, so that emoji fall apart.',
    behavior: returnsName((name) => name.replace(/\p{Cf}/gu, '')),
  },
  {
    name: 'decodes-percent-signs',
    description: 'It decodes %20 and + in the name, as a proxy that reads it as a form does.',
    behavior: returnsName((name) => decodeForm(name)),
  },
  {
    name: 'changes-line-ends',
    description: 'It makes LF of CRLF in the name.',
    behavior: returnsName((name) => name.replaceAll('\r\n', '\n')),
  },
  {
    name: 'cuts-surrogate-pair',
    description: 'It cuts the name after 50 UTF-16 units, also in the middle of a character.',
    behavior: returnsName((name) => name.slice(0, 50)),
  },
  {
    name: 'cuts-name-at-65535',
    description: 'It cuts the name after 65,535 bytes, as TEXT in MySQL does.',
    behavior: returnsName((name) => Buffer.from(name).subarray(0, 65_535).toString()),
  },
  {
    name: 'breaks-escaped-surrogates',
    description:
      'It makes two U+FFFD of an emoji that is escaped as \\ud83c\\udf3f, as a decoder of single escapes does.',
    behavior: (right) => ({
      parse: (text) => right.parse(text.replace(/\\ud[89a-f][0-9a-f]{2}/gi, '\ufffd')),
    }),
  },
  {
    name: 'keeps-escapes',
    description: 'It returns \\u00e9 as six characters where é was escaped, as a parser made of patterns does.',
    behavior: (right) => ({
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
