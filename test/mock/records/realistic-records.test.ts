import { describe, expect, it } from 'vitest';
import type { RunningMock } from '../../../mock/serve/mock-server.ts';
import { createMemoryStorage } from '../../../mock/storage/memory/memory-storage.ts';
import { isJsonObject, type Json } from '../../../spec/json/exact-json.ts';
import { member, send, startMockOf } from '../support.ts';
import { createClient, type JsonClient, jsonPatch } from './json-client.ts';

const tickets = 'test/fixtures/mock/tickets.yaml';

function timeOf(json: Json | undefined, name: string): number {
  return Date.parse(String(member(json, name)));
}

async function idOf(app: JsonClient, body: Json): Promise<unknown> {
  return member((await app.post('/tickets', body)).json, 'id');
}

describe('the creation and change times of a record', () => {
  it('are the current time, in the declared format', async () => {
    const app = createClient(await startMockOf(tickets));
    const before = Date.now();
    const { json } = await app.post('/tickets', { title: 'a' });
    const after = Date.now();
    expect(member(json, 'created_at')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(member(json, 'dateCreated')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    for (const name of ['created_at', 'updatedAt', 'last_modified']) {
      expect(timeOf(json, name)).toBeGreaterThanOrEqual(before);
      expect(timeOf(json, name)).toBeLessThanOrEqual(after);
    }
  });

  it("are the client's values if writable, and samples if the contract does not allow the current time", async () => {
    const app = createClient(await startMockOf(tickets));
    const sent = '2019-05-05T05:05:05Z';
    expect(member((await app.post('/events', { createdAt: sent })).json, 'createdAt')).toBe(sent);
    const silent = (await app.post('/events', { note: 'a' })).json;
    expect(member(silent, 'createdAt')).toBeUndefined();
    expect(String(member(silent, 'updatedAt') ?? '19')).toMatch(/^19/);
  });

  it.each<[string, (app: JsonClient) => Promise<unknown>]>([
    ['PUT', (app) => app.put('/tickets/7', { title: 'b' })],
    ['PATCH', (app) => app.patch('/tickets/7', { title: 'b' })],
    ['JSON patch', (app) => app.patch('/tickets/7', [{ op: 'add', path: '/title', value: 'b' }], jsonPatch)],
  ])('change with a %s, except the creation time', async (_name, change) => {
    const app = createClient(await startMockOf(tickets, { seed: 7 }));
    const made = (await app.post('/tickets', { id: 7, title: 'a' })).json;
    await change(app);
    const changed = (await app.get('/tickets/7')).json;
    expect(member(changed, 'title')).toBe('b');
    expect(member(changed, 'created_at')).toBe(member(made, 'created_at'));
    for (const name of ['updatedAt', 'last_modified']) expect(timeOf(changed, name)).toBe(timeOf(made, name) + 1_000);
  });

  it('are the example values for initial records, and a fixed time for generated ones', async () => {
    const app = createClient(await startMockOf(tickets));
    expect(member((await app.get('/events/1')).json, 'createdAt')).toBe('2001-01-01T00:00:00Z');
    expect(member((await app.get('/tickets/1')).json, 'created_at')).toBe('2025-01-01T00:00:00.000Z');
  });

  it('are the same with a seed, after a reset and on every replica', async () => {
    const storage = createMemoryStorage();
    const mocks = [await startMockOf(tickets, { seed: 7, storage }), await startMockOf(tickets, { seed: 7, storage })];
    const lone = await startMockOf(tickets, { seed: 7 });
    const life = async (stores: readonly RunningMock[]) => {
      const texts: string[] = [];
      for (let n = 0; n < 4; n++) {
        const app = createClient(stores[n % stores.length] ?? lone);
        texts.push((await app.post('/tickets', { title: 'a' })).text);
        texts.push((await app.patch('/tickets/1', { title: `b${n}` })).text);
      }
      return texts;
    };
    const first = await life(mocks);
    expect(first[0]).toContain('2025-01-01T00:00:01.000Z');
    expect(await life([lone])).toEqual(first);
    await send(`${mocks[0]?.url}/__store/reset`, { method: 'POST' });
    expect(await life(mocks)).toEqual(first);
  });
});

it('new and generated initial records have no deletion or closing time', async () => {
  const app = createClient(await startMockOf(tickets, { dynamic: true, seed: 3 }));
  const records = [await app.post('/tickets', { title: 'a' }), await app.get('/tickets/1')];
  for (const { json } of records) {
    expect(json).toMatchObject({ closed_at: null, archived: false, isDeleted: false });
    expect(member(json, 'deletedAt')).toBeUndefined();
  }
  expect(member(records[0]?.json, 'expiresAt')).toEqual(expect.any(String));
});

describe('a new number', () => {
  it('is above the highest existing one, whether sent, initial or added', async () => {
    const app = createClient(await startMockOf(tickets, { records: { '/tickets': [] } }));
    expect(await idOf(app, { title: 'a' })).toBe(1);
    await app.post('/tickets', { id: 40, title: 'a' });
    await app.post('/tickets', { id: 7, title: 'a' });
    expect(await idOf(app, { title: 'a' })).toBe(41);
    expect(await idOf(app, { title: 'a' })).toBe(42);
  });

  it('is never that of a deleted record', async () => {
    const app = createClient(await startMockOf(tickets, { records: { '/tickets': [] } }));
    await app.post('/tickets', { id: 40, title: 'a' });
    await app.remove('/tickets/40');
    expect(await idOf(app, { title: 'a' })).toBe(41);
    await app.remove('/tickets/41');
    expect(await idOf(app, { title: 'a' })).toBe(42);
  });

  it('is the lowest free one if the maximum is in use', async () => {
    const app = createClient(await startMockOf(tickets, { records: { '/tickets': [] } }));
    for (const id of [1, 2, 4, 1000]) await app.post('/tickets', { id, title: 'a' });
    expect([await idOf(app, { title: 'a' }), await idOf(app, { title: 'a' })]).toEqual([3, 5]);
    const many = await Promise.all(Array.from({ length: 20 }, () => idOf(app, { title: 'a' })));
    expect(new Set(many).size).toBe(20);
  });

  it('is not that of a later initial record', async () => {
    const given = { '/tickets': [ticket({}), ticket({ id: 1 }), ticket({ id: 2 })] };
    const mock = await startMockOf(tickets, { records: given });
    expect(await mock.records.list('/tickets')).toMatchObject([{ id: 3 }, { id: 1 }, { id: 2 }]);
  });
});

function ticket(more: { readonly id?: number }) {
  return { title: 'a', ...more };
}

describe('the fields of a form', () => {
  const post = async (body: string) => {
    const mock = await startMockOf(tickets);
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    return send(`${mock.url}/tickets`, { method: 'POST', headers, body });
  };

  it('are parsed into the object that they name, with or without an encoding', async () => {
    const response = await post('title=a&metadata[k]=v&metadata%5B2%5D=7&address[city]=Oslo&address[floor]=3');
    expect([response.status, response.json]).toMatchObject([
      201,
      { metadata: { k: 'v', 2: '7' }, address: { city: 'Oslo', floor: 3 } },
    ]);
  });

  it('are parsed into arrays, by index or by repetition', async () => {
    const response = await post('title=a&lines[1][what]=moss&lines[0][what]=fern&lines[0][count]=2&tags[]=b&tags[]=a');
    expect(response.json).toMatchObject({
      lines: [{ what: 'fern', count: 2 }, { what: 'moss' }],
      tags: ['b', 'a'],
    });
  });

  it('keep a declared name with brackets, and are validated like an object', async () => {
    expect((await post('title=a&odd[name]=x')).json).toMatchObject({ 'odd[name]': 'x' });
    for (const wrong of [
      'address[floor]=high',
      'metadata[k][deep]=v',
      'address=here',
      'metadata[k]=1&metadata[k][a]=2',
    ])
      expect([wrong, (await post(`title=a&${wrong}`)).status]).toEqual([wrong, 400]);
    expect((await post(`title=a&metadata${'[a]'.repeat(50_000)}=1`)).status).toBeLessThan(500);
  });
});

describe('a POST to a record', () => {
  it('merges if no other operation changes it', async () => {
    const mock = await startMockOf(tickets);
    const post = (path: string, body: string) =>
      send(`${mock.url}${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body,
      });
    const path = `/customers/${member((await post('/customers', 'name=Ann&metadata[a]=1')).json, 'id')}`;
    const changed = await post(path, 'metadata[b]=2');
    expect(changed.json).toMatchObject({ name: 'Ann', metadata: { a: '1', b: '2' } });
    expect((await createClient(mock).get(path)).json).toEqual(changed.json);
    expect((await post('/customers/nobody', 'name=Bob')).status).toBe(404);
  });

  it('below it, which returns it, changes the time that its name shows and the sent properties', async () => {
    const mock = await startMockOf(tickets);
    const app = createClient(mock);
    const made = (await app.post('/tickets', { id: 7, title: 'mine' })).json;
    const closed = await send(`${mock.url}/tickets/7/close`, { method: 'POST' });
    const times = { closed_at: expect.any(String), last_modified: expect.any(String), updatedAt: expect.any(String) };
    expect([closed.status, closed.json]).toEqual([200, { ...(isJsonObject(made) ? made : {}), ...times }]);
    expect((await app.post('/tickets/7/close', { reason: 'done', tags: ['x'] })).json).toMatchObject({
      title: 'mine',
      tags: ['x'],
    });
    expect((await app.get('/tickets/7')).json).toMatchObject({ title: 'mine', tags: ['x'] });
    expect((await app.post('/tickets/8/close', {})).status).toBe(404);
  });
});
