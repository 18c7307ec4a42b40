/** Callbacks of operations, which the mock sends to its clients. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { type RunningMock, type ServeOptions, serveMock } from '../../../mock/serve/mock-server.ts';
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import { contractFromJson, send } from '../support.ts';
import { startReceiver } from './receiver.ts';

const order = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string' }, hook: { type: 'string' } },
};
const json = (schema: JsonObject) => ({ 'application/json': { schema } });
const event = {
  type: 'object',
  required: ['event', 'order'],
  properties: { event: { const: 'paid' }, order: { $ref: '#/components/schemas/Paid' } },
};

const document = {
  ...{ openapi: '3.1.0', info: { title: 'Shop', version: '1' } },
  paths: {
    '/orders': {
      get: { responses: { '200': { description: 'ok', content: json({ type: 'array', items: order }) } } },
      post: {
        operationId: 'createOrder',
        parameters: [{ name: 'token', in: 'query', schema: { type: 'string' } }],
        requestBody: { required: true, content: json(order) },
        responses: { '201': { description: 'ok', content: json(order) }, '400': { description: 'no' } },
        callbacks: {
          onPaid: {
            '{$request.body#/hook}/paid/{$response.body#/id}?token={$request.query.token}': {
              post: {
                requestBody: { content: json(event) },
                responses: { '204': { description: 'taken' } },
              },
            },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Paid: { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, name: { type: 'string' } } },
    },
  },
};

async function startShop(options: ServeOptions = { callbacks: true }): Promise<RunningMock> {
  const mock = await serveMock(await contractFromJson(document), options);
  onTestFinished(() => mock.close());
  return mock;
}

function createOrder({ url }: RunningMock, hook: string, body = {}) {
  return send(`${url}/orders?token=abc`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'lamp', hook, ...body }),
  });
}

const callbackEntries = (mock: RunningMock) => mock.journal.waitFor({ operation: 'onPaid', timeout: 60_000 });

describe('a callback', () => {
  it('is sent after the response, with the values of the exchange', async () => {
    const [mock, receiver] = [await startShop(), await startReceiver()];
    await createOrder(mock, receiver.url);
    const [entry] = await callbackEntries(mock);
    expect(receiver.calls).toMatchObject([{ method: 'POST', url: '/paid/2?token=abc' }]);
    expect(JSON.parse(receiver.calls[0]?.body ?? '')).toEqual({ event: 'paid', order: { id: 2, name: 'lamp' } });
    expect(receiver.calls[0]?.headers).toMatchObject({
      'plant-store-callback': 'onPaid',
      'content-type': 'application/json',
      'user-agent': expect.stringMatching(/^plant-store\//),
    });
    expect(entry).toMatchObject({
      ...{ kind: 'callback', operation: 'onPaid', valid: true, violations: [] },
      request: { method: 'POST', target: expect.stringContaining('/paid/2') },
      response: { status: 204 },
    });
  });

  it('is not sent without the option', async () => {
    const [mock, receiver] = [await startShop({}), await startReceiver()];
    await createOrder(mock, receiver.url);
    await createOrder(mock, receiver.url);
    expect(await mock.journal.count()).toBe(2);
    expect(receiver.calls).toEqual([]);
  });

  it('is not sent after an error, or without its URL', async () => {
    const [mock, receiver] = [await startShop(), await startReceiver()];
    await createOrder(mock, receiver.url, { name: 7 });
    await createOrder(mock, receiver.url, { hook: undefined });
    await createOrder(mock, receiver.url);
    await callbackEntries(mock);
    expect(receiver.calls).toHaveLength(1);
  });

  it.each([
    ['http://shop.example:1', 'expected a host of this machine or of --allow-callbacks, got \\"shop.example\\"'],
    ['ftp://127.0.0.1', 'expected an http or https URL'],
    ['http://me:secret@127.0.0.1', 'expected a URL without credentials'],
    ['http://127.0.0.1:1/__store/reset?', 'expected no path of the control API'],
  ])('is not sent to %s', async (url, reason) => {
    const mock = await startShop();
    await createOrder(mock, url);
    const [entry] = await callbackEntries(mock);
    expect(entry).toMatchObject({ kind: 'callback', response: null });
    expect(JSON.stringify(entry?.why)).toContain(reason);
    expect(JSON.stringify(entry)).not.toContain('secret');
  });

  it('has a violation if its receiver responds with what the contract does not declare', async () => {
    const [mock, receiver] = [await startShop(), await startReceiver(500)];
    await createOrder(mock, receiver.url);
    const [entry] = await callbackEntries(mock);
    expect(entry?.violations).toMatchObject([{ side: 'response', message: expect.stringContaining('500') }]);
  });

  it('to the mock itself is not followed by another one', async () => {
    const text = { type: 'object', required: ['url'], properties: { url: { type: 'string' } } };
    const callback = { requestBody: { content: json(text) }, responses: { '204': { description: 'taken' } } };
    const post = {
      requestBody: { required: true, content: json(text) },
      responses: { '204': { description: 'ok' } },
      callbacks: { onNews: { '{$request.body#/url}': { post: callback } } },
    };
    const mock = await serveMock(await contractFromJson({ ...document, paths: { '/news': { post } } }), {
      callbacks: true,
    });
    onTestFinished(() => mock.close());
    const subscribe = (url: string) =>
      send(`${mock.url}/news`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ url }),
      });
    await subscribe(`${mock.url}/news`);
    // The callback, and the request that it is: a loop would have further ones before the next callback.
    await mock.journal.waitFor({ operation: 'onNews', timeout: 60_000 });
    await subscribe('http://127.0.0.1:1');
    await mock.journal.waitFor({ operation: 'onNews', count: 2, timeout: 60_000 });
    const entries = await mock.journal.list({ operation: 'onNews' });
    expect(entries.map(({ request }) => request.target)).toEqual([`${mock.url}/news`, 'http://127.0.0.1:1']);
  });

  it('does not follow a redirect', async () => {
    const target = await startReceiver();
    const [mock, receiver] = [await startShop(), await startReceiver(307, { Location: target.url })];
    await createOrder(mock, receiver.url);
    const [entry] = await callbackEntries(mock);
    expect(entry?.response?.status).toBe(307);
    expect(target.calls).toEqual([]);
  });

  it('to a receiver that is not there has the reason', async () => {
    const mock = await startShop();
    await createOrder(mock, 'http://127.0.0.1:1');
    const [entry] = await callbackEntries(mock);
    expect(entry).toMatchObject({ response: null, why: expect.stringContaining('the receiver did not respond: ') });
  });
});
