import { percentEncoded } from '../../../../text.ts';
import type { Malformation, MalformedKind } from './body-text.ts';

/** JSONTestSuite: n_structure_*. No more than the beginning of JSON, or none at all. */
export const structures: MalformedKind = {
  topic: 'no JSON at all',
  malformations: [
    whole('plain text', 'plain text', 'this is not JSON'),
    whole('xml', 'XML', '<data><name>x</name></data>'),
    whole('yaml', 'YAML', 'name: x\nid: 1\n'),
    whole('lone opening bracket', 'an opening bracket alone', '['),
    whole('lone opening brace', 'an opening brace alone', '{'),
    whole('lone closing bracket', 'a closing bracket alone', ']'),
    whole('lone closing brace', 'a closing brace alone', '}'),
    whole('lone quote', 'a quote alone', '"'),
    whole('lone single quote', 'a single quote alone', "'"),
    whole('lone comma', 'a comma alone', ','),
    whole('lone colon', 'a colon alone', ':'),
    whole('lone star', 'a star alone', '*'),
    whole('lone backslash', 'a backslash alone', '\\'),
    whole('lone letter', 'a letter alone', 'é'),
    // RFC 8259, section 8.1: parsers may ignore the mark, and then nothing is left.
    { ...whole('lone mark', 'a byte order mark alone', '\ufeff'), mayBeNone: true },
    whole('commas in an array', 'an array of a comma', '[,]'),
    whole('comma in an object', 'an object of a comma', '{,}'),
    whole('array in an open object', 'an array opened in an object', '{['),
    whole('object in an open array', 'an object opened in an array', '[{'),
    whole('nul alone', 'the byte 0 alone', '\0'),
    {
      name: 'percent-encoded',
      words: 'it is percent-encoded',
      break: ({ json }) => percentEncoded(json),
    },
    { name: 'base64', words: 'it is in Base64', break: ({ json }) => Buffer.from(json).toString('base64') },
  ],
};

/** JSONTestSuite: n_*formfeed, n_structure_*U+2060*, n_structure_null-byte-outside-string, n_structure_incomplete_UTF8_BOM. */
export const whiteSpace: MalformedKind = {
  topic: 'white space',
  malformations: [
    spaced('form feed', '\f'),
    spaced('vertical tab', '\v'),
    spaced('no-break space', '\u00a0'),
    spaced('ideographic space', '\u3000'),
    spaced('line separator', '\u2028'),
    spaced('next line', '\u0085'),
    spaced('zero width space', '\u200b'),
    spaced('word joiner', '\u2060'),
    spaced('byte order mark inside', '\ufeff'),
    spaced('nul', '\0'),
    { name: 'nul after the end', words: 'the byte 0 after its end', break: ({ json }) => `${json}\0` },
    {
      name: 'byte order mark after the end',
      words: 'a byte order mark after its end',
      break: ({ json }) => `${json}\ufeff`,
    },
    {
      name: 'half a byte order mark',
      words: 'two of the three bytes of a byte order mark before it',
      break: ({ json }) => Buffer.concat([Buffer.from([0xef, 0xbb]), Buffer.from(json)]),
    },
  ],
};

/** JSONTestSuite: n_structure_100000_opening_arrays, n_structure_open_array_object. */
export const nesting: MalformedKind = {
  topic: 'nesting',
  malformations: [1_000, 100_000].flatMap((depth) => [
    nested(`${depth} brackets`, `${depth} opening brackets and nothing else`, '[', depth),
    nested(`${depth} objects`, `${depth} objects opened within each other`, '{"a":', depth),
    nested(`${depth} brackets and objects`, `${depth} arrays and objects opened`, '[{"a":', depth / 2),
    nested(`${depth} closing brackets`, `${depth} closing brackets`, ']', depth),
  ]),
};

function nested(name: string, words: string, opening: string, depth: number): Malformation {
  return { name, words, break: () => opening.repeat(depth) };
}

function whole(name: string, words: string, text: string): Malformation {
  return { name, words, break: () => text };
}

/** What Unicode calls white space, or looks like it, but JSON does not. */
function spaced(name: string, character: string): Malformation {
  return {
    name: `${name} as white space`,
    words: `a ${name} for white space`,
    break: ({ json }) => `${json.slice(0, 1)}${character}${json.slice(1)}`,
  };
}
