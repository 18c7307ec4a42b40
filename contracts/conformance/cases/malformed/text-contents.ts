/** Malformations of texts and keys: characters that have to be escaped, escapes, and quotes. */
import { filled, type Malformation, type MalformedKind, objectText } from './body-text.ts';

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

/** JSONTestSuite: n_*_single_quote*, n_object_unquoted_key, n_object_non_string_key*, n_string_*no_quotes*. */
export const quotes: MalformedKind = {
  topic: 'quotes',
  malformations: [
    {
      name: 'single quotes',
      words: 'single quotes for double ones',
      break: ({ json }) => json.replaceAll('"', "'"),
    },
    firstKey('key in single quotes', 'a key in single quotes', (key) => `'${key}'`),
    requoted('text in single quotes', 'a text in single quotes', (text) => `'${text}'`),
    requoted('text in backticks', 'a text in backticks', (text) => `\`${text}\``),
    requoted('text in curly quotes', 'a text in typographic quotes', (text) => `“${text}”`),
    requoted('text in other quotes', 'a text that ends with another quote', (text) => `"${text}'`),
    requoted('text without quotes', 'a text without quotes', (text) => text.replace(/\W/g, '') || 'x'),
    requoted('text without its first quote', 'a text without its first quote', (text) => `${text}"`),
    requoted('text without its last quote', 'a text without its last quote', (text) => `"${text}`),
    requoted('quote in a text', 'a bare quote within a text', (text) => `"${text}"x"`),
    requoted('texts side by side', 'two texts side by side', (text) => `"${text}" ""`),
    requoted('texts with a plus sign', 'two texts and a plus sign', (text) => `"${text}" + ""`),
    {
      name: 'unquoted keys',
      words: 'keys without quotes',
      break: ({ json }) => json.replace(/"(\w+)":/g, '$1:'),
    },
    firstKey('key without its last quote', 'a key without its last quote', (key) => `"${key}`),
    anotherKey('number as key', 'a number as a key', '1'),
    anotherKey('word as key', 'the word null as a key', 'null'),
    anotherKey('array as key', 'an array as a key', '["x"]'),
  ],
};

function requoted(name: string, words: string, write: (text: string) => string): Malformation {
  return { name, words, break: ({ text }) => text && filled(text, write(text.own.slice(1, -1))) };
}

function firstKey(name: string, words: string, write: (key: string) => string): Malformation {
  return {
    name,
    words,
    break: ({ json }) => json.replace(/^\{"((?:[^"\\]|\\.)*)"/, (_all, key: string) => `{${write(key)}`),
  };
}

function anotherKey(name: string, words: string, key: string): Malformation {
  return {
    name,
    words,
    break: ({ members }) => members && objectText([...members, [key, '1']]),
  };
}
