/** Responses with records whose schema says nothing about them, or describes something else than the records. */
import { expect, it } from 'vitest';
import { send, startMockWithPaths } from '../support.ts';
import { contentOf, createClient } from './json-client.ts';

const id = { type: 'integer' };
const account = {
  type: 'object',
  required: ['name', 'password'],
  properties: { id, name: { type: 'string' }, password: { type: 'string', writeOnly: true } },
};

it('a response without a schema has the record that was sent, except what is only written', async () => {
  const requestBody = { required: true, content: contentOf(account) };
  const app = createClient(
    await startMockWithPaths({
      '/accounts': {
        post: { requestBody, responses: { 201: { description: 'New', content: { 'application/json': {} } } } },
      },
      '/accounts/{id}': {
        get: {
          parameters: [{ name: 'id', in: 'path', required: true, schema: id }],
          responses: { 200: { description: 'One', content: contentOf(account) } },
        },
      },
    }),
  );
  const { status, json } = await app.post('/accounts', { id: 1, name: 'Ann', password: 'secret' });
  expect([status, json]).toEqual([201, { id: 1, name: 'Ann' }]);
});

it('a list that is requested in a media type with another schema is the sample of that', async () => {
  const summary = { type: 'object', required: ['count'], properties: { count: { type: 'integer', example: 7 } } };
  const ware = { type: 'object', required: ['id'], properties: { id } };
  const content = {
    ...contentOf({ type: 'array', items: ware }),
    'application/vnd.summary+json': { schema: summary },
  };
  const { url } = await startMockWithPaths({
    '/wares': {
      get: { responses: { 200: { description: 'All', content } } },
      post: {
        requestBody: { required: true, content: contentOf(ware) },
        responses: { 201: { description: 'New', content: contentOf(ware) } },
      },
    },
  });
  const { status, json } = await send(`${url}/wares`, { headers: { Accept: 'application/vnd.summary+json' } });
  expect([status, json]).toEqual([200, { count: 7 }]);
});
