/** Malformed strings and keys: unescaped control characters, invalid escapes, wrong quotes. */
import { fillSlot, type Malformation, type MalformedKind, serializeObject } from './body-text.ts';

/** JSONTestSuite: n_string_unescaped_*. RFC 8259, section 7: U+0000 to U+001F are always escaped. */
export const controlCharacters: MalformedKind = {
  topic: 'raw control characters',
  malformations: [
    appendToString('raw control character', 'an unescaped line feed in a string', '\n'),
    appendToString('raw tab', 'an unescaped tab in a string', '\t'),
    appendToString('raw carriage return', 'an unescaped carriage return in a string', '\r'),
    appendToString('raw nul', 'an unescaped U+0000 in a string', '\0'),
    appendToString('raw backspace', 'an unescaped U+0008 in a string', '\b'),
    appendToString('raw escape character', 'an unescaped U+001B in a string', '\x1b'),
    appendToString('raw last control character', 'an unescaped U+001F in a string', '\x1f'),
    {
      name: 'raw line break in a key',
      description: 'an unescaped line feed in a key',
      apply: ({ undeclared }) => undeclared && fillSlot(undeclared, '1')?.replace('x-unknown', 'x-\nunknown'),
    },
  ],
};

/** JSONTestSuite: n_string_*escape*, n_string_*surrogate*, n_string_unicode_CapitalU, n_string_backslash_00. */
export const escapes: MalformedKind = {
  topic: 'escapes',
  malformations: [
    appendToString('bad escape', 'the invalid escape \\x', '\\x'),
    appendToString('hexadecimal escape', 'the invalid escape \\x41', '\\x41'),
    appendToString('bell escape', 'the invalid escape \\a', '\\a'),
    appendToString('vertical tab escape', 'the invalid escape \\v', '\\v'),
    appendToString('escaped single quote', "the invalid escape \\'", "\\'"),
    appendToString('zero escape', 'the invalid escape \\0', '\\0'),
    appendToString('octal escape', 'the invalid escape \\101', '\\101'),
    appendToString('short unicode escape', 'the invalid escape \\u12', '\\u12 '),
    appendToString('braced unicode escape', 'the invalid escape \\u{41}', '\\u{41}'),
    appendToString('capital unicode escape', 'the invalid escape \\U0041', '\\U0041'),
    appendToString('unicode escape of no hexadecimal', 'the invalid escape \\u00gg', '\\u00gg'),
    appendToString('cut surrogate pair', 'a truncated escape of a surrogate pair', '\\ud83c\\udf3'),
    appendToString('surrogate before a bad escape', 'an invalid escape after a high surrogate', '\\ud83c\\u'),
    appendToString('escaped space', 'an escaped space', '\\ '),
    appendToString('escaped line break', 'an escaped line feed', '\\\n'),
    appendToString('escaped emoji', 'an escaped emoji', '\\🎈'),
    {
      name: 'escaped last quote',
      description: 'an escaped closing quote',
      apply: ({ text }) => text && fillSlot(text, `${text.original.slice(0, -1)}\\"`),
    },
    {
      name: 'escape outside of a text',
      description: 'an escape outside a string',
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
      description: 'single quotes instead of double quotes',
      apply: ({ json }) => json.replaceAll('"', "'"),
    },
    replaceFirstKey('key in single quotes', 'a key in single quotes', (key) => `'${key}'`),
    requoteString('text in single quotes', 'a string in single quotes', (text) => `'${text}'`),
    requoteString('text in backticks', 'a string in backticks', (text) => `\`${text}\``),
    requoteString('text in curly quotes', 'a string in typographic quotes', (text) => `“${text}”`),
    requoteString('text in other quotes', 'a string that ends with a different quote', (text) => `"${text}'`),
    requoteString('text without quotes', 'a string without quotes', (text) => text.replace(/\W/g, '') || 'x'),
    requoteString('text without its first quote', 'a string without its opening quote', (text) => `${text}"`),
    requoteString('text without its last quote', 'a string without its closing quote', (text) => `"${text}`),
    requoteString('quote in a text', 'an unescaped quote in a string', (text) => `"${text}"x"`),
    requoteString('texts side by side', 'two adjacent strings', (text) => `"${text}" ""`),
    requoteString('texts with a plus sign', 'two strings joined by a plus sign', (text) => `"${text}" + ""`),
    {
      name: 'unquoted keys',
      description: 'keys without quotes',
      apply: ({ json }) => json.replace(/"(\w+)":/g, '$1:'),
    },
    replaceFirstKey('key without its last quote', 'a key without its closing quote', (key) => `"${key}`),
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
