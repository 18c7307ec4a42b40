/**
 * Malformed punctuation between the values of a body: commas, colons and comments; and words that JSON does not define.
 */
import { fillSlot, type Malformation, type MalformedKind, serializeObject } from './body-text.ts';

/** JSONTestSuite: n_array_*comma*, n_object_*trailing_comma*, n_object_two_commas_in_a_row, n_array_*semicolon. */
export const commas: MalformedKind = {
  topic: 'commas',
  malformations: [
    beforeLastBracket('trailing comma', 'a trailing comma', ','),
    beforeLastBracket('several trailing commas', 'several trailing commas', ',,,'),
    {
      name: 'leading comma',
      description: 'a leading comma',
      apply: ({ json }) => `${json.slice(0, 1)},${json.slice(1)}`,
    },
    betweenMembers('double comma', 'two commas between two properties', ',,'),
    betweenMembers('missing comma', 'no comma between two properties', ''),
    betweenMembers('space for a comma', 'a space instead of a comma', ' '),
    betweenMembers('semicolon for a comma', 'a semicolon instead of a comma', ';'),
    inArray('trailing comma in an array', 'a trailing comma in an array', (items) => `[${items},]`),
    inArray('leading comma in an array', 'a leading comma in an array', (items) => `[,${items}]`),
    inArray('double comma in an array', 'two commas between array items', (items) => `[${items},,${items}]`),
    inArray('missing comma in an array', 'no comma between array items', (items) => `[${items} ${items}]`),
    inArray('colon in an array', 'a colon between array items', (items) => `[${items}:${items}]`),
  ],
};

function beforeLastBracket(name: string, description: string, mark: string): Malformation {
  return { name, description, apply: ({ json }) => `${json.slice(0, -1)}${mark}${json.slice(-1)}` };
}

function betweenMembers(name: string, description: string, mark: string): Malformation {
  return { name, description, apply: ({ members }) => members && serializeObject(members, mark) };
}

/** Changes the items of an existing array, otherwise of one in an undeclared property. */
function inArray(name: string, description: string, apply: (items: string) => string): Malformation {
  return {
    name,
    description,
    apply: ({ array, undeclared }) => fillSlot(array ?? undeclared, apply(array?.original.slice(1, -1) ?? '1')),
  };
}

/** JSONTestSuite: n_object_missing_colon, n_object_double_colon, n_object_missing_value, n_object_missing_key. */
export const colons: MalformedKind = {
  topic: 'colons',
  malformations: [
    replaceColon('missing colon', 'no colon after a key', ' '),
    replaceColon('double colon', 'two colons after a key', '::'),
    replaceColon('comma for a colon', 'a comma instead of a colon', ','),
    replaceColon('equals sign for a colon', 'an equals sign instead of a colon', '='),
    replaceColon('arrow for a colon', 'an arrow instead of a colon', '=>'),
    additionalMember('missing value', 'a key and a colon without a value', '"x-unknown":'),
    additionalMember('key alone', 'a key without a colon or value', '"x-unknown"'),
    additionalMember('missing key', 'a colon and a value without a key', ':1'),
    additionalMember('value alone', 'a value without a key', '1'),
  ],
};

function replaceColon(name: string, description: string, mark: string): Malformation {
  return {
    name,
    description,
    apply: ({ members: [first, ...rest] = [] }) => first && `{${first.join(mark)},${serializeObject(rest).slice(1)}`,
  };
}

function additionalMember(name: string, description: string, member: string): Malformation {
  return {
    name,
    description,
    apply: ({ members }) => members && `${serializeObject(members).slice(0, -1)},${member}}`,
  };
}

/** JSONTestSuite: n_object_trailing_comment*, n_structure_object_with_comment, n_structure_trailing_#. */
export const comments: MalformedKind = {
  topic: 'comments',
  malformations: [
    { name: 'comment', description: 'a comment before the JSON', apply: ({ json }) => `/* x */${json}` },
    insideComment('comment inside', 'a comment after the first bracket', '/* x */'),
    insideComment('line comment inside', 'a line comment after the first bracket', '// x\n'),
    insideComment('hash comment inside', 'a hash comment after the first bracket', '# x\n'),
    trailingComment('comment at the end', 'a comment after the JSON', '/* x */'),
    trailingComment('line comment at the end', 'a line comment after the JSON', '// x'),
    trailingComment('hash at the end', 'a hash sign after the JSON', '#'),
    trailingComment('unclosed comment', 'an unclosed comment after the JSON', '/*'),
    trailingComment('slash at the end', 'a slash after the JSON', '/'),
    trailingComment('markup comment', 'an HTML comment after the JSON', '<!-- x -->'),
    trailingComment('sql comment', 'an SQL comment after the JSON', '-- x'),
  ],
};

function insideComment(name: string, description: string, comment: string): Malformation {
  return { name, description, apply: ({ json }) => `${json.slice(0, 1)}${comment}${json.slice(1)}` };
}

function trailingComment(name: string, description: string, comment: string): Malformation {
  return { name, description, apply: ({ json }) => `${json}${comment}` };
}

/** JSONTestSuite: n_structure_capitalized_True, n_incomplete_*, n_array_*invalid_value, n_structure_*identifier. */
export const unknownWords: MalformedKind = {
  topic: 'words',
  malformations: [
    {
      name: 'declared word in capitals',
      description: 'TRUE or FALSE',
      apply: ({ boolean }) => boolean && fillSlot(boolean, boolean.original.toUpperCase()),
    },
    {
      name: 'declared word with a capital',
      description: 'True or False',
      apply: ({ boolean }) =>
        boolean &&
        fillSlot(
          boolean,
          boolean.original.replace(/^./, (letter) => letter.toUpperCase()),
        ),
    },
    ...['True', 'TRUE', 'False', 'NULL', 'None', 'nil', 'undefined', 'yes', 'nul', 'truee', 'nan', 'abc'].map(
      (word): Malformation => ({
        name: `word ${word}`,
        description: `the bare word ${word} as a value, in an extra property`,
        apply: ({ undeclared }) => fillSlot(undeclared, word),
      }),
    ),
    {
      name: 'undefined for a value',
      description: 'the bare word undefined as a value',
      apply: ({ text, number }) => fillSlot(text ?? number, 'undefined'),
    },
    {
      name: 'constructed value',
      description: 'a JavaScript date constructor as a value',
      apply: ({ undeclared }) => fillSlot(undeclared, 'new Date(0)'),
    },
  ],
};
