/** Malformations between the values of a body: commas, colons and comments, and words that JSON does not have. */
import { filled, type Malformation, type MalformedKind, objectText } from './body-text.ts';

/** JSONTestSuite: n_array_*comma*, n_object_*trailing_comma*, n_object_two_commas_in_a_row, n_array_*semicolon. */
export const commas: MalformedKind = {
  topic: 'commas',
  malformations: [
    inTheEnd('trailing comma', 'a comma before the last bracket', ','),
    inTheEnd('several trailing commas', 'commas before the last bracket', ',,,'),
    {
      name: 'leading comma',
      words: 'a comma after the first bracket',
      break: ({ json }) => `${json.slice(0, 1)},${json.slice(1)}`,
    },
    between('double comma', 'two commas between two properties', ',,'),
    between('missing comma', 'nothing between two properties', ''),
    between('space for a comma', 'a space in place of a comma', ' '),
    between('semicolon for a comma', 'a semicolon in place of a comma', ';'),
    inArray('trailing comma in an array', 'a comma before the end of an array', (items) => `[${items},]`),
    inArray('leading comma in an array', 'a comma at the beginning of an array', (items) => `[,${items}]`),
    inArray('double comma in an array', 'two commas in an array', (items) => `[${items},,${items}]`),
    inArray('missing comma in an array', 'no comma between items', (items) => `[${items} ${items}]`),
    inArray('colon in an array', 'a colon between items', (items) => `[${items}:${items}]`),
  ],
};

function inTheEnd(name: string, words: string, mark: string): Malformation {
  return { name, words, break: ({ json }) => `${json.slice(0, -1)}${mark}${json.slice(-1)}` };
}

function between(name: string, words: string, mark: string): Malformation {
  return { name, words, break: ({ members }) => members && objectText(members, mark) };
}

/** Of the items of an array that is there, else of one in a property more. */
function inArray(name: string, words: string, write: (items: string) => string): Malformation {
  return {
    name,
    words,
    break: ({ array, unnamed }) => filled(array ?? unnamed, write(array?.own.slice(1, -1) ?? '1')),
  };
}

/** JSONTestSuite: n_object_missing_colon, n_object_double_colon, n_object_missing_value, n_object_missing_key. */
export const colons: MalformedKind = {
  topic: 'colons',
  malformations: [
    forColon('missing colon', 'no colon after a key', ' '),
    forColon('double colon', 'two colons after a key', '::'),
    forColon('comma for a colon', 'a comma in place of a colon', ','),
    forColon('equals sign for a colon', 'an equals sign in place of a colon', '='),
    forColon('arrow for a colon', 'an arrow in place of a colon', '=>'),
    beside('missing value', 'a key and a colon without a value', '"x-unknown":'),
    beside('key alone', 'a key without a colon and a value', '"x-unknown"'),
    beside('missing key', 'a colon and a value without a key', ':1'),
    beside('value alone', 'a value without a key', '1'),
  ],
};

function forColon(name: string, words: string, mark: string): Malformation {
  return {
    name,
    words,
    break: ({ members: [first, ...rest] = [] }) =>
      first && `{${first.join(mark)},${objectText(rest).slice(1)}`,
  };
}

function beside(name: string, words: string, member: string): Malformation {
  return {
    name,
    words,
    break: ({ members }) => members && `${objectText(members).slice(0, -1)},${member}}`,
  };
}

/** JSONTestSuite: n_object_trailing_comment*, n_structure_object_with_comment, n_structure_trailing_#. */
export const comments: MalformedKind = {
  topic: 'comments',
  malformations: [
    { name: 'comment', words: 'a comment before it', break: ({ json }) => `/* x */${json}` },
    within('comment inside', 'a comment after its first bracket', '/* x */'),
    within('line comment inside', 'a comment to the end of the line', '// x\n'),
    within('hash comment inside', 'a comment after a hash sign', '# x\n'),
    after('comment at the end', 'a comment after it', '/* x */'),
    after('line comment at the end', 'a line comment after it', '// x'),
    after('hash at the end', 'a hash sign after it', '#'),
    after('unclosed comment', 'a comment after it that is not closed', '/*'),
    after('slash at the end', 'a slash after it', '/'),
    after('markup comment', 'a comment of markup after it', '<!-- x -->'),
    after('sql comment', 'a comment of SQL after it', '-- x'),
  ],
};

function within(name: string, words: string, comment: string): Malformation {
  return { name, words, break: ({ json }) => `${json.slice(0, 1)}${comment}${json.slice(1)}` };
}

function after(name: string, words: string, comment: string): Malformation {
  return { name, words, break: ({ json }) => `${json}${comment}` };
}

/** JSONTestSuite: n_structure_capitalized_True, n_incomplete_*, n_array_*invalid_value, n_structure_*identifier. */
export const unknownWords: MalformedKind = {
  topic: 'words',
  malformations: [
    {
      name: 'declared word in capitals',
      words: 'true or false in capitals',
      break: ({ boolean }) => boolean && filled(boolean, boolean.own.toUpperCase()),
    },
    {
      name: 'declared word with a capital',
      words: 'True or False',
      break: ({ boolean }) =>
        boolean &&
        filled(
          boolean,
          boolean.own.replace(/^./, (letter) => letter.toUpperCase()),
        ),
    },
    ...['True', 'TRUE', 'False', 'NULL', 'None', 'nil', 'undefined', 'yes', 'nul', 'truee', 'nan', 'abc'].map(
      (word): Malformation => ({
        name: `word ${word}`,
        words: `the bare word ${word} for a value, in a property more`,
        break: ({ unnamed }) => filled(unnamed, word),
      }),
    ),
    {
      name: 'undefined for a value',
      words: 'the bare word undefined for a value',
      break: ({ text, number }) => filled(text ?? number, 'undefined'),
    },
    {
      name: 'constructed value',
      words: 'a date constructed as in a program',
      break: ({ unnamed }) => filled(unnamed, 'new Date(0)'),
    },
  ],
};
