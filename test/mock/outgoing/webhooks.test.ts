/** Webhooks, which tests, the control API and the console send. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { type RunningMock, serveMock } from '../../../mock/serve/mock-server.ts';
import { contractFromJson, member, send } from '../support.ts';
import { startReceiver } from './receiver.ts';

const document = {
  ...{ openapi: '3.1.0', info: { title: 'Shop', version: '1' } },
  paths: { '/orders': { get: { responses: { '204': { description: 'ok' } } } } },
  webhooks: {
    sold: {
      post: {
        requestBody: {
          content: {
            'application/json': {
              schema: { type: 'object', required: ['id'], properties: { id: { type: 'integer', example: 7 } } },
            },
          },
        },
        responses: { '204': { description: 'taken' } },
      },
    },
    ping: { get: { responses: { '204': { description: 'taken' } } } },
  },
};

async function startShop(): Promise<RunningMock> {
  const mock = await serveMock(await contractFromJson(document));
  onTestFinished(() => mock.close());
  return mock;
}

function post(mock: RunningMock, name: string, body: object) {
  return send(`${mock.url}/__store/webhooks/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}

describe('a webhook', () => {
  it('is sent with a body of the contract, and is in the journal', async () => {
    const [mock, receiver] = [await startShop(), await startReceiver()];
    expect(mock.webhooks.names()).toEqual(['sold', 'ping']);
    expect(await mock.webhooks.send('sold', { url: `${receiver.url}/hook` })).toEqual({
      kind: 'delivered',
      status: 204,
    });
    expect(receiver.calls).toMatchObject([{ method: 'POST', url: '/hook', body: '{"id":7}' }]);
    expect(await mock.journal.list()).toMatchObject([
      { kind: 'webhook', operation: 'sold', response: { status: 204 } },
    ]);
  });

  it('is sent with another body and headers', async () => {
    const [mock, receiver] = [await startShop(), await startReceiver()];
    await mock.webhooks.send('sold', { url: receiver.url, body: { id: 'x' }, headers: { 'X-Signature': 'abc' } });
    await mock.webhooks.send('ping', { url: receiver.url });
    expect(receiver.calls).toMatchObject([
      { method: 'POST', body: '{"id":"x"}', headers: { 'x-signature': 'abc', 'content-type': 'application/json' } },
      { method: 'GET', body: '' },
    ]);
  });

  it('is not sent to another machine', async () => {
    const mock = await startShop();
    expect(await mock.webhooks.send('sold', { url: 'http://shop.example' })).toMatchObject({ kind: 'failed' });
  });

  it.each([
    [{ 'bad name': 'x' }, 'expected the name of a header, got "bad name"'],
    [{ 'X-Note': 'a\nb' }, 'expected a header x-note without line breaks'],
  ])('with the headers %j is not sent, and the reason says why', async (headers, reason) => {
    const [mock, receiver] = [await startShop(), await startReceiver()];
    const delivery = await mock.webhooks.send('sold', { url: receiver.url, headers });
    expect(delivery).toMatchObject({ kind: 'failed', reason: expect.stringContaining(`not sent: ${reason}`) });
    expect(receiver.calls).toEqual([]);
  });

  it('with an unknown name is an error', async () => {
    const mock = await startShop();
    await expect(mock.webhooks.send('bought', { url: 'http://127.0.0.1:1' })).rejects.toThrow(
      'webhook: expected one of sold, ping, got "bought"',
    );
  });

  it('is sent by the control API', async () => {
    const [mock, receiver] = [await startShop(), await startReceiver()];
    expect((await send(`${mock.url}/__store/webhooks`)).json).toEqual({ webhooks: ['sold', 'ping'] });
    expect((await post(mock, 'sold', { url: receiver.url, body: { id: 8 }, headers: { 'X-A': 'b' } })).json).toEqual({
      kind: 'delivered',
      status: 204,
    });
    expect(receiver.calls).toMatchObject([{ body: '{"id":8}', headers: { 'x-a': 'b' } }]);
    const unknown = await post(mock, 'bought', { url: receiver.url });
    expect([unknown.status, member(unknown.json, 'fix')]).toEqual([
      400,
      expect.stringContaining('GET /__store/webhooks lists them'),
    ]);
    expect((await post(mock, 'sold', {})).status).toBe(400);
  });
});
