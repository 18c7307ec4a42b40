/** Conditional requests, if the contract declares them (RFC 9110, 13). */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import { errorMessage, send, startMockWithPaths, type TestMock } from '../support.ts';

const order = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'integer' }, name: { type: 'string' } },
};
const content = { 'application/json': { schema: order } };
const tag = { headers: { ETag: { required: true, schema: { type: 'string' } } } };
const header = (name: string) => ({ name, in: 'header', schema: { type: 'string' } });

function orders(put: JsonObject, headers: JsonObject = tag): Promise<TestMock> {
  const shown = { description: 'It', content, ...headers };
  const none = { 404: { description: 'None' } };
  return startMockWithPaths({
    '/orders': { post: { requestBody: { required: true, content }, responses: { 201: shown } } },
    '/orders/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: {
        parameters: [header('If-None-Match')],
        responses: { 200: shown, 304: { description: 'Same', ...headers }, ...none },
      },
      put: {
        parameters: [header('if-match')],
        requestBody: { required: true, content },
        responses: { 200: shown, ...none, ...put },
      },
    },
  });
}

const sent = (name: string, headers: Record<string, string> = {}) => ({
  method: 'PUT',
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify({ id: 7, name }),
});

async function created(mock: TestMock): Promise<string> {
  const { headers } = await send(`${mock.url}/orders`, { ...sent('first'), method: 'POST' });
  return headers.get('etag') ?? '';
}

describe('a record with an ETag', () => {
  test('keeps it until it is changed', async () => {
    const mock = await orders({ 412: { description: 'Another' } });
    const first = await created(mock);
    expect(first).toMatch(/^"[0-9a-f]{16}"$/);
    expect((await send(`${mock.url}/orders/7`)).headers.get('etag')).toBe(first);
    const second = (await send(`${mock.url}/orders/7`, sent('second'))).headers.get('etag');
    expect(second).not.toBe(first);
    expect((await send(`${mock.url}/orders/7`)).headers.get('etag')).toBe(second);
  });

  test('can only be changed with the current ETag', async () => {
    const mock = await orders({ 412: { description: 'Another' } });
    const first = await created(mock);
    const change = (name: string, value: string) => send(`${mock.url}/orders/7`, sent(name, { 'If-Match': value }));
    expect((await change('second', first)).status).toBe(200);
    const late = await change('third', first);
    expect(late.status).toBe(412);
    const current = (await send(`${mock.url}/orders/7`)).headers.get('etag');
    const shown = JSON.stringify(first);
    expect(errorMessage(late)).toBe(
      `header.If-Match: expected ${current}, the current tag of the record, got ${shown}`,
    );
    expect((await change('third', '*')).status).toBe(200);
    expect((await change('fourth', '"other", "tags"')).status).toBe(412);
    expect((await change('fifth', 'untagged text')).status).toBe(200);
  });

  test('can be changed by all clients if the contract has no 412', async () => {
    const mock = await orders({});
    await created(mock);
    expect((await send(`${mock.url}/orders/7`, sent('second', { 'If-Match': '"other"' }))).status).toBe(200);
  });

  test('can be changed by all clients if no response shows the ETag', async () => {
    const mock = await orders({ 412: { description: 'Another' } }, {});
    expect(await created(mock)).toBe('');
    expect((await send(`${mock.url}/orders/7`, sent('second', { 'If-Match': '"other"' }))).status).toBe(200);
  });

  test('is not sent again to a client that already has it', async () => {
    const mock = await orders({});
    const first = await created(mock);
    const read = (value: string) => send(`${mock.url}/orders/7`, { headers: { 'If-None-Match': value } });
    const same = await read(`W/${first}`);
    expect([same.status, same.text, same.headers.get('etag')]).toEqual([304, '', first]);
    expect((await read('"other"')).status).toBe(200);
  });
});
