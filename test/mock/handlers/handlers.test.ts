import { describe, expect, it, vi } from 'vitest';
import type { HandlerContext } from '../../../mock/handlers/config-types.ts';
import { startShop } from './shop.ts';

const seeds = { '/orders': [{ id: 1, name: 'lamp', count: 2 }] };

it('an error that a returned value throws is not shown to clients', async () => {
  const result = {
    get name() {
      throw new Error('no such file: /home/secret.pem');
    },
  };
  const mock = await startShop({ seeds, handlers: { readOrder: () => result } });
  const { status, text } = await mock.send('GET', '/orders/1');
  expect(status).toBe(500);
  expect(text).toContain('readOrder');
  expect(text).not.toContain('secret');
});

describe('a handler', () => {
  it('gets the values of the request in the types of the contract, and returns the body', async () => {
    const seen = vi.fn();
    const mock = await startShop({
      seeds,
      handlers: {
        readOrder: ({ request, params, query, body }) => {
          seen({ method: request.method, url: request.url, params, query, body });
          return { id: params['id'] ?? 0, name: 'from the handler' };
        },
      },
    });
    const { status, json } = await mock.send('GET', '/orders/7');
    expect([status, json]).toEqual([200, { id: 7, name: 'from the handler' }]);
    expect(seen).toHaveBeenCalledWith({
      method: 'GET',
      url: '/orders/7',
      params: { id: 7 },
      query: {},
      body: undefined,
    });
  });

  it('may be async and return the whole response; declared headers that it leaves out are filled in', async () => {
    const createOrder = vi.fn(async () => ({
      status: 201,
      headers: { 'X-Extra': 'yes' },
      body: { id: 3, name: 'chair' },
    }));
    const mock = await startShop({ handlers: { createOrder } });
    const { status, headers, json } = await mock.send('POST', '/orders', { name: 'lamp' });
    expect([status, json]).toEqual([201, { id: 3, name: 'chair' }]);
    expect(headers.get('x-extra')).toBe('yes');
    expect(headers.get('x-left')).toMatch(/^\d+$/);
  });

  it('gets only requests that are valid and authenticated', async () => {
    const createOrder = vi.fn(() => ({ id: 1, name: 'x' }));
    const mock = await startShop({ handlers: { createOrder } });
    expect((await mock.send('POST', '/orders', { name: '' })).status).toBe(422);
    expect((await mock.send('POST', '/orders', { name: 'lamp' }, { Authorization: '' })).status).toBe(401);
    expect(createOrder).not.toHaveBeenCalled();
  });

  it('changes the regular response, which has created a record', async () => {
    const mock = await startShop({
      handlers: {
        createOrder: async ({ next }) => {
          const response = await next();
          return { ...response, headers: { ...response.headers, 'X-Left': '5' } };
        },
      },
    });
    const created = await mock.send('POST', '/orders', { name: 'chair' });
    expect(created.headers.get('x-left')).toBe('5');
    expect((await mock.records.list('/orders')).length).toBeGreaterThan(0);
    expect(JSON.stringify(await mock.records.list('/orders'))).toContain('chair');
  });

  it('gets the error of a regular response from next', async () => {
    const mock = await startShop({
      seeds,
      handlers: { readOrder: async ({ next }) => next() },
    });
    const { status, json } = await mock.send('GET', '/orders/99');
    expect([status, Object.keys(json ?? {})]).toEqual([404, ['error']]);
  });

  it('gets an error of the mock that the contract does not declare, and may return it', async () => {
    const mock = await startShop({ seeds, handlers: { readOrder: async ({ next }) => next() } });
    const { status, json } = await mock.send('GET', '/orders/1', undefined, { Accept: 'image/png' });
    expect([status, json]).toEqual([406, expect.objectContaining({ code: 1303 })]);
  });

  it('may name a status only: its declared body is filled in', async () => {
    const mock = await startShop({ handlers: { 'GET /orders/{id}': () => ({ status: 404 }) } });
    const { status, json } = await mock.send('GET', '/orders/1');
    expect([status, Object.keys(json ?? {})]).toEqual([404, ['error']]);
  });

  it('may return nothing where no body is declared, a text, and a Response', async () => {
    const mock = await startShop({
      handlers: {
        deleteOrder: () => undefined,
        'GET /tip': () => 'water it',
        listOrders: () => Response.json([{ id: 5, name: 'fetched' }]),
      },
    });
    expect((await mock.send('DELETE', '/orders/1')).status).toBe(204);
    const tip = await mock.send('GET', '/tip');
    expect([tip.text, tip.headers.get('content-type')]).toEqual(['water it', 'text/plain; charset=utf-8']);
    expect((await mock.send('GET', '/orders')).json).toEqual([{ id: 5, name: 'fetched' }]);
  });

  it('replaces the events of a stream', async () => {
    const mock = await startShop({ handlers: { watch: () => 'data: of the handler\n\n' } });
    expect((await mock.send('GET', '/events')).text).toBe('data: of the handler\n\n');
  });

  it('is not called where the client requests a status, or a rule responds', async () => {
    const readOrder = vi.fn(() => ({ id: 1, name: 'x' }));
    const mock = await startShop({ seeds, handlers: { readOrder } });
    expect((await mock.send('GET', '/orders/1', undefined, { Prefer: 'code=404' })).status).toBe(404);
    await mock.scenario.next('readOrder', { status: 503 });
    expect((await mock.send('GET', '/orders/1')).status).toBe(503);
    expect(readOrder).not.toHaveBeenCalled();
  });

  it('is named in the journal and the log', async () => {
    const mock = await startShop({ handlers: { 'GET /tip': () => 'x' } });
    await mock.send('GET', '/tip');
    const [entry] = await mock.journal.list();
    expect(entry).toMatchObject({ why: 'the handler GET /tip', valid: true, violations: [] });
    expect(mock.lines.at(-1)).toContain('the handler GET /tip');
  });

  it('cannot change what the mock stores by changing what it gets', async () => {
    const mock = await startShop({
      seeds,
      handlers: {
        createOrder: ({ body, next }) => {
          if (typeof body === 'object' && body !== null) Object.assign(body, { name: 'changed' });
          return next();
        },
      },
    });
    expect((await mock.send('POST', '/orders', { name: 'chair' })).json).toMatchObject({ name: 'chair' });
  });
});

describe('a response that the contract does not allow', () => {
  it.each([
    ['a wrong type', () => ({ id: 'seven', name: 'x' }), 'response.body.id: expected integer'],
    ['an undeclared status', () => ({ status: 418, body: {} }), 'response.status: expected one of 200, 404, got 418'],
    ['no body', () => undefined, 'response.body: expected a value, but the handler returned nothing'],
    ['a header that cannot be sent', () => ({ status: 200, headers: { 'a b': '1' } }), 'headers: "a b" cannot be sent'],
    ['a status out of range', () => ({ status: 99 }), 'status: expected an integer from 200 to 599, got 99'],
  ])('is a 500 that names the violation: %s', async (_case, readOrder, message) => {
    const mock = await startShop({ seeds, handlers: { readOrder } });
    const { status, json, headers } = await mock.send('GET', '/orders/1');
    expect([status, headers.get('content-type')]).toEqual([500, 'application/problem+json']);
    expect(json).toMatchObject({ code: 1502, detail: expect.stringContaining(message) });
    const [entry] = await mock.journal.list();
    expect(entry?.why).toContain(message);
    expect(mock.lines.at(-1)).toContain('the handler readOrder returned a response');
  });

  it('is a violation of the response in the journal', async () => {
    const mock = await startShop({ handlers: { readOrder: () => ({ id: 1 }) } });
    await mock.send('GET', '/orders/1');
    const [entry] = await mock.journal.list();
    expect(entry?.violations).toMatchObject([{ side: 'response', rule: 'required' }]);
    expect(entry?.valid).toBe(true);
  });

  it('of a 204 is any body', async () => {
    const mock = await startShop({ handlers: { deleteOrder: () => ({ gone: true }) } });
    expect((await mock.send('DELETE', '/orders/1')).json).toMatchObject({
      detail: expect.stringContaining('a 204 response has no body'),
    });
  });
});

describe('a handler that fails', () => {
  it('is a 500 without the text of the error, which the log and the journal have', async () => {
    const mock = await startShop({
      handlers: {
        readOrder: () => {
          throw new Error('cannot open /home/me/secret.db');
        },
        'GET /tip': async () => Promise.reject(new TypeError('late')),
      },
    });
    const { status, text } = await mock.send('GET', '/orders/1');
    expect(status).toBe(500);
    expect(text).toContain('the handler readOrder threw an error');
    expect(text).not.toMatch(/secret|home|\.ts/);
    expect((await mock.journal.list())[0]?.why).toBe('the handler readOrder: Error: cannot open /home/me/secret.db');
    expect(mock.lines.at(-1)).toContain('cannot open');
    expect((await mock.send('GET', '/tip')).json).toMatchObject({ status: 500, code: 1503 });
    expect((await mock.send('GET', '/orders')).status).toBe(200);
  });
});

describe('the names of handlers', () => {
  it('are operations of the contract: others are errors at the start', async () => {
    await expect(startShop({ handlers: { createOrdr: () => ({}) } })).rejects.toMatchObject({
      code: 'mock-config-invalid',
      detail: 'handlers: "createOrdr": there is no such operation (did you mean createOrder?)',
    });
    await expect(startShop({ handlers: { 'GET /order': () => ({}) } })).rejects.toMatchObject({
      detail: expect.stringContaining('did you mean GET /orders?'),
    });
  });

  it('are different operations', async () => {
    await expect(startShop({ handlers: { listOrders: () => [], 'GET /orders': () => [] } })).rejects.toMatchObject({
      detail: expect.stringContaining('the handler "listOrders" is for the same operation'),
    });
  });

  it('are those of one contract, or have its prefix', async () => {
    const { shop } = await import('./shop.ts');
    const spec = [
      { prefix: '/a', spec: shop },
      { prefix: '/b', spec: shop },
    ];
    await expect(startShop({ spec, handlers: { listOrders: () => [] } })).rejects.toMatchObject({
      detail: expect.stringContaining('several contracts have this operation'),
    });
    const mock = await startShop({ spec, handlers: { 'GET /b/orders': () => [{ id: 9, name: 'of b' }] } });
    expect((await mock.send('GET', '/b/orders')).json).toEqual([{ id: 9, name: 'of b' }]);
    expect((await mock.send('GET', '/a/orders')).json).not.toEqual([{ id: 9, name: 'of b' }]);
  });
});

describe('faker in a handler', () => {
  const createOrder = ({ faker }: HandlerContext) => ({ id: 1, name: faker.commerce.productName() });
  const namesOf = async (seed: number) => {
    const mock = await startShop({ seed, handlers: { createOrder } });
    const responses = [
      await mock.send('POST', '/orders', { name: 'x' }),
      await mock.send('POST', '/orders', { name: 'x' }),
    ];
    return responses.map(({ json }) => json);
  };

  it('makes up other values in each call, and the same in each run', async () => {
    const [first, second] = await namesOf(1);
    expect(first).not.toEqual(second);
    expect(await namesOf(1)).toEqual([first, second]);
    expect(await namesOf(2)).not.toEqual([first, second]);
  });
});

it('a handler has no user without a login', async () => {
  const seen = vi.fn();
  const mock = await startShop({
    seeds,
    handlers: {
      readOrder: ({ user, next }) => {
        seen(user);
        return next();
      },
    },
  });
  await mock.send('GET', '/orders/1');
  expect(seen).toHaveBeenCalledWith(undefined);
});
