/** Parameters that are not checked, or read otherwise. */
import { JsonNumber } from '../../json.ts';
import { basic, deep, type FilesDefect, type FilesFault, ignoresRules } from '../variant.ts';
import { throwServerError } from './changes.ts';

type Forgotten = readonly [name: string, description: string, ...rules: readonly string[]];

function forgotten(operation: string, list: readonly Forgotten[]): readonly FilesFault[] {
  return basic(
    list.map(
      ([name, description, ...rules]): FilesDefect => ({
        name,
        description,
        operations: [operation],
        foundBy: ['invalid-rejected'],
        behavior: ignoresRules(...rules),
      }),
    ),
  );
}

export const forgottenParameterRules: readonly FilesFault[] = [
  ...forgotten('listFiles', [
    ['takes-limit-of-any-size', 'It does not check the maximum of a limit.', 'query/limit/max'],
    ['takes-limit-of-zero', 'It does not check the minimum of a limit.', 'query/limit/min'],
    ['takes-any-shelf', 'It does not check the items of an array in the query.', 'query/shelves/item'],
    [
      'takes-shelf-100',
      'It does not check the maximum of the items of an array in the query.',
      'query/shelves/item/max',
    ],
    ['takes-six-shelves', 'It does not count the items of an array in the query.', 'query/shelves/max-items'],
    ['takes-repeated-shelves', 'It does not compare the items of an array in the query.', 'query/shelves/unique'],
    ['takes-negative-bytes', 'It does not check the minimum of a member of a deepObject.', 'query/bytes/min'],
    ['takes-bytes-beyond-64-bits', 'It keeps integers of any size in a deepObject.', 'query/bytes/max'],
    ['takes-bytes-as-text', 'It does not check the type of a member of a deepObject.', 'query/bytes/type'],
    [
      'takes-unknown-members-of-bytes',
      'It passes over members of a deepObject that are forbidden.',
      'query/bytes/unknown',
    ],
    ['takes-near-without-long', 'It does not require all members of a deepObject.', 'query/near/required'],
    ['takes-any-latitude', 'It does not check the bounds of the first member of a deepObject.', 'query/near/lat'],
    ['takes-any-longitude', 'It does not check the bounds of the second member of a deepObject.', 'query/near/long'],
    ['takes-where-that-is-not-json', 'It passes over JSON in the query that it cannot read.', 'query/where'],
    ['takes-any-where', 'It parses JSON in the query and does not check it.', 'where'],
    ['takes-empty-where', 'It does not check minProperties of JSON in the query.', 'where/empty'],
    [
      'takes-unknown-members-of-where',
      'It passes over members of JSON in the query that are forbidden.',
      'where/unknown',
    ],
    ['takes-any-shelf-in-where', 'It does not check a nested value of JSON in the query.', 'where/shelf'],
    ['takes-any-column', 'It does not check the items of an array in a header.', 'header/columns'],
    ['takes-repeated-columns', 'It does not compare the items of an array in a header.', 'header/columns/unique'],
    ['takes-any-cursor', 'It does not check the format of a cursor.', 'query/cursor'],
    ['takes-any-type', 'It does not check an enum in the query.', 'query/type'],
    ['takes-any-sort', 'It sorts by nothing where it does not know the order.', 'query/sort'],
  ]),
  ...forgotten('readShelves', [
    ['takes-any-shelf-in-path', 'It does not check the items of an array in the path.', 'query/path-shelves/item'],
    [
      'takes-five-shelves-in-path',
      'It does not count the items of an array in the path.',
      'query/path-shelves/max-items',
    ],
  ]),
  ...forgotten('writeNote', [
    ['takes-empty-notes', 'It keeps a text without the characters that it has at least.', 'note/min'],
    ['takes-long-notes', 'It does not count the characters of a text.', 'note/max'],
    ['takes-any-name-of-note', 'It does not check the pattern of a name in the path.', 'note/name'],
  ]),
];

export const readsParametersOtherwise: readonly FilesFault[] = deep([
  {
    name: 'checks-first-shelf-alone',
    description: 'It checks the first item of an array in the query and passes over the others.',
    operations: ['listFiles'],
    foundBy: ['invalid-rejected'],
    behavior: () => ({ listItems: (text) => text.split(',').slice(0, 1) }),
  },
  {
    name: 'drops-shelves-that-are-not-numbers',
    description: 'It leaves out items of an array that it cannot read.',
    operations: ['listFiles'],
    foundBy: ['invalid-rejected'],
    behavior: () => ({
      listItems: (text) => text.split(',').filter((item, index) => index === 0 || /^\d+$/.test(item)),
    }),
  },
  {
    name: 'reads-numbers-at-their-beginning',
    description: 'It reads 12abc as 12, as parseInt does.',
    operations: ['listFiles'],
    foundBy: ['invalid-rejected'],
    behavior: ({ readQuery }) => ({
      readQuery: (text) =>
        readQuery(text).map(([name, value]) => [name, name === 'limit' ? value.replace(/^(\d+).*$/s, '$1') : value]),
    }),
  },
  {
    name: 'reads-exponents-in-query',
    description: 'It makes an integer of an exponent that is none, as Number and Math.trunc do.',
    operations: ['listFiles'],
    foundBy: ['invalid-rejected'],
    behavior: ({ readQuery }) => ({
      readQuery: (text) =>
        readQuery(text).map(([name, value]) => [
          name,
          name === 'limit' && value !== '' && Number.isFinite(Number(value))
            ? String(Math.trunc(Number(value)))
            : value,
        ]),
    }),
  },
  {
    name: 'ignores-members-in-escaped-brackets',
    description: 'It knows the members of a deepObject by brackets that are not percent-encoded.',
    operations: ['listFiles'],
    foundBy: ['invalid-rejected'],
    behavior: ({ readQuery }) => ({
      readQuery: (text) =>
        readQuery(
          text
            .split('&')
            .filter((pair) => !/^\w+%5B/i.test(pair))
            .join('&'),
        ),
    }),
  },
  {
    name: 'wraps-bytes-around-64-bits',
    description: 'It reads an integer of the query modulo 2^64, as strtoull does without errno.',
    operations: ['listFiles'],
    foundBy: ['invalid-rejected'],
    behavior: ({ readQuery }) => ({
      readQuery: (text) =>
        readQuery(text).map(([name, value]) => [
          name,
          /^\d{19,40}$/.test(value) ? String(BigInt.asUintN(63, BigInt(value))) : value,
        ]),
    }),
  },
  {
    name: 'fails-beyond-64-bits-in-path',
    description: 'It returns 500 where the id in the path is not an int64.',
    operations: ['readFolder'],
    foundBy: ['no-server-error'],
    behavior: ({ decodeSegment }) => ({
      decodeSegment: (text) => {
        const value = decodeSegment(text);
        return /^\d{19,}$/.test(value) && BigInt(value) >= 2n ** 63n ? throwServerError() : value;
      },
    }),
  },
  {
    name: 'fails-on-letters-in-path',
    description: 'It returns 500 where the id in the path is not a number.',
    operations: ['readFolder'],
    foundBy: ['no-server-error'],
    behavior: ({ decodeSegment }) => ({
      decodeSegment: (text) => {
        const value = decodeSegment(text);
        return /^-?\d+$/.test(value) ? value : throwServerError();
      },
    }),
  },
  {
    name: 'fails-on-broken-escapes-in-path',
    description: 'It returns 500 where the path is not percent-encoded as it should be.',
    operations: ['readNote'],
    foundBy: ['no-server-error'],
    behavior: () => ({
      decodeSegment: (text) => {
        try {
          return decodeURIComponent(text);
        } catch {
          return throwServerError();
        }
      },
    }),
  },
  {
    name: 'fails-on-broken-where',
    description: 'It returns 500 where the JSON in the query is broken.',
    operations: ['listFiles'],
    foundBy: ['no-server-error'],
    behavior: ({ readQuery }) => ({
      readQuery: (text) => {
        const pairs = readQuery(text);
        for (const [name, value] of pairs) if (name === 'where' && !isJson(value)) throwServerError();
        return pairs;
      },
    }),
  },
  {
    name: 'reads-folder-id-as-double',
    description: 'It reads an int64 of the path as a double, and finds another folder or none.',
    operations: ['createFolder', 'readFolder'],
    foundBy: ['created-is-found'],
    behavior: ({ findFolder }) => ({
      findFolder: (state, id) => findFolder(state, BigInt(new JsonNumber(Number(id)).source)),
    }),
  },
]);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
