/** Lists that have no page after the last one, as those of Django REST framework. */
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { loadText } from '../spec/support.ts';
import { failingChecks, verify } from './support.ts';
import { startTestServer } from './test-server.ts';

const json = (schema: object) => ({ description: 'A response', content: { 'application/json': { schema } } });

function contractOf(name: string) {
  const parameters = [{ name, in: 'query', schema: { type: 'integer', minimum: 0, maximum: 1000 } }];
  const items = {
    type: 'array',
    items: { type: 'object', required: ['title'], properties: { title: { type: 'string' } } },
  };
  const responses = { 200: json(items), 400: { description: 'Invalid' }, 404: { description: 'No such page' } };
  return loadText(
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Books', version: '1' },
      paths: { '/books': { get: { operationId: 'listBooks', parameters, responses } } },
    }),
  );
}

test.each([
  ['page', []],
  ['offset', []],
  ['size', ['valid-accepted']],
])('a 404 for %s=1000 is reported by %j', async (name, expected) => {
  const server = createServer(({ url = '/' }, response) => {
    const text = new URL(url, 'http://books').searchParams.get(name) ?? '1';
    const number = Number(text);
    const isValid = /^\d+$/.test(text) && number <= 1000;
    if (!isValid) return response.writeHead(400).end();
    if (number > 1) return response.writeHead(404).end();
    return response.writeHead(200, { 'Content-Type': 'application/json' }).end('[{"title":"Ferns"}]');
  });
  const baseUrl = await startTestServer(server, onTestFinished);
  const result = await verify({ contract: await contractOf(name), baseUrl, categories: ['parameters'] });
  expect(failingChecks(result)).toEqual(expected);
});
