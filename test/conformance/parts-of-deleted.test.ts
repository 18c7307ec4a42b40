/** What is below a record at a path of its own, such as the text of a page, is deleted with the record. */
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { stringifyJson } from '../../spec/json/exact-json.ts';
import { parseContract } from '../../spec/loading/load-contract.ts';
import { itemDocument, pick } from './item-store.ts';
import { describeErrors, verify } from './support.ts';
import { readBody, startTestServer } from './test-server.ts';

const text = { description: 'The text', content: { 'text/plain': { schema: { type: 'string', minLength: 1 } } } };
const unknown = { 400: { description: 'Invalid' }, 404: { description: 'Unknown' }, 415: { description: 'Not text' } };
const operations = pick('POST /items', 'GET /items/{id}', 'DELETE /items/{id}');

/** With this description of the deletion. */
function contractWith(description: string) {
  const document = itemDocument({
    ...operations,
    'DELETE /items/{id}': { ...operations['DELETE /items/{id}'], description },
    'GET /items/{id}/text': { operationId: 'readText', responses: { 200: text, ...unknown } },
    'PUT /items/{id}/text': {
      operationId: 'writeText',
      requestBody: { required: true, content: text.content },
      responses: { 204: { description: 'Written' }, ...unknown },
    },
  });
  return parseContract('file:///items.json', stringifyJson(document));
}

type Defect = 'still shows the text';

async function errorsOf(description: string, defect?: Defect): Promise<readonly string[]> {
  const names = new Map<string, string>();
  const texts = new Map<string, Buffer>();
  let lastId = 0;
  const server = createServer(async (request, response) => {
    const bytes = await readBody(request);
    const [, , id = '', part] = (request.url ?? '').split('/');
    const send = (status: number, body?: string | Buffer, type = 'application/json') => {
      response.writeHead(status, body === undefined ? {} : { 'Content-Type': type });
      response.end(body);
    };
    const item = () => stringifyJson({ id: Number(id), name: names.get(id) ?? '' });
    if (request.method === 'POST') {
      const created = String(++lastId);
      names.set(created, 'A page');
      return send(201, stringifyJson({ id: lastId, name: 'A page' }));
    }
    const isTolerated = part === 'text' && request.method === 'GET';
    if (!names.has(id) && !(isTolerated && texts.has(id))) return send(404, '{}');
    if (part === undefined && request.method === 'GET') return send(200, item());
    if (request.method === 'PUT') {
      texts.set(id, bytes);
      return send(204);
    }
    if (request.method === 'GET') return texts.has(id) ? send(200, texts.get(id), 'text/plain') : send(404, '{}');
    names.delete(id);
    if (defect === undefined) texts.delete(id);
    return send(204);
  });
  const baseUrl = await startTestServer(server, onTestFinished);
  const contract = await contractWith(description);
  const errors = describeErrors(await verify({ contract, baseUrl, categories: ['lifecycles'] }));
  return errors.filter((error) => error.startsWith('deleted-not-found'));
}

test('an implementation that deletes the text with its item is not reported', async () => {
  expect(await errorsOf('Deletes the item and its text.')).toEqual([]);
});

test('a text that can still be read is reported, where a sentence says that it is deleted', async () => {
  expect(await errorsOf('Deletes the item and its text.', 'still shows the text')).toHaveLength(1);
  expect(await errorsOf('Deletes the item.', 'still shows the text')).toEqual([]);
});
