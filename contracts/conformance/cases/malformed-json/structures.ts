import { percentEncode } from '../../../../sanitize.ts';
import type { Malformation, MalformedKind } from './body-text.ts';

/** JSONTestSuite: n_structure_*. Only the beginning of JSON, or no JSON at all. */
export const structures: MalformedKind = {
  topic: 'no JSON at all',
  malformations: [
    replaceBody('plain text', 'plain text', 'this is not JSON'),
    replaceBody('xml', 'XML', '<data><name>x</name></data>'),
    replaceBody('yaml', 'YAML', 'name: x\nid: 1\n'),
    replaceBody('lone opening bracket', 'an opening bracket alone', '['),
    replaceBody('lone opening brace', 'an opening brace alone', '{'),
    replaceBody('lone closing bracket', 'a closing bracket alone', ']'),
    replaceBody('lone closing brace', 'a closing brace alone', '}'),
    replaceBody('lone quote', 'a quote alone', '"'),
    replaceBody('lone single quote', 'a single quote alone', "'"),
    replaceBody('lone comma', 'a comma alone', ','),
    replaceBody('lone colon', 'a colon alone', ':'),
    replaceBody('lone star', 'a star alone', '*'),
    replaceBody('lone backslash', 'a backslash alone', '\\'),
    replaceBody('lone letter', 'a letter alone', 'é'),
    // RFC 8259, section 8.1: parsers may ignore the mark, which leaves an empty body.
    { ...replaceBody('lone mark', 'a byte order mark alone', '\ufeff'), mayCountAsEmpty: true },
    replaceBody('commas in an array', 'an array of a comma', '[,]'),
    replaceBody('comma in an object', 'an object of a comma', '{,}'),
    replaceBody('array in an open object', 'an array opened in an object', '{['),
    replaceBody('object in an open array', 'an object opened in an array', '[{'),
    replaceBody('nul alone', 'the byte 0 alone', '\0'),
    {
      name: 'percent-encoded',
      description: 'it is percent-encoded',
      apply: ({ json }) => percentEncode(json),
    },
    {
      name: 'base64',
      description: 'it is in Base64',
      apply: ({ json }) => Buffer.from(json).toString('base64'),
    },
  ],
};

/** JSONTestSuite: n_*formfeed, n_structure_*U+2060*, n_structure_null-byte-outside-string, n_structure_incomplete_UTF8_BOM. */
export const whiteSpace: MalformedKind = {
  topic: 'white space',
  malformations: [
    invalidWhiteSpace('form feed', '\f'),
    invalidWhiteSpace('vertical tab', '\v'),
    invalidWhiteSpace('no-break space', '\u00a0'),
    invalidWhiteSpace('ideographic space', '\u3000'),
    invalidWhiteSpace('line separator', '\u2028'),
    invalidWhiteSpace('next line', '\u0085'),
    invalidWhiteSpace('zero width space', '\u200b'),
    invalidWhiteSpace('word joiner', '\u2060'),
    invalidWhiteSpace('byte order mark inside', '\ufeff'),
    invalidWhiteSpace('nul', '\0'),
    { name: 'nul after the end', description: 'the byte 0 after its end', apply: ({ json }) => `${json}\0` },
    {
      name: 'byte order mark after the end',
      description: 'a byte order mark after its end',
      apply: ({ json }) => `${json}\ufeff`,
    },
    {
      name: 'half a byte order mark',
      description: 'two of the three bytes of a byte order mark before it',
      apply: ({ json }) => Buffer.concat([Buffer.from([0xef, 0xbb]), Buffer.from(json)]),
    },
  ],
};

/** JSONTestSuite: n_structure_100000_opening_arrays, n_structure_open_array_object. */
export const nesting: MalformedKind = {
  topic: 'nesting',
  malformations: [1_000, 100_000].flatMap((depth) => [
    openBrackets(`${depth} brackets`, `${depth} opening brackets and nothing else`, '[', depth),
    openBrackets(`${depth} objects`, `${depth} objects opened within each other`, '{"a":', depth),
    openBrackets(`${depth} brackets and objects`, `${depth} arrays and objects opened`, '[{"a":', depth / 2),
    openBrackets(`${depth} closing brackets`, `${depth} closing brackets`, ']', depth),
  ]),
};

function openBrackets(name: string, description: string, opening: string, depth: number): Malformation {
  return { name, description, apply: () => opening.repeat(depth) };
}

function replaceBody(name: string, description: string, text: string): Malformation {
  return { name, description, apply: () => text };
}

/** White space in Unicode, or characters that look like it, but not in JSON. */
function invalidWhiteSpace(name: string, character: string): Malformation {
  return {
    name: `${name} as white space`,
    description: `a ${name} for white space`,
    apply: ({ json }) => `${json.slice(0, 1)}${character}${json.slice(1)}`,
  };
}
