import { objectText } from './body-text.ts';
import { filled, type Malformation, type MalformedKind } from './malformation.ts';

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
    inText('text in single quotes', 'a text in single quotes', (text) => `'${text}'`),
    inText('text in backticks', 'a text in backticks', (text) => `\`${text}\``),
    inText('text in curly quotes', 'a text in typographic quotes', (text) => `“${text}”`),
    inText('text in other quotes', 'a text that ends with another quote', (text) => `"${text}'`),
    inText('text without quotes', 'a text without quotes', (text) => text.replace(/\W/g, '') || 'x'),
    inText('text without its first quote', 'a text without its first quote', (text) => `${text}"`),
    inText('text without its last quote', 'a text without its last quote', (text) => `"${text}`),
    inText('quote in a text', 'a bare quote within a text', (text) => `"${text}"x"`),
    inText('texts side by side', 'two texts side by side', (text) => `"${text}" ""`),
    inText('texts with a plus sign', 'two texts and a plus sign', (text) => `"${text}" + ""`),
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

function inText(name: string, words: string, write: (text: string) => string): Malformation {
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
