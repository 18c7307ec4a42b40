import { percentEncode } from '../../../../sanitize.ts';
import type { Malformation, MalformedKind } from './body-text.ts';

/** JSONTestSuite: n_structure_*. Only the beginning of JSON, or no JSON at all. */
export const structures: MalformedKind = {
  topic: 'no JSON at all',
  malformations: [
    replaceBody('plain text', 'plain text', 'this is not JSON'),
    replaceBody('xml', 'XML', '<data><name>x</name></data>'),
    replaceBody('yaml', 'YAML', 'name: x\nid: 1\n'),
    replaceBody('lone opening bracket', 'only an opening bracket', '['),
    replaceBody('lone opening brace', 'only an opening brace', '{'),
    replaceBody('lone closing bracket', 'only a closing bracket', ']'),
    replaceBody('lone closing brace', 'only a closing brace', '}'),
    replaceBody('lone quote', 'only a quote', '"'),
    replaceBody('lone single quote', 'only a single quote', "'"),
    replaceBody('lone comma', 'only a comma', ','),
    replaceBody('lone colon', 'only a colon', ':'),
    replaceBody('lone star', 'only an asterisk', '*'),
    replaceBody('lone backslash', 'only a backslash', '\\'),
    replaceBody('lone letter', 'only a letter', 'é'),
    // RFC 8259, section 8.1: parsers may ignore the mark, which leaves an empty body.
    { ...replaceBody('lone mark', 'only a BOM', '\ufeff'), mayCountAsEmpty: true },
    replaceBody('commas in an array', 'an array with only a comma', '[,]'),
    replaceBody('comma in an object', 'an object with only a comma', '{,}'),
    replaceBody('array in an open object', 'an opening brace and an opening bracket', '{['),
    replaceBody('object in an open array', 'an opening bracket and an opening brace', '[{'),
    replaceBody('nul alone', 'only a NUL byte', '\0'),
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
    invalidWhiteSpace('ideographic space', '\u3000', 'an ideographic space'),
    invalidWhiteSpace('line separator', '\u2028'),
    invalidWhiteSpace('next line', '\u0085', 'a next-line character'),
    invalidWhiteSpace('zero width space', '\u200b'),
    invalidWhiteSpace('word joiner', '\u2060'),
    invalidWhiteSpace('byte order mark inside', '\ufeff', 'a BOM'),
    invalidWhiteSpace('nul', '\0', 'U+0000'),
    { name: 'nul after the end', description: 'a NUL byte after the JSON', apply: ({ json }) => `${json}\0` },
    {
      name: 'byte order mark after the end',
      description: 'a BOM after the JSON',
      apply: ({ json }) => `${json}\ufeff`,
    },
    {
      name: 'half a byte order mark',
      description: 'two of the three bytes of a BOM before the JSON',
      apply: ({ json }) => Buffer.concat([Buffer.from([0xef, 0xbb]), Buffer.from(json)]),
    },
  ],
};

/** JSONTestSuite: n_structure_100000_opening_arrays, n_structure_open_array_object. */
export const nesting: MalformedKind = {
  topic: 'nesting',
  malformations: [1_000, 100_000].flatMap((depth) => [
    openBrackets(`${depth} brackets`, `only ${depth} opening brackets`, '[', depth),
    openBrackets(`${depth} objects`, `${depth} nested objects that are not closed`, '{"a":', depth),
    openBrackets(
      `${depth} brackets and objects`,
      `${depth} nested arrays and objects that are not closed`,
      '[{"a":',
      depth / 2,
    ),
    openBrackets(`${depth} closing brackets`, `only ${depth} closing brackets`, ']', depth),
  ]),
};

function openBrackets(name: string, description: string, opening: string, depth: number): Malformation {
  return { name, description, apply: () => opening.repeat(depth) };
}

function replaceBody(name: string, description: string, text: string): Malformation {
  return { name, description, apply: () => text };
}

/** White space in Unicode, or characters that look like it, but not in JSON. */
function invalidWhiteSpace(name: string, character: string, label = `a ${name}`): Malformation {
  return {
    name: `${name} as white space`,
    description: `${label} as white space`,
    apply: ({ json }) => `${json.slice(0, 1)}${character}${json.slice(1)}`,
  };
}
