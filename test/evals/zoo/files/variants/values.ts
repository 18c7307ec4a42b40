/** Values that are kept or shown otherwise than they were sent. */
import { JsonNumber, type JsonObject, wholeNumber } from '../../json.ts';
import { deep, type FilesDefect, type FilesFault } from '../variant.ts';
import { at, inList, inObject, inText, keeps, responds, withJson, withMember } from './changes.ts';

type Kept = Pick<FilesDefect, 'name' | 'description'> &
  Partial<Pick<FilesDefect, 'foundBy'>> & { readonly change: (fields: JsonObject) => JsonObject };

function kept(operation: string, list: readonly Kept[]): readonly FilesFault[] {
  return deep(
    list.map(({ change, ...rest }) => ({
      foundBy: ['created-is-echoed'],
      ...rest,
      operations: [operation],
      behavior: keeps(change),
    })),
  );
}

export const storesOtherValues: readonly FilesFault[] = [
  ...kept('createFolder', [
    {
      name: 'lowers-labels',
      description: 'It keeps every item of an array in small letters.',
      change: withMember(
        'labels',
        inList((items) => items.map(inText((text) => text.toLowerCase()))),
      ),
    },
    {
      name: 'sorts-labels',
      description: 'It keeps an array in the order of the alphabet.',
      change: withMember(
        'labels',
        inList((items) => items.toSorted()),
      ),
    },
    {
      name: 'capitalises-names',
      description: 'It writes the first letter of a name large.',
      change: withMember(
        'name',
        inText((text) => text.replace(/^./u, (first) => first.toUpperCase())),
      ),
    },
    {
      name: 'composes-names',
      description: 'It normalises a name to NFC.',
      change: withMember(
        'name',
        inText((text) => text.normalize('NFC')),
      ),
    },
    {
      name: 'escapes-names',
      description: 'It keeps a name as HTML.',
      change: withMember(
        'name',
        inText((text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
      ),
    },
    {
      name: 'forgets-sign-of-balance',
      description: 'It keeps a number without its sign.',
      change: withMember('balance', (value) =>
        value instanceof JsonNumber ? new JsonNumber(value.source.replace('-', '')) : value,
      ),
    },
    {
      name: 'rounds-balance',
      description: 'It keeps two places of a number, as a column of a database does.',
      change: withMember('balance', (value) =>
        value instanceof JsonNumber ? new JsonNumber(Number(value.source).toFixed(2)) : value,
      ),
    },
    {
      name: 'keeps-quota-as-double',
      description: 'It keeps an int64 as a double.',
      change: withMember('quota', (value) =>
        value instanceof JsonNumber ? new JsonNumber(BigInt(Math.min(Number(value.source), 9.2e18))) : value,
      ),
    },
    {
      name: 'moves-29-february',
      description: 'It keeps 29 February as 1 March.',
      change: withMember(
        'closedOn',
        inText((text) => text.replace('-02-29', '-03-01')),
      ),
    },
    {
      name: 'drops-last-item-of-region',
      description: 'It keeps two of three prefixItems.',
      change: withMember(
        'region',
        inList((items) => items.slice(0, 2)),
      ),
    },
    {
      name: 'turns-last-item-of-region',
      description: 'It keeps false as the third of the prefixItems whatever was sent.',
      change: withMember(
        'region',
        inList((items) => items.map((item, index) => (index === 2 ? false : item))),
      ),
    },
    {
      name: 'writes-settings-anew',
      description: 'It parses a text that contains JSON and writes it without its white space.',
      change: withMember('settings', inText(written)),
    },
    {
      name: 'drops-country-of-owner',
      description: 'It forgets a member of an object on which another one depends.',
      change: withMember(
        'owner',
        inObject(({ country: _country, ...rest }) => rest),
      ),
    },
    {
      name: 'cuts-exponents-of-integers',
      description: 'It keeps exponents of integers as another number: 1e2 becomes 1.',
      foundBy: ['body-matches-schema'],
      change: withMember('retention', (value) =>
        value instanceof JsonNumber ? new JsonNumber(Number.parseInt(value.source, 10)) : value,
      ),
    },
  ]),
  ...kept('startJob', [
    {
      name: 'keeps-start-of-window-twice',
      description: 'It keeps the first of two prefixItems for both.',
      change: withMember(
        'window',
        inList(([from = '', ...rest]) => [from, ...rest.map(() => from)]),
      ),
    },
    {
      name: 'forgets-sign-of-priority',
      description: 'It keeps an integer without its sign.',
      change: withMember('priority', (value) =>
        value instanceof JsonNumber && (wholeNumber(value) ?? 0n) < 0n
          ? new JsonNumber(-(wholeNumber(value) ?? 0n))
          : value,
      ),
    },
  ]),
  ...kept('createLink', [
    {
      name: 'trims-notes-of-links',
      description: 'It removes white space at the ends of a text.',
      change: withMember(
        'note',
        inText((text) => text.trim()),
      ),
    },
    {
      name: 'gives-every-link-an-hour',
      description: 'It keeps 3600 seconds at most.',
      change: withMember('expiresIn', (value) =>
        value instanceof JsonNumber && Number(value.source) > 3_600 ? new JsonNumber(3_600) : value,
      ),
    },
  ]),
  ...kept('uploadFile', [
    {
      name: 'lowers-titles',
      description: 'It keeps the title of a file in small letters.',
      change: withMember(
        'title',
        inText((text) => text.toLowerCase()),
      ),
    },
    {
      name: 'trims-comments',
      description: 'It removes white space at the ends of a part.',
      change: withMember(
        'comment',
        inText((text) => text.trim()),
      ),
    },
    {
      name: 'keeps-first-person',
      description: 'It keeps the first item of an array of objects.',
      change: withMember(
        'meta',
        inObject(
          withMember(
            'people',
            inList((items) => items.slice(0, 1)),
          ),
        ),
      ),
    },
    {
      name: 'forgets-ages-after-first',
      description: 'It keeps the optional members of the first item of an array alone.',
      change: withMember(
        'meta',
        inObject(
          withMember(
            'people',
            inList((items) => items.map((item, index) => (index === 0 ? item : inObject(withoutAge)(item)))),
          ),
        ),
      ),
    },
    {
      name: 'swaps-latitude-and-longitude',
      description: 'It keeps a place in the order of GeoJSON.',
      change: withMember(
        'meta',
        inObject(
          withMember(
            'location',
            inList((items) => items.toReversed()),
          ),
        ),
      ),
    },
    {
      name: 'keeps-last-keyword',
      description: 'It keeps the last of several parts with one name.',
      change: withMember(
        'keywords',
        inList((items) => items.slice(-1)),
      ),
    },
  ]),
];

export const showsOtherValues: readonly FilesFault[] = deep([
  {
    name: 'shows-quota-as-text',
    description: 'It writes an int64 as a string, as Protocol Buffers do.',
    operations: ['createFolder'],
    foundBy: ['body-matches-schema'],
    behavior: ({ showFolder }) => ({
      showFolder: (folder) =>
        withMember('quota', (value) => (value instanceof JsonNumber ? value.source : value))(showFolder(folder)),
    }),
  },
  {
    name: 'shows-settings-as-object',
    description: 'It shows a text that contains JSON as the value in it.',
    operations: ['createFolder'],
    foundBy: ['body-matches-schema'],
    behavior: ({ showFolder, parseJson }) => ({
      showFolder: (folder) =>
        withMember('settings', (value) => {
          try {
            return parseJson(String(value));
          } catch {
            return value;
          }
        })(showFolder(folder)),
    }),
  },
  {
    name: 'shows-id-as-double',
    description: 'It writes an int64 as JavaScript does, and shows the id of another folder.',
    operations: ['createFolder', 'readFolder'],
    foundBy: ['created-is-found'],
    behavior: ({ showFolder }) => ({
      showFolder: (folder) => ({ ...showFolder(folder), id: new JsonNumber(Number(folder.id)) }),
    }),
  },
  {
    name: 'reads-labels-in-small-letters',
    description: 'It shows what was sent when it creates and something else when it reads.',
    operations: ['createFolder', 'readFolder'],
    foundBy: ['read-returns-written'],
    behavior: responds(
      withJson(
        inObject(
          withMember(
            'labels',
            inList((items) => items.map(inText((text) => text.toLowerCase()))),
          ),
        ),
      ),
      at('readFolder'),
    ),
  },
  {
    name: 'forgets-meta-when-it-reads',
    description: 'It shows an empty object for what a file was uploaded with.',
    operations: ['uploadFile', 'readFile'],
    foundBy: ['read-returns-written'],
    behavior: responds(withJson(inObject((file) => ({ ...file, meta: {} }))), at('readFile')),
  },
]);

function written(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}

function withoutAge({ age: _age, ...rest }: JsonObject): JsonObject {
  return rest;
}
