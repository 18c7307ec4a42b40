/** Malformed texts and keys: unescaped control characters, invalid escapes, wrong quotes. */
import { fillSlot, type Malformation, type MalformedKind, serializeObject } from './body-text.ts';

/** JSONTestSuite: n_string_unescaped_*. RFC 8259, section 7: U+0000 to U+001F are always escaped. */
export const controlCharacters: MalformedKind = {
  topic: 'raw control characters',
  malformations: [
    appendToString('raw control character', 'a raw line break in a text', '\n'),
    appendToString('raw tab', 'a raw tab in a text', '\t'),
    appendToString('raw carriage return', 'a raw carriage return in a text', '\r'),
    appendToString('raw nul', 'a raw U+0000 in a text', '\0'),
    appendToString('raw backspace', 'a raw U+0008 in a text', '\b'),
    appendToString('raw escape character', 'a raw U+001B in a text', '\x1b'),
    appendToString('raw last control character', 'a raw U+001F in a text', '\x1f'),
    {
      name: 'raw line break in a key',
      description: 'a raw line break in a key',
      apply: ({ undeclared }) => undeclared && fillSlot(undeclared, '1')?.replace('x-unknown', 'x-\nunknown'),
    },
  ],
};

/** JSONTestSuite: n_string_*escape*, n_string_*surrogate*, n_string_unicode_CapitalU, n_string_backslash_00. */
export const escapes: MalformedKind = {
  topic: 'escapes',
  malformations: [
    appendToString('bad escape', 'an escape that does not exist', '\\x'),
    appendToString('hexadecimal escape', 'an escape \\x41', '\\x41'),
    appendToString('bell escape', 'an escape \\a', '\\a'),
    appendToString('vertical tab escape', 'an escape \\v', '\\v'),
    appendToString('escaped single quote', "an escape \\'", "\\'"),
    appendToString('zero escape', 'an escape \\0', '\\0'),
    appendToString('octal escape', 'an escape \\101', '\\101'),
    appendToString('short unicode escape', 'an escape \\u12', '\\u12 '),
    appendToString('braced unicode escape', 'an escape \\u{41}', '\\u{41}'),
    appendToString('capital unicode escape', 'an escape \\U0041', '\\U0041'),
    appendToString('unicode escape of no hexadecimal', 'an escape \\u00gg', '\\u00gg'),
    appendToString('cut surrogate pair', 'an escaped surrogate pair that is cut', '\\ud83c\\udf3'),
    appendToString('surrogate before a bad escape', 'a bad escape after half a surrogate pair', '\\ud83c\\u'),
    appendToString('escaped space', 'an escaped space', '\\ '),
    appendToString('escaped line break', 'an escaped line break', '\\\n'),
    appendToString('escaped emoji', 'an escaped emoji', '\\🎈'),
    {
      name: 'escaped last quote',
      description: 'the last quote of a text escaped',
      apply: ({ text }) => text && fillSlot(text, `${text.original.slice(0, -1)}\\"`),
    },
    {
      name: 'escape outside of a text',
      description: 'an escape outside of a text',
      apply: ({ json }) => `${json.slice(0, 1)}\\u000a${json.slice(1)}`,
    },
  ],
};

function appendToString(name: string, description: string, content: string): Malformation {
  return {
    name,
    description,
    apply: ({ text }) => text && fillSlot(text, `${text.original.slice(0, -1)}${content}"`),
  };
}

/** JSONTestSuite: n_*_single_quote*, n_object_unquoted_key, n_object_non_string_key*, n_string_*no_quotes*. */
export const quotes: MalformedKind = {
  topic: 'quotes',
  malformations: [
    {
      name: 'single quotes',
      description: 'single quotes for double ones',
      apply: ({ json }) => json.replaceAll('"', "'"),
    },
    replaceFirstKey('key in single quotes', 'a key in single quotes', (key) => `'${key}'`),
    requoteString('text in single quotes', 'a text in single quotes', (text) => `'${text}'`),
    requoteString('text in backticks', 'a text in backticks', (text) => `\`${text}\``),
    requoteString('text in curly quotes', 'a text in typographic quotes', (text) => `“${text}”`),
    requoteString('text in other quotes', 'a text that ends with another quote', (text) => `"${text}'`),
    requoteString('text without quotes', 'a text without quotes', (text) => text.replace(/\W/g, '') || 'x'),
    requoteString('text without its first quote', 'a text without its first quote', (text) => `${text}"`),
    requoteString('text without its last quote', 'a text without its last quote', (text) => `"${text}`),
    requoteString('quote in a text', 'a bare quote within a text', (text) => `"${text}"x"`),
    requoteString('texts side by side', 'two texts side by side', (text) => `"${text}" ""`),
    requoteString('texts with a plus sign', 'two texts and a plus sign', (text) => `"${text}" + ""`),
    {
      name: 'unquoted keys',
      description: 'keys without quotes',
      apply: ({ json }) => json.replace(/"(\w+)":/g, '$1:'),
    },
    replaceFirstKey('key without its last quote', 'a key without its last quote', (key) => `"${key}`),
    addKey('number as key', 'a number as a key', '1'),
    addKey('word as key', 'the word null as a key', 'null'),
    addKey('array as key', 'an array as a key', '["x"]'),
  ],
};

function requoteString(name: string, description: string, apply: (text: string) => string): Malformation {
  return {
    name,
    description,
    apply: ({ text }) => text && fillSlot(text, apply(text.original.slice(1, -1))),
  };
}

function replaceFirstKey(name: string, description: string, apply: (key: string) => string): Malformation {
  return {
    name,
    description,
    apply: ({ json }) => json.replace(/^\{"((?:[^"\\]|\\.)*)"/, (_all, key: string) => `{${apply(key)}`),
  };
}

function addKey(name: string, description: string, key: string): Malformation {
  return {
    name,
    description,
    apply: ({ members }) => members && serializeObject([...members, [key, '1']]),
  };
}
