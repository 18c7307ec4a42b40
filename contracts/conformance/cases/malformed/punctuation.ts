import { objectText } from './body-text.ts';
import { filled, type Malformation, type MalformedKind } from './malformation.ts';

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

function inTheEnd(name: string, words: string, mark: string): Malformation {
  return { name, words, break: ({ json }) => `${json.slice(0, -1)}${mark}${json.slice(-1)}` };
}

function between(name: string, words: string, mark: string): Malformation {
  return { name, words, break: ({ members }) => members && objectText(members, mark) };
}

function beside(name: string, words: string, member: string): Malformation {
  return {
    name,
    words,
    break: ({ members }) => members && `${objectText(members).slice(0, -1)},${member}}`,
  };
}

function forColon(name: string, words: string, mark: string): Malformation {
  return {
    name,
    words,
    break: ({ members: [first, ...rest] = [] }) =>
      first && `{${first.join(mark)},${objectText(rest).slice(1)}`,
  };
}

/** Of the items of an array that is there, else of one in a property more. */
function inArray(name: string, words: string, write: (items: string) => string): Malformation {
  return {
    name,
    words,
    break: ({ array, unnamed }) => filled(array ?? unnamed, write(array?.own.slice(1, -1) ?? '1')),
  };
}
