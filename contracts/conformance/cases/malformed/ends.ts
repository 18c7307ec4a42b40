import { filled, type Malformation, type MalformedKind } from './body-text.ts';

/** JSONTestSuite: n_structure_unclosed_*, n_structure_open_*, n_array_unclosed*, n_object_unterminated*. */
export const cutShort: MalformedKind = {
  topic: 'cut short',
  malformations: [
    { name: 'truncated', words: 'it ends in the middle', break: ({ json }) => json.slice(0, -5) },
    { name: 'unclosed', words: 'the last bracket is missing', break: ({ json }) => json.slice(0, -1) },
    cutAfter('the first letter of a key', /^\{"[^"\\]/),
    cutAfter('a key', /^\{"(?:[^"\\]|\\.)*"/),
    cutAfter('a colon', /^\{"(?:[^"\\]|\\.)*":/),
    {
      name: 'cut after a comma',
      words: 'it ends after a comma',
      break: ({ json }) => `${json.slice(0, -1)},`,
    },
    {
      name: 'cut in a text',
      words: 'it ends within a text',
      break: ({ text }) => text && `${text.before}${text.own.slice(0, -1)}`,
    },
    {
      name: 'cut in an escape',
      words: 'it ends after a backslash',
      break: ({ text }) => text && `${text.before}${text.own.slice(0, -1)}\\`,
    },
    {
      name: 'cut after a number',
      words: 'it ends after a number',
      // Where it is the last of all, that is `unclosed`.
      break: ({ number }) =>
        number && number.after.length > 1 ? `${number.before}${number.own}` : undefined,
    },
    {
      name: 'cut in a word',
      words: 'it ends within the word true',
      break: ({ unnamed }) => unnamed && `${unnamed.before}tr`,
    },
    {
      name: 'unclosed array',
      words: 'an array in it is not closed',
      break: ({ array, unnamed }) => filled(array ?? unnamed, array?.own.slice(0, -1) ?? '[1'),
    },
    {
      name: 'unclosed object',
      words: 'an object in it is not closed',
      break: ({ unnamed }) => filled(unnamed, '{"a":1'),
    },
    {
      name: 'wrong bracket',
      words: 'its last bracket is of the other kind',
      break: ({ json }) => `${json.slice(0, -1)}${json.endsWith('}') ? ']' : '}'}`,
    },
  ],
};

/** JSONTestSuite: n_*_trailing_garbage, n_object_garbage_at_end, n_structure_double_array, n_array_extra_close. */
export const moreBesides: MalformedKind = {
  topic: 'more besides it',
  malformations: [
    following('trailing text', 'text after its end', ' and more'),
    { name: 'twice', words: 'two values one after the other', break: ({ json }) => `${json}${json}` },
    {
      name: 'twice on two lines',
      words: 'two values on two lines',
      break: ({ json }) => `${json}\n${json}\n`,
    },
    following('closed twice', 'a bracket too many at its end', '}'),
    following('bracket at the end', 'a closing bracket after its end', ']'),
    following('comma at the end', 'a comma after its end', ','),
    following('semicolon at the end', 'a semicolon after its end', ';'),
    following('quote at the end', 'a lone quote after its end', '"'),
    following('word at the end', 'the word null after its end', ' null'),
    { name: 'text before it', words: 'text before it', break: ({ json }) => `json=${json}` },
    { name: 'guarded', words: "the characters )]}' before it", break: ({ json }) => `)]}'\n${json}` },
    { name: 'as a call', words: 'a function called with it', break: ({ json }) => `callback(${json})` },
  ],
};

function cutAfter(what: string, head: RegExp): Malformation {
  return {
    name: `cut after ${what}`,
    words: `it ends after ${what}`,
    break: ({ json }) => head.exec(json)?.[0],
  };
}

function following(name: string, words: string, more: string): Malformation {
  return { name, words, break: ({ json }) => `${json}${more}` };
}
