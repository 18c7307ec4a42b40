import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tools } from '../../evals/zoo/tools/index.ts';
import { managerKey, staffKey } from '../../evals/zoo/tools/routes.ts';
import type { RunningZooStore } from '../../evals/zoo/zoo.ts';

let store: RunningZooStore;
beforeAll(async () => {
  store = await tools.start('right-library');
});
afterAll(() => store.close());

interface Sent {
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

async function send(method: string, path: string, { body, headers = {} }: Sent = {}) {
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  const response = await fetch(`${store.url}${path}`, {
    method,
    headers: {
      'x-workshop-key': staffKey,
      ...(body === undefined ? {} : { 'content-type': type }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: text === '' ? undefined : JSON.parse(text),
  };
}

const saw = { name: 'Saw', kind: 'hand', priceCents: 1250, size: [400, 120, true] };
const drill = { ...saw, kind: 'power', power: { volts: 18, battery: 'B2', charger: 'C2' } };
const loan = {
  borrower: { name: 'Ada', contact: { by: 'mail', address: 'ada@example.com' } },
  from: '2026-02-28',
  days: 7,
};
const member = {
  name: 'Ada',
  pin: '012345',
  contacts: [{ by: 'phone', number: '+4930123456', extension: null }],
};

const json = (value: unknown) => JSON.stringify(value);
const create = (value: unknown = saw) => send('POST', '/tools', { body: json(value) });
const addressOf = async (value: unknown = saw): Promise<string> => (await create(value)).headers.get('location') ?? '';

describe('a tool', () => {
  test.each([
    ['only what is required', saw],
    ['power', drill],
    ['null where it is allowed', { ...saw, serial: null, acquired: null, notes: null }],
    ['labels and parts', { ...saw, labels: { 'a-1': '' }, parts: [{ name: 'Blade', quantity: 99, spare: false }] }],
    ['a leap second', { ...saw, checkedAt: '2016-12-31T23:59:60Z' }],
    ['the least weight', { ...saw, weight: 1e-300 }],
    ['eighty characters beyond the plane', { ...saw, name: '🪚'.repeat(80) }],
  ])('with %s comes back as it was sent', async (_what, value) => {
    const created = await create(value);
    expect(created.status).toBe(201);
    expect(created.json).toMatchObject({ ...value, status: 'available' });
    expect(created.headers.get('etag')).toMatch(/^"[0-9a-f]{16}"$/);
    const read = await send('GET', created.headers.get('location') ?? '');
    expect(read.text).toBe(created.text);
  });

  test.each([
    ['no name', { ...saw, name: undefined }],
    ['a name that is null', { ...saw, name: null }],
    ['power that is missing', { ...drill, power: undefined }],
    ['a battery without a charger', { ...drill, power: { volts: 18, battery: 'B2' } }],
    ['a price of zero', { ...saw, priceCents: 0 }],
    ['a price as a text', { ...saw, priceCents: '1' }],
    ['a size of two', { ...saw, size: [1, 2] }],
    ['a size of four', { ...saw, size: [1, 2, true, 4] }],
    ['a day that is not there', { ...saw, acquired: '2026-02-29' }],
    ['a time without an offset', { ...saw, checkedAt: '2026-02-28T10:00:00' }],
    ['a part of no quantity', { ...saw, parts: [{ name: 'Blade' }] }],
    ['a label in upper case', { ...saw, labels: { A: 'x' } }],
    ['an unknown member', { ...saw, colour: 'red' }],
    ['all of the weight', { ...saw, weight: 500 }],
    ['a serial of another form', { ...saw, serial: 'xAB-1234' }],
    ['an id', { ...saw, id: 7 }],
    ['a list around it', [saw]],
  ])('with %s is rejected', async (_what, value) => {
    const rejected = await create(value);
    expect(rejected.status).toBe(422);
    expect(rejected.headers.get('content-type')).toBe('application/problem+json');
    expect(rejected.json).toMatchObject({ status: 422, errors: [{ message: expect.any(String) }] });
  });

  test.each(['', '{', 'null,', '{"name":"\ud800"', '\ufeff{}'])('as %j is not JSON', async (body) => {
    expect((await send('POST', '/tools', { body })).status).toBe(400);
  });

  test('has an id that no double holds', async () => {
    expect(await addressOf()).toMatch(/^\/tools\/9007199254\d{5}[13579]$/);
  });

  test('is replaced, changed in parts, and not found after its deletion', async () => {
    const address = await addressOf({ ...drill, notes: 'loud' });
    const replaced = await send('PUT', address, { body: json(saw) });
    expect([replaced.status, replaced.json.notes, replaced.json.power]).toEqual([200, undefined, undefined]);
    const changed = await send('PATCH', address, { body: '{"notes":"blunt","acquired":"2024-02-29"}' });
    expect(changed.json).toMatchObject({ ...saw, notes: 'blunt', acquired: '2024-02-29' });
    const cleared = await send('PATCH', address, { body: '{"notes":null}' });
    expect(cleared.json).not.toHaveProperty('notes');
    expect(cleared.json.acquired).toBe('2024-02-29');
    expect((await send('DELETE', address)).status).toBe(204);
    for (const method of ['GET', 'DELETE']) expect((await send(method, address)).status).toBe(404);
    expect((await send('PUT', address, { body: json(saw) })).status).toBe(404);
  });

  test.each(['0', '-1', 'abc', '1.0', '9223372036854775808', '%20', '1%00'])('is not named %s', async (id) => {
    expect((await send('GET', `/tools/${id}`)).status).toBe(400);
  });
});

describe('the list', () => {
  test('is filtered, sorted and paged as it is asked', async () => {
    const prices = [3_000_003, 3_000_001, 3_000_002];
    for (const priceCents of prices) await create({ ...saw, kind: 'measuring', priceCents });
    await create({ ...saw, kind: 'measuring', priceCents: 2_999_999 });
    const queryText = 'kinds=measuring%7Cpower&price[from]=3000000&price%5Bto%5D=3000003&sort=-priceCents';
    const whole = await send('GET', `/tools?${queryText}`);
    expect(whole.json.items.map(({ priceCents }: typeof saw) => priceCents)).toEqual(prices.toSorted().toReversed());
    expect([whole.json.total, whole.headers.get('x-total-count')]).toEqual([3, '3']);
    const page = await send('GET', `/tools?${queryText}&limit=1&offset=1`);
    expect(page.json.items).toEqual(whole.json.items.slice(1, 2));
    expect(page.json.total).toBe(3);
  });

  test('knows what is lent', async () => {
    const address = await addressOf({ ...saw, priceCents: 4_000_000 });
    await send('POST', `${address}/loans`, { body: json(loan) });
    const counts = ['lent', 'available'].map(async (status) => {
      return (await send('GET', `/tools?price[from]=4000000&price[to]=4000000&status=${status}`)).json.total;
    });
    expect(await Promise.all(counts)).toEqual([1, 0]);
  });

  test.each([
    'limit=0',
    'limit=51',
    'limit=',
    'limit=2&limit=3',
    'offset=-1',
    'offset=2147483648',
    'status=gone',
    'kinds=',
    'kinds=hand,power',
    'price[from]=x',
    'price[most]=1',
    'price=1',
    'sort=name',
    'sort=%',
  ])('refuses %s', async (query) => {
    const rejected = await send('GET', `/tools?${query}`);
    expect(rejected.status).toBe(400);
    expect(rejected.json.errors).toHaveLength(1);
  });
});

describe('loans', () => {
  test('belong to their tool, are paged by cursor, and end alone', async () => {
    const [address, other] = [await addressOf(), await addressOf()];
    const lent = [1, 2, 3].map((days) => send('POST', `${address}/loans`, { body: json({ ...loan, days }) }));
    const addresses = (await Promise.all(lent)).map(({ headers }) => headers.get('location') ?? '');
    const first = await send('GET', `${address}/loans?limit=2`);
    expect(first.json.items).toHaveLength(2);
    const second = await send('GET', `${address}/loans?limit=2&cursor=${first.json.next}`);
    expect([second.json.items.length, second.json.next]).toEqual([1, null]);
    expect((await send('GET', `${other}/loans`)).json).toEqual({ items: [], next: null });
    const [one = '', two = ''] = addresses;
    expect((await send('GET', one.replace(address, other))).status).toBe(404);
    expect((await send('DELETE', one)).status).toBe(204);
    expect([(await send('GET', one)).status, (await send('GET', two)).status]).toEqual([404, 200]);
  });

  test.each([
    ['a contact of no kind', { ...loan, borrower: { name: 'Ada', contact: { by: 'post' } } }],
    [
      'a contact of two kinds',
      { ...loan, borrower: { name: 'Ada', contact: { ...member.contacts[0], address: 'a@b.c' } } },
    ],
    ['ninety-one days', { ...loan, days: 91 }],
    ['other rules', { ...loan, rules: 'read' }],
  ])('with %s are rejected', async (_what, value) => {
    expect((await send('POST', `${await addressOf()}/loans`, { body: json(value) })).status).toBe(422);
  });
});

describe('members', () => {
  test('choose neither their id nor their first day, and show no pin', async () => {
    const id = '00000000-0000-4000-8000-000000000000';
    const created = await send('POST', '/members', {
      body: json({ ...member, id, memberSince: '1999-01-01' }),
    });
    expect(created.status).toBe(201);
    expect(created.json).not.toHaveProperty('pin');
    expect(created.json.id).not.toBe(id);
    expect(created.json.memberSince).not.toBe('1999-01-01');
    expect((await send('GET', created.headers.get('location') ?? '')).json).toEqual(created.json);
  });

  test.each([
    ['a street without a postcode', { ...member, home: { city: 'Bonn', street: 'Weg 1' } }],
    ['a skill twice', { ...member, skills: ['wood', 'wood'] }],
    ['no contacts', { ...member, contacts: [] }],
    ['a short pin', { ...member, pin: '12345' }],
  ])('with %s are rejected', async (_what, value) => {
    expect((await send('POST', '/members', { body: json(value) })).status).toBe(422);
  });
});

describe('keys', () => {
  test.each(['', 'wrong', staffKey.toLowerCase(), `${staffKey}x`, staffKey.slice(0, -1)])(
    'as %j open no door',
    async (key) => {
      const rejected = await send('GET', '/tools', { headers: { 'x-workshop-key': key } });
      expect(rejected.status).toBe(401);
      expect(rejected.json).toMatchObject({ status: 401, title: expect.any(String) });
    },
  );

  test('of a manager open the one that is theirs too', async () => {
    const headers = { 'x-workshop-key': 'wrong', 'x-manager-key': managerKey };
    const address = await addressOf();
    expect((await send('GET', address, { headers })).status).toBe(401);
    expect((await send('DELETE', address, { headers })).status).toBe(204);
  });

  test('are not filtered by hours', async () => {
    const open = await send('GET', '/hours?day=2026-02-28', { headers: { 'x-workshop-key': '' } });
    expect([open.status, open.json.length, open.headers.get('cache-control')]).toEqual([200, 7, 'max-age=3600']);
  });
});

test('other methods, addresses and media types are rejected with 405, 404 and 415', async () => {
  const rejected = await send('PUT', '/tools', { body: '{}' });
  expect([rejected.status, rejected.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  expect((await send('GET', '/nowhere')).status).toBe(404);
  expect((await send('POST', '/tools', { body: json(saw), headers: { 'content-type': 'text/plain' } })).status).toBe(
    415,
  );
});

test('every variant has a unique name and a description', () => {
  const names = tools.variants.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { name, description } of tools.variants)
    expect([name, description]).toEqual([
      expect.stringMatching(/^[a-z0-9]+(-[a-z0-9]+)*$/),
      expect.stringMatching(/^It .*\.$/),
    ]);
});
