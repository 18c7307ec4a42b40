import { fillSlot, type Malformation, type MalformedKind } from './body-text.ts';

/** JSONTestSuite: n_structure_unclosed_*, n_structure_open_*, n_array_unclosed*, n_object_unterminated*. */
export const truncated: MalformedKind = {
  topic: 'cut short',
  malformations: [
    { name: 'truncated', description: 'it is truncated', apply: ({ json }) => json.slice(0, -5) },
    { name: 'unclosed', description: 'the closing bracket is missing', apply: ({ json }) => json.slice(0, -1) },
    truncatedAfter('the first letter of a key', /^\{"[^"\\]/),
    truncatedAfter('a key', /^\{"(?:[^"\\]|\\.)*"/),
    truncatedAfter('a colon', /^\{"(?:[^"\\]|\\.)*":/),
    {
      name: 'cut after a comma',
      description: 'it ends after a comma',
      apply: ({ json }) => `${json.slice(0, -1)},`,
    },
    {
      name: 'cut in a text',
      description: 'it ends within a string',
      apply: ({ text }) => text && `${text.before}${text.original.slice(0, -1)}`,
    },
    {
      name: 'cut in an escape',
      description: 'it ends after a backslash',
      apply: ({ text }) => text && `${text.before}${text.original.slice(0, -1)}\\`,
    },
    {
      name: 'cut after a number',
      description: 'it ends after a number',
      // A number at the very end would repeat `unclosed`.
      apply: ({ number }) => (number && number.after.length > 1 ? `${number.before}${number.original}` : undefined),
    },
    {
      name: 'cut in a word',
      description: 'it ends within the word true',
      apply: ({ undeclared }) => undeclared && `${undeclared.before}tr`,
    },
    {
      name: 'unclosed array',
      description: 'an array is not closed',
      apply: ({ array, undeclared }) => fillSlot(array ?? undeclared, array?.original.slice(0, -1) ?? '[1'),
    },
    {
      name: 'unclosed object',
      description: 'an object is not closed',
      apply: ({ undeclared }) => fillSlot(undeclared, '{"a":1'),
    },
    {
      name: 'wrong bracket',
      description: 'the closing bracket is of the wrong kind',
      apply: ({ json }) => `${json.slice(0, -1)}${json.endsWith('}') ? ']' : '}'}`,
    },
  ],
};

/** JSONTestSuite: n_*_trailing_garbage, n_object_garbage_at_end, n_structure_double_array, n_array_extra_close. */
export const surroundingContent: MalformedKind = {
  topic: 'more content',
  malformations: [
    trailingContent('trailing text', 'text after the JSON', ' and more'),
    { name: 'twice', description: 'two JSON values without a separator', apply: ({ json }) => `${json}${json}` },
    {
      name: 'twice on two lines',
      description: 'two JSON values on two lines',
      apply: ({ json }) => `${json}\n${json}\n`,
    },
    trailingContent('closed twice', 'an extra closing brace', '}'),
    trailingContent('bracket at the end', 'a closing bracket after the JSON', ']'),
    trailingContent('comma at the end', 'a comma after the JSON', ','),
    trailingContent('semicolon at the end', 'a semicolon after the JSON', ';'),
    trailingContent('quote at the end', 'a quote after the JSON', '"'),
    trailingContent('word at the end', 'the word null after the JSON', ' null'),
    { name: 'text before it', description: 'text before the JSON', apply: ({ json }) => `json=${json}` },
    { name: 'guarded', description: "the characters )]}' before the JSON", apply: ({ json }) => `)]}'\n${json}` },
    { name: 'as a call', description: 'a function call around the JSON', apply: ({ json }) => `callback(${json})` },
  ],
};

function truncatedAfter(part: string, head: RegExp): Malformation {
  return {
    name: `cut after ${part}`,
    description: `it ends after ${part}`,
    apply: ({ json }) => head.exec(json)?.[0],
  };
}

function trailingContent(name: string, description: string, trailing: string): Malformation {
  return { name, description, apply: ({ json }) => `${json}${trailing}` };
}
