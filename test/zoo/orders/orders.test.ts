import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Json, JsonNumber, type JsonObject } from '../../evals/zoo/json.ts';
import { orders } from '../../evals/zoo/orders/index.ts';
import { courierToken, readerToken, shopToken } from '../../evals/zoo/orders/tokens.ts';
import { missedClasses } from '../../evals/zoo/orders/variants/missed.ts';
import type { RunningZooStore } from '../../evals/zoo/zoo.ts';
import { type Client, createClient, type Reply } from './client.ts';

let store: RunningZooStore;
let client: Client;
beforeAll(async () => {
  store = await orders.start('right-shop');
  client = createClient(store.url);
});
afterAll(async () => {
  client.close();
  await store.close();
});

const number = (source: string | number) => new JsonNumber(source);
const jsonOf = ({ text }: Reply) => JSON.parse(text);
let emails = 0;

const createCustomer = (more: JsonObject = {}) =>
  client.call({
    method: 'POST',
    path: '/customers',
    body: { name: 'Ann', email: `ann${++emails}@example.com`, ...more },
  });

const line = { sku: 'ABC-123', quantity: number(2), unitCents: number(150) };

async function createOrder(more: JsonObject = {}, headers: Readonly<Record<string, string>> = {}): Promise<Reply> {
  const { body } = await createCustomer();
  const customerId: Json = body.id ?? null;
  return client.call({ method: 'POST', path: '/orders', headers, body: { customerId, lines: [line], ...more } });
}

/** Jobs of the store are done after some time; how fast this machine is must not matter. */
const stopTime = () => vi.useFakeTimers({ toFake: ['Date'] });
const passTime = (ms: number) => vi.setSystemTime(Date.now() + ms);

describe('customers', () => {
  test('are created with defaults, without the password, at a Location with an ETag', async () => {
    const created = await createCustomer({
      password: 'secret-123',
      balance: number('-0.10'),
      points: number('9223372036854775807'),
    });
    expect(created.status).toBe(201);
    expect(jsonOf(created)).toMatchObject({ tier: 'standard', newsletter: false, balance: -0.1 });
    expect(created.text).toContain('"points":9223372036854775807');
    expect(created.text).not.toContain('secret');
    const read = await client.call({ path: created.headers['location'] ?? '' });
    expect([read.status, read.text, read.headers['etag']]).toEqual([200, created.text, created.headers['etag']]);
  });

  test('have an e-mail of their own, whatever its case', async () => {
    const { headers } = await createCustomer({ email: 'Same@example.com' });
    expect((await createCustomer({ email: 'sAME@example.com' })).status).toBe(409);
    const path = headers['location'] ?? '';
    expect((await client.call({ method: 'PUT', path, body: { name: 'Bo', email: 'same@example.com' } })).status).toBe(
      200,
    );
  });

  test('are replaced as a whole, except what is read-only', async () => {
    const created = await createCustomer({ remark: 'old', tags: ['a'], newsletter: true });
    const replacement = {
      name: 'Bo',
      email: `ann${++emails}@example.com`,
      id: number(1),
      createdAt: '2001-01-01T00:00:00Z',
    };
    await client.call({ method: 'PUT', path: created.headers['location'] ?? '', body: replacement });
    const { id, createdAt } = created.body;
    const read = await client.call({ path: created.headers['location'] ?? '' });
    expect(read.body).toEqual({
      id,
      createdAt,
      name: 'Bo',
      email: replacement.email,
      tier: 'standard',
      newsletter: false,
    });
  });

  test('are changed by a merge patch, in which null removes', async () => {
    const { headers } = await createCustomer({ remark: 'old', tags: ['a', 'b'], birthday: '2000-02-29' });
    const path = headers['location'] ?? '';
    const patched = await client.call({
      method: 'PATCH',
      path,
      body: { birthday: null, tags: ['c'], newsletter: true },
    });
    expect(jsonOf(patched)).toMatchObject({ remark: 'old', tags: ['c'], newsletter: true });
    expect(patched.body).not.toHaveProperty('birthday');
    expect(
      (await client.call({ method: 'PATCH', path, headers: { 'content-type': 'application/json' }, body: {} })).status,
    ).toBe(415);
  });

  test('are changed only under a current ETag, if one is given', async () => {
    const { headers } = await createCustomer();
    const path = headers['location'] ?? '';
    const change = async (etag: string) =>
      (await client.call({ method: 'PATCH', path, headers: { 'if-match': etag }, body: { name: `B${++emails}` } }))
        .status;
    const etag = headers['etag'] ?? '';
    expect([await change('"x"'), await change(`"x", ${etag}`), await change(etag), await change('*')]).toEqual([
      412, 200, 412, 200,
    ]);
    expect((await client.call({ method: 'DELETE', path, headers: { 'if-match': etag } })).status).toBe(412);
  });

  test('are not sent again to whom has them', async () => {
    const { headers } = await createCustomer();
    const path = headers['location'] ?? '';
    const statusFor = async (etag: string) => (await client.call({ path, headers: { 'if-none-match': etag } })).status;
    const etag = headers['etag'] ?? '';
    expect([await statusFor(etag), await statusFor(`W/${etag}`), await statusFor('*'), await statusFor('"x"')]).toEqual(
      [304, 304, 304, 200],
    );
  });

  test.each<[JsonObject]>([
    [{ name: '' }],
    [{ email: 'nobody' }],
    [{ birthday: '2001-02-29' }],
    [{ balance: number('100000.00000000000000001') }],
    [{ points: number('9223372036854775808') }],
    [{ payment: { method: 'card', last4: '12345' } }],
    [{ payment: { method: 'card', last4: '1234', dueDays: number(3) } }],
    [{ payment: { method: 'invoice' } }],
    [
      {
        addresses: [
          { street: 'S', city: 'C', country: 'DE' },
          { street: 'S', city: 'C', country: 'D' },
        ],
      },
    ],
    [{ tags: ['ok', 'NO'] }],
    [{ unknown: true }],
  ])('with %j are rejected', async (wrong) => {
    expect((await createCustomer(wrong)).status).toBe(400);
  });

  test('are deleted with their orders', async () => {
    const created = await createOrder();
    const path = `/customers/${JSON.stringify(created.body.customerId)}`;
    expect((await client.call({ method: 'DELETE', path })).status).toBe(204);
    for (const one of [path, created.headers['location'] ?? ''])
      expect((await client.call({ path: one })).status).toBe(404);
  });
});

describe('products', () => {
  test('are created all or none, and listed in pages with a total', async () => {
    const product = (title: string, more: JsonObject = {}): JsonObject => ({
      title,
      price: number('1.5'),
      category: 'music',
      ...more,
    });
    const create = (...products: readonly JsonObject[]) =>
      client.call({ method: 'POST', path: '/products', body: { products } });
    expect((await create(product('Valid'), product(''))).status).toBe(400);
    expect(
      (await create(product('One'), product('two', { active: false }), product('THREE', { price: number(20) }))).status,
    ).toBe(201);
    const titles = async (query: string) => {
      const reply = await client.call({ path: `/products?${query}` });
      const { items, total } = jsonOf(reply);
      expect(reply.headers['x-total-count']).toBe(String(total));
      return [items.map(({ title }: { title: string }) => title).join(), total, reply.headers['link'] ?? ''];
    };
    expect(await titles('')).toEqual(['One,two,THREE', 3, '']);
    expect(await titles('limit=2&sort=-price')).toEqual([
      'THREE,One',
      3,
      '</products?limit=2&sort=-price&page=2>; rel="next"',
    ]);
    expect(await titles('limit=2&page=2')).toEqual(['THREE', 3, '']);
    expect(await titles('active=false')).toEqual(['two', 1, '']);
    expect(await titles('minPrice=20&maxPrice=20')).toEqual(['THREE', 1, '']);
    expect(await titles('title=hre')).toEqual(['THREE', 1, '']);
    expect(await titles('sort=title')).toEqual(['One,THREE,two', 3, '']);
  });
});

describe('orders', () => {
  test('are drafts in euros, with a total', async () => {
    const created = await createOrder({ lines: [line, { ...line, quantity: number(1) }] });
    expect(jsonOf(created)).toMatchObject({ status: 'draft', currency: 'EUR', express: false, totalCents: 450 });
  });

  test('of an unknown customer, or with an Idempotency-Key of another body, are rejected with 422', async () => {
    expect((await createOrder({ customerId: number(1) })).status).toBe(422);
    const headers = { 'idempotency-key': 'key-00001' };
    const first = await createOrder({}, headers);
    const repeated = await client.call({
      method: 'POST',
      path: '/orders',
      headers,
      body: { customerId: first.body.customerId ?? null, lines: [line] },
    });
    expect([repeated.status, repeated.text]).toEqual([201, first.text]);
    expect((await createOrder({ note: 'other' }, headers)).status).toBe(422);
  });

  test('are listed newest first, each once, over pages', async () => {
    const ids: string[] = [];
    const { body: owner } = await createCustomer();
    for (const unitCents of [30, 4, 200, 4, 5])
      ids.unshift(
        String(
          (
            await client.call({
              method: 'POST',
              path: '/orders',
              body: { customerId: owner.id ?? null, lines: [{ ...line, unitCents: number(unitCents) }] },
            })
          ).body.id,
        ),
      );
    const pagesOf = async (query: string) => {
      const found: string[] = [];
      for (let next = ''; ; ) {
        const reply = await client.call({
          path: `/orders?customerId=${JSON.stringify(owner.id)}&limit=2&${query}${next}`,
        });
        const page = jsonOf(reply);
        expect(page.total).toBe(5);
        expect(reply.headers['link'] === undefined).toBe(page.next === null);
        found.push(...page.items.map(({ id }: { id: string }) => id));
        if (page.next === null) return found;
        next = `&cursor=${page.next}`;
      }
    };
    expect(await pagesOf('')).toEqual(ids);
    expect(await pagesOf('sort=createdAt')).toEqual(ids.toReversed());
    const byTotal = [3, 1, 0, 4, 2].map((index) => ids[index]);
    expect(await pagesOf('sort=totalCents')).toEqual(byTotal);
    expect(await pagesOf('sort=-totalCents')).toEqual(byTotal.toReversed());
  });

  afterEach(() => void vi.useRealTimers());

  test('pass from state to state, and stay as they are in conflicts', async () => {
    stopTime();
    const { body } = await createOrder();
    const path = `/orders/${String(body.id)}`;
    const act = async (action: string) => {
      const reply = await client.call({
        method: 'POST',
        path: `${path}/${action}`,
        ...(action === 'pay' ? { body: { method: 'card' } } : {}),
      });
      const read = await client.call({ path });
      return [reply.status, read.body.status];
    };
    expect(await act('pay')).toEqual([409, 'draft']);
    expect(await act('place')).toEqual([200, 'placed']);
    expect(await act('place')).toEqual([409, 'placed']);
    expect(await act('pay')).toEqual([200, 'paid']);
    expect(await act('deliver')).toEqual([409, 'paid']);
    expect(await act('ship')).toEqual([202, 'paid']);
    expect(await act('ship')).toEqual([409, 'paid']);
    passTime(80);
    expect(await act('cancel')).toEqual([409, 'shipped']);
    expect(await act('deliver')).toEqual([200, 'delivered']);
  });

  test('are shipped by a job that is read until it is done', async () => {
    stopTime();
    const { body } = await createOrder();
    await client.call({ method: 'POST', path: `/orders/${String(body.id)}/place` });
    await client.call({ method: 'POST', path: `/orders/${String(body.id)}/pay`, body: { method: 'cash' } });
    const accepted = await client.call({ method: 'POST', path: `/orders/${String(body.id)}/ship` });
    const readState = async () => (await client.call({ path: accepted.headers['location'] ?? '' })).body.state;
    expect(await readState()).toBe('running');
    passTime(80);
    expect(await readState()).toBe('done');
  });
});

describe('tokens', () => {
  test.each([
    [null, 401, 401],
    ['unknown', 401, 401],
    [readerToken, 200, 403],
    [courierToken, 403, 403],
    [shopToken, 200, 400],
  ])('%s may read and write with %i and %i', async (token, read, write) => {
    expect((await client.call({ path: '/orders', token })).status).toBe(read);
    const written = await client.call({ method: 'POST', path: '/orders', token, body: {} });
    expect(written.status).toBe(write);
    if (write === 401 || write === 403) expect(written.headers['www-authenticate']).toMatch(/^Bearer/);
  });
});

test('the variants describe themselves in one sentence, at least 110 faulty and 30 correct ones', () => {
  for (const { description } of orders.variants) expect(description).toMatch(/^It .*\.$/);
  expect(orders.variants.filter(({ kind }) => kind === 'faulty').length).toBeGreaterThanOrEqual(110);
  expect(orders.variants.filter(({ kind }) => kind === 'right').length).toBeGreaterThanOrEqual(30);
});

test('each known miss has the name of a faulty variant, once', () => {
  const names = missedClasses.flatMap((one) => one.names);
  expect(new Set(names).size).toBe(names.length);
  const faulty = orders.variants.filter(({ kind }) => kind === 'faulty').map(({ name }) => name);
  expect(names.filter((name) => !faulty.includes(name))).toEqual([]);
});
