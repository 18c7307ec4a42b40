import { filled, type Malformation, type MalformedKind } from './malformation.ts';

/** JSONTestSuite: n_string_unescaped_*. RFC 8259, section 7: U+0000 to U+001F are always escaped. */
export const controlCharacters: MalformedKind = {
  topic: 'raw control characters',
  malformations: [
    inText('raw control character', 'a raw line break in a text', '\n'),
    inText('raw tab', 'a raw tab in a text', '\t'),
    inText('raw carriage return', 'a raw carriage return in a text', '\r'),
    inText('raw nul', 'a raw U+0000 in a text', '\0'),
    inText('raw backspace', 'a raw U+0008 in a text', '\b'),
    inText('raw escape character', 'a raw U+001B in a text', '\x1b'),
    inText('raw last control character', 'a raw U+001F in a text', '\x1f'),
    {
      name: 'raw line break in a key',
      words: 'a raw line break in a key',
      break: ({ unnamed }) => unnamed && filled(unnamed, '1')?.replace('x-unknown', 'x-\nunknown'),
    },
  ],
};

/** JSONTestSuite: n_string_*escape*, n_string_*surrogate*, n_string_unicode_CapitalU, n_string_backslash_00. */
export const escapes: MalformedKind = {
  topic: 'escapes',
  malformations: [
    inText('bad escape', 'an escape that does not exist', '\\x'),
    inText('hexadecimal escape', 'an escape \\x41', '\\x41'),
    inText('bell escape', 'an escape \\a', '\\a'),
    inText('vertical tab escape', 'an escape \\v', '\\v'),
    inText('escaped single quote', "an escape \\'", "\\'"),
    inText('zero escape', 'an escape \\0', '\\0'),
    inText('octal escape', 'an escape \\101', '\\101'),
    inText('short unicode escape', 'an escape \\u12', '\\u12 '),
    inText('braced unicode escape', 'an escape \\u{41}', '\\u{41}'),
    inText('capital unicode escape', 'an escape \\U0041', '\\U0041'),
    inText('unicode escape of no hexadecimal', 'an escape \\u00gg', '\\u00gg'),
    inText('cut surrogate pair', 'an escaped surrogate pair that is cut', '\\ud83c\\udf3'),
    inText('surrogate before a bad escape', 'a bad escape after half a surrogate pair', '\\ud83c\\u'),
    inText('escaped space', 'an escaped space', '\\ '),
    inText('escaped line break', 'an escaped line break', '\\\n'),
    inText('escaped emoji', 'an escaped emoji', '\\🎈'),
    {
      name: 'escaped last quote',
      words: 'the last quote of a text escaped',
      break: ({ text }) => text && filled(text, `${text.own.slice(0, -1)}\\"`),
    },
    {
      name: 'escape outside of a text',
      words: 'an escape outside of a text',
      break: ({ json }) => `${json.slice(0, 1)}\\u000a${json.slice(1)}`,
    },
  ],
};

function inText(name: string, words: string, content: string): Malformation {
  return { name, words, break: ({ text }) => text && filled(text, `${text.own.slice(0, -1)}${content}"`) };
}
