/** Values and texts that the contract leaves to the service. */
import { isObject, type Json, JsonNumber } from '../../json.ts';
import { right } from '../../variant.ts';
import type { FilesBehavior } from '../behavior.ts';
import { quotedCell } from '../csv.ts';
import { inList, keeps, responds, withHeaders, withJson } from './changes.ts';

/** Other values that the contract leaves to the service. */
export const rightRepresentations = right<FilesBehavior>([
  {
    name: 'quotes-every-cell',
    description: 'It writes every cell of a CSV within quotes.',
    behavior: () => ({ csvCell: quotedCell }),
  },
  {
    name: 'ends-csv-without-line-end',
    description: 'It writes no line end after the last line of a CSV, which RFC 4180 allows.',
    behavior: responds(
      (response) => ({ ...response, body: String(response.body).replace(/\r\n$/, '') }),
      ({ headers }) => String(headers['content-type']).startsWith('text/csv'),
    ),
  },
  {
    name: 'describes-csv-with-parameters',
    description: 'It adds the parameters charset and header to text/csv.',
    behavior: responds(withHeaders({ 'content-type': 'text/csv; header=present; charset="UTF-8"' }), ({ headers }) =>
      String(headers['content-type']).startsWith('text/csv'),
    ),
  },
  {
    name: 'prefers-csv',
    description: 'It sends CSV where the client accepts both alike.',
    behavior: ({ chooseType }) => ({ chooseType: (accept, types) => chooseType(accept, types.toReversed()) }),
  },
  {
    name: 'writes-members-in-other-order',
    description: 'It writes the members of every object in reverse.',
    behavior: responds(withJson(reversed), ({ headers }) => String(headers['content-type']).includes('json')),
  },
  {
    name: 'writes-json-with-escapes',
    description: 'It writes JSON with line ends, and every character beyond ASCII as an escape.',
    behavior: responds(
      (response) => ({
        ...response,
        body: ` ${String(response.body).replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}\r\n`,
      }),
      ({ headers }) => String(headers['content-type']).includes('json'),
    ),
  },
  {
    name: 'writes-integers-with-point',
    description: 'It writes 1.0 for the version of a file, which is an integer as JSON Schema counts.',
    behavior: ({ showFile }) => ({
      showFile: (file) => ({ ...showFile(file), version: new JsonNumber(`${file.version}.0`) }),
    }),
  },
  {
    name: 'fills-in-format',
    description: 'It adds the constant format to folders that were created without it.',
    behavior: keepsInFolders,
  },
  {
    name: 'gives-charset-of-json',
    description: 'It adds a charset to JSON, and none to text.',
    behavior: responds(
      (response) => withHeaders({ 'content-type': `${response.headers['content-type']}; charset=UTF-8` })(response),
      ({ headers }) => String(headers['content-type']).endsWith('json'),
    ),
  },
]);

function keepsInFolders(service: FilesBehavior): Partial<FilesBehavior> {
  const change = keeps((fields) =>
    'kind' in fields && 'retention' in fields ? { format: new JsonNumber(2), ...fields } : fields,
  );
  return change(service);
}

function reversed(value: Json): Json {
  if (!isObject(value)) return inList((items) => items.map(reversed))(value);
  const members = Object.entries(value).toReversed();
  return Object.fromEntries(members.map(([name, member]) => [name, reversed(member)]));
}
