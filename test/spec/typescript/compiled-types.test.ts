/** The types of documents compile, and check what users write with them. */
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { documentTypes } from '../../../spec/typescript/document-types.ts';
import { contractFromJson } from '../../mock/support.ts';

const json = (schema: JsonObject) => ({ 'application/json': { schema } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const shop = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/orders': {
      get: {
        operationId: 'listOrders',
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer' } },
          { name: 'X-Tenant', in: 'header', required: true, schema: { type: 'string' } },
        ],
        responses: { 200: { description: 'All', content: json({ type: 'array', items: ref('Order') }) } },
      },
      post: {
        operationId: 'createOrder',
        requestBody: { required: true, content: json(ref('Order')) },
        responses: {
          201: { description: 'Created', content: json(ref('Order')) },
          '4XX': {
            description: 'Wrong',
            content: json({ type: 'object', required: ['message'], properties: { message: { type: 'string' } } }),
          },
        },
      },
    },
    '/orders/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { responses: { 200: { description: 'One', content: json(ref('Order')) }, 404: { description: 'None' } } },
      delete: { operationId: 'delete-order', responses: { 204: { description: 'Gone' } } },
    },
    '/labels': {
      get: { responses: { 200: { description: 'All', content: json({ type: 'array', items: ref('Label') }) } } },
    },
    '/me': { get: { responses: { 200: { description: 'You', content: json(ref('Label')) } } } },
  },
  components: {
    schemas: {
      Label: { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, text: { type: 'string' } } },
      Order: {
        type: 'object',
        required: ['id', 'name'],
        properties: {
          id: { type: 'integer', readOnly: true },
          name: { type: 'string' },
          status: { enum: ['open', 'paid'] },
        },
      },
    },
  },
};

/** What openapi-fetch derives from `paths`. */
const client = `
import type { paths, operations, collections, objects } from './api.d.ts';
import { defineConfig, startMock } from 'plant-store/mock';

type Get<Path extends keyof paths> = paths[Path] extends { get: { responses: { 200: { content: infer Content } } } } ? Content[keyof Content] : never;
type Post<Path extends keyof paths> = paths[Path] extends { post: { requestBody: { content: infer Content } } } ? Content[keyof Content] : never;
type QueryOf<Path extends keyof paths> = paths[Path] extends { get: { parameters: { query?: infer Query } } } ? Query : never;
type HeaderOf<Path extends keyof paths> = paths[Path] extends { get: { parameters: { header: infer Header } } } ? Header : never;

export const list: Get<'/orders'> = [{ id: 1, name: 'x', status: 'open' }];
export const sent: Post<'/orders'> = { name: 'x' };
export const query: QueryOf<'/orders'> = { limit: 1 };
export const header: HeaderOf<'/orders'> = { 'X-Tenant': 'a' };
// @ts-expect-error: no such status
export const wrong: Get<'/orders'>[number] = { id: 1, name: 'x', status: 'gone' };
// @ts-expect-error: a response always has an id
export const incomplete: Get<'/orders'>[number] = { name: 'x' };
// @ts-expect-error: the path has no such method
export type Patched = paths['/orders']['patch']['responses'];

export const config = defineConfig<operations, collections>({
  seeds: { '/orders': { count: 2, record: ({ index, faker }) => ({ name: faker.lorem.word() + index }) } },
  handlers: {
    listOrders: async ({ query, store }) => (await store.list('/orders')).slice(0, query.limit ?? 10),
    createOrder: async ({ body, store, next }) => {
      if (body.name === '') return { status: 422, body: { message: 'no name' } };
      const response = await next();
      const order = await store.update('/orders', 1, { status: 'paid' });
      return body.status === 'paid' && order !== undefined ? { status: 201, body: order } : response;
    },
    'GET /orders/{id}': ({ params }) => (params.id > 3 ? { status: 404 } : { id: params.id, name: 'x' }),
    'delete-order': () => undefined,
  },
});
await startMock({ ...config });

defineConfig<operations, collections>({
  handlers: {
    // @ts-expect-error: an id is a number
    'GET /orders/{id}': () => ({ id: 'seven', name: 'x' }),
    // @ts-expect-error: the path has no such parameter
    'delete-order': ({ params }) => void params.name,
  },
});
// @ts-expect-error: there is no such operation
defineConfig<operations, collections>({ handlers: { creatOrder: () => ({ id: 1, name: 'x' }) } });
// @ts-expect-error: there is no such collection
defineConfig<operations, collections>({ seeds: { '/order': [] } });
defineConfig<operations, collections, objects>({ seeds: { '/labels': [{ id: 1 }], '/me': { text: 'a' } } });
// @ts-expect-error: a text is not a number
defineConfig<operations, collections, objects>({ seeds: { '/me': { text: 5 } } });
// @ts-expect-error: there is no such object
defineConfig<operations, collections, objects>({ seeds: { '/you': { text: 'a' } } });
export const untyped = defineConfig({ handlers: { createOrder: ({ body, params }) => ({ body, id: params['id'] ?? null }) } });
`;

it('compile, and check handlers, seeds and the requests of a client', async () => {
  const folder = await mkdtemp(path.resolve('test/.docs-types-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const write = (name: string, text: string) => writeFile(path.join(folder, name), text);
  await write(
    'tsconfig.json',
    '{ "extends": "../../tsconfig.json", "compilerOptions": { "skipLibCheck": true }, "include": ["*.ts", "../../spec/*.d.ts"] }',
  );
  await write('client.ts', client);
  // A declaration file is only checked without skipLibCheck, so each is a module.
  await write('api.d.ts', documentTypes(await contractFromJson(shop)));
  const files = [...globSync('test/evals/corpus/features/*.{yaml,json}'), 'spec/plant-store.yaml'];
  for (const [index, file] of files.entries())
    await write(`types-${index}.ts`, documentTypes(await loadContract(file)));
  const tsc = path.resolve('node_modules/typescript/bin/tsc');
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', folder]).catch((error) => error);
  expect(
    String(stdout)
      .split('\n')
      .filter((line) => line.includes('.docs-types-')),
  ).toEqual([]);
});
