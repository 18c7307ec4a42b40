/** Contracts that are written differently and mean the same for every request and response: no change in either direction. */
import { expect, test } from 'vitest';
import { diffContracts } from '../../../spec/diff/diff-contracts.ts';
import { document, operationObject, parseDocument } from './build-documents.ts';

const inOperation = (parts: Readonly<Record<string, string>>, path = '/things') =>
  document(`{ '${path}': { post: ${operationObject(parts)} } }`, {}, '3.1.0');
const query = (schema: string) => inOperation({ parameters: `[{ name: q, in: query, schema: { ${schema} } }]` });
const header = (schema: string) =>
  inOperation({ responses: `{ '200': { description: ok, headers: { X-Total: { schema: { ${schema} } } } } }` });
const field = (schema: string) =>
  inOperation({
    requestBody: `{ content: { application/x-www-form-urlencoded: { schema: { type: object, properties: { a: { ${schema} } } } } } }`,
  });
const member = (schema: string) =>
  inOperation({
    responses: `{ '200': { description: ok, content: { application/json: { schema: { type: object, properties: { a: { type: string, ${schema} } } } } } } }`,
  });
const inPath = (...names: readonly string[]) =>
  inOperation(
    { parameters: `[${names.map((name) => `{ name: ${name}, in: path, required: true, schema: { type: string } }`)}]` },
    '/things/{id}',
  );

const numberOrText = 'anyOf: [{ type: string }, { type: integer }]';

test.each([
  ['a type whose texts are strings', query('type: [string, integer]'), query('type: string')],
  ['alternatives whose texts are strings', query(numberOrText), query('type: string')],
  [
    'a type of items whose texts are strings',
    query(`type: array, items: { ${numberOrText} }`),
    query('type: array, items: { type: string }'),
  ],
  [
    'a type of members whose texts are strings',
    query(`type: object, properties: { a: { ${numberOrText} } }`),
    query('type: object, properties: { a: { type: string } }'),
  ],
  ['null beside any string', query("type: [string, 'null']"), query('type: string')],
  ['two types beside any string', query('type: [string, integer]'), query('type: [string, boolean]')],
  ['listed numbers beside the same texts', query("enum: [1, '1', a]"), query("enum: ['1', a]")],
  ['a type of a response header whose texts are strings', header(numberOrText), header('type: string')],
  ['a type of a form field whose texts are strings', field(numberOrText), field('type: string')],
  ['a parameter of a path that has no place for it', inPath('id', 'other'), inPath('id')],
  ['the format of OpenAPI 3.0 for base64', member('format: byte'), member('contentEncoding: base64')],
  [
    'the format of OpenAPI 3.0 for bytes',
    member('format: binary'),
    member('contentMediaType: application/octet-stream'),
  ],
])('%s', async (_what, one, other) => {
  const [before, after] = [await parseDocument(one), await parseDocument(other)];
  const changes = [...diffContracts(before, after), ...diffContracts(after, before)];
  expect(changes.map(({ rule, at }) => `${rule.impact} ${rule.id} ${at}`)).toEqual([]);
});
