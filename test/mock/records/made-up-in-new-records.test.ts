import { expect, it, onTestFinished } from 'vitest';
import { startMock } from '../../../mock/index.ts';
import { send } from '../support.ts';

const readOnly = { type: 'string', readOnly: true };
const product = {
  type: 'object',
  required: ['id', 'name', 'sku', 'vendor'],
  properties: {
    id: { type: 'integer', readOnly: true },
    name: { type: 'string' },
    sku: readOnly,
    vendor: { type: 'object', readOnly: true, required: ['email'], properties: { email: { type: 'string' } } },
    state: { ...readOnly, enum: ['new', 'sold'] },
    warehouse: { ...readOnly, example: 'north' },
  },
};
const content = { 'application/json': { schema: product } };
const shop = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/products': {
      post: { requestBody: { required: true, content }, responses: { 201: { description: 'made', content } } },
    },
    '/products/{id}': {
      get: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: { 200: { description: 'one', content } },
      },
    },
  },
};

async function createTwo() {
  const mock = await startMock({ spec: shop });
  onTestFinished(() => mock.close());
  const create = async () => {
    const headers = { 'Content-Type': 'application/json' };
    return JSON.parse((await send(`${mock.url}/products`, { method: 'POST', headers, body: '{"name":"lamp"}' })).text);
  };
  const records = [await create(), await create()];
  for (const one of records) expect(JSON.parse((await send(`${mock.url}/products/${one.id}`)).text)).toEqual(one);
  await mock.reset();
  expect(await create()).toEqual(records[0]);
  return records;
}

it('what the server makes up differs between new records, and is the same after a reset', async () => {
  const [first, second] = await createTwo();
  expect(first.sku).not.toBe(second.sku);
  expect(first.vendor.email).not.toBe(second.vendor.email);
});

it('what is sent or declared is the same in each new record', async () => {
  const [first, second] = await createTwo();
  for (const one of [first, second]) expect(one).toMatchObject({ name: 'lamp', state: 'new', warehouse: 'north' });
  expect(second.id).toBe(first.id + 1);
});

it('what clients set has no value until they set it', async () => {
  const settable = { assigneeId: { type: ['string', 'null'], format: 'uuid' }, tags: { type: 'array', items: {} } };
  const shown = { type: 'object', required: ['id', 'assigneeId', 'tags', 'teamId'] };
  const properties = {
    id: readOnly,
    ...settable,
    teamId: { type: ['string', 'null'], format: 'uuid', readOnly: true },
  };
  const ticket = { 'application/json': { schema: { ...shown, properties } } };
  const changes = { 'application/json': { schema: { type: 'object', properties: settable } } };
  const response = { description: 'one', content: ticket };
  const created = { 'application/json': { schema: { type: 'object', properties: { tags: settable.tags } } } };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const paths = {
    '/tickets': { post: { requestBody: { content: created }, responses: { 201: response } } },
    '/tickets/{id}': {
      parameters: [id],
      get: { responses: { 200: response } },
      patch: { requestBody: { content: changes }, responses: { 200: response } },
    },
  };
  const mock = await startMock({ spec: { ...shop, paths } });
  onTestFinished(() => mock.close());
  const headers = { 'Content-Type': 'application/json' };
  const { text } = await send(`${mock.url}/tickets`, { method: 'POST', headers, body: '{}' });
  expect(JSON.parse(text)).toMatchObject({ assigneeId: null, tags: [], teamId: expect.any(String) });
});
