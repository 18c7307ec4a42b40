/** CSV and counts that show something else than the files. */
import { deep, type FilesFault } from '../variant.ts';
import { at, responds } from './changes.ts';

/** Of the CSV, and of the counts of shelves. */
export const wrongTables: readonly FilesFault[] = deep([
  {
    name: 'writes-quotes-in-csv-once',
    description: 'It does not double quotes within a quoted cell.',
    operations: ['uploadFile', 'listFiles'],
    foundBy: ['list-shows-written'],
    behavior: () => ({ csvCell: (text) => (/[",\r\n]/.test(text) ? `"${text}"` : text) }),
  },
  {
    name: 'never-quotes-in-csv',
    description: 'It writes cells with commas and line ends as they are.',
    operations: ['uploadFile', 'listFiles'],
    foundBy: ['list-shows-written'],
    behavior: () => ({ csvCell: (text) => text }),
  },
  {
    name: 'separates-csv-with-semicolons',
    description: 'It writes CSV as a German spreadsheet does.',
    operations: ['listFiles'],
    foundBy: ['list-shows-written'],
    behavior: responds(
      (response) => ({ ...response, body: String(response.body).replaceAll(',', ';') }),
      (response, operation) =>
        at('listFiles')(response, operation) && String(response.headers['content-type']).startsWith('text/csv'),
    ),
  },
  {
    name: 'leaves-headings-out-of-csv',
    description: 'It begins a CSV with the first file.',
    operations: ['listFiles'],
    foundBy: ['body-matches-schema'],
    behavior: responds(
      (response) => ({ ...response, body: String(response.body).replace(/^.*\r\n/, '') }),
      (response, operation) =>
        at('listFiles')(response, operation) && String(response.headers['content-type']).startsWith('text/csv'),
    ),
  },
  {
    name: 'sends-json-as-csv',
    description: 'It sends JSON with the media type text/csv.',
    operations: ['listFiles'],
    foundBy: ['body-matches-schema'],
    behavior: responds(
      (response) => ({ ...response, body: '[]' }),
      (response, operation) =>
        at('listFiles')(response, operation) && String(response.headers['content-type']).startsWith('text/csv'),
    ),
  },
  {
    name: 'sorts-shelves-of-path',
    description: 'It counts shelves in their own order, not in the one that was requested.',
    operations: ['readShelves'],
    foundBy: ['filter-respected'],
    behavior: ({ listItems }) => ({ listItems: (text) => listItems(text).toSorted((a, b) => Number(a) - Number(b)) }),
  },
  {
    name: 'counts-first-shelf-alone',
    description: 'It uses the first item of an array in the path alone.',
    operations: ['readShelves'],
    foundBy: ['filter-respected'],
    behavior: () => ({ listItems: (text) => text.split(',').slice(0, 1) }),
  },
  {
    name: 'counts-shelves-of-every-folder',
    description: 'It counts the files of all folders.',
    operations: ['uploadFile', 'readShelves'],
    foundBy: ['scoped-to-parent'],
    behavior: () => ({ filesOf: ({ files }) => [...files.values()] }),
  },
  {
    name: 'counts-in-text',
    description: 'It writes the count of a shelf as a string.',
    operations: ['readShelves'],
    foundBy: ['body-matches-schema'],
    behavior: responds(
      (response) => ({ ...response, body: String(response.body).replace(/"files":(\d+)/g, '"files":"$1"') }),
      at('readShelves'),
    ),
  },
]);
