/** Cases that have to be rejected share a record, as long as it is not consumed. */
import { expect, onTestFinished, test } from 'vitest';
import { startMock } from '../../mock/index.ts';
import { parseContract } from '../../spec/loading/load-contract.ts';
import { describeErrors, verify } from './support.ts';

const schema = { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, name: { type: 'string' } } };
const content = { 'application/json': { schema } };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const denied = { 401: { description: 'No valid key.' } };
const document = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  security: [{ key: [] }],
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
  paths: {
    '/notes': {
      post: {
        requestBody: {
          content: { 'application/json': { schema: { type: 'object', properties: { name: { type: 'string' } } } } },
        },
        responses: { 201: { description: 'The note.', content }, ...denied },
      },
    },
    '/notes/{id}': {
      parameters: [id],
      get: { responses: { 200: { description: 'The note.', content }, 404: { description: 'None.' }, ...denied } },
      delete: { responses: { 204: { description: 'Deleted.' }, 404: { description: 'None.' }, ...denied } },
    },
  },
};

async function runDeletions(options: { readonly auth: boolean }) {
  const mock = await startMock({ spec: document, records: 0, ...options });
  onTestFinished(() => mock.close());
  const result = await verify({
    contract: await parseContract('https://notes.example/openapi.json', JSON.stringify(document)),
    baseUrl: mock.url,
    credentials: { token: mock.token, byScheme: new Map() },
    categories: ['authentication'],
    operations: ['DELETE /notes/{id}'],
  });
  const count = (method: string) => mock.journal.count({ method });
  return { result, created: await count('POST'), deleted: await count('DELETE') };
}

test('few records are created for deletions without valid credentials', async () => {
  const { result, created, deleted } = await runDeletions({ auth: true });
  expect(describeErrors(result)).toEqual([]);
  expect(deleted).toBeGreaterThan(30);
  expect(created).toBeLessThan(deleted / 2);
});

test('an implementation that accepts them gets a record for each, and is reported', async () => {
  const { result, created } = await runDeletions({ auth: false });
  expect(describeErrors(result).join()).toContain('unauthorized-rejected');
  expect(created).toBeGreaterThan(5);
});
