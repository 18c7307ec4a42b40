import { describe, expect, it } from 'vitest';
import type { InitialRecords } from '../../../mock/records/record-handler-options.ts';
import { isJsonArray, type Json } from '../../../spec/json/exact-json.ts';
import { member, startMockOf } from '../support.ts';
import { books, createClient, shop, todos } from './json-client.ts';

const seven: InitialRecords = {
  '/todos': ['g', 'f', 'e', 'd', 'c', 'b', 'a'].map((title, index) => ({
    id: index + 1,
    title,
    done: index % 2 === 0,
  })),
};

function titles(json: Json | undefined): string {
  return isJsonArray(json) ? json.map((one) => String(member(one, 'title'))).join('') : String(json);
}

describe('a list', () => {
  it.each([
    ['', 'gfedcba'],
    ['?limit=3', 'gfe'],
    ['?limit=3&offset=3', 'dcb'],
    ['?offset=6', 'a'],
    ['?offset=99', ''],
    ['?done=true', 'geca'],
    ['?done=false&limit=2', 'fd'],
    ['?title=c', 'c'],
    ['?title=nope', ''],
    ['?sort=title', 'abcdefg'],
    ['?sort=-title&limit=2', 'gf'],
    ['?unknown=x', 'gfedcba'],
  ])('%s holds %j', async (query, expected) => {
    const app = createClient(await startMockOf(todos, { records: seven }));
    const response = await app.get(`/todos${query}`);
    expect([response.status, titles(response.json)]).toEqual([200, expected]);
  });

  it('sends the total and the links to other pages in its declared headers', async () => {
    const mock = await startMockOf(todos, { records: seven });
    const { headers } = await createClient(mock).get('/todos?limit=3&offset=3&done=true');
    expect(headers.get('x-total-count')).toBe('4');
    expect(headers.get('link')).toBe(
      '</todos?done=true&limit=3&offset=0>; rel="first", </todos?done=true&limit=3&offset=0>; rel="prev", </todos?done=true&limit=3&offset=3>; rel="last"',
    );
  });

  it('can be followed to its end by its links', async () => {
    const app = createClient(await startMockOf(todos, { records: seven }));
    let path: string | undefined = '/todos?limit=3';
    let seen = '';
    for (let pages = 0; path !== undefined && pages < 9; pages++) {
      const response = await app.get(path);
      seen += titles(response.json);
      path = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
    }
    expect(seen).toBe('gfedcba');
  });

  it('has the default length of the contract', async () => {
    const records = {
      '/todos': Array.from({ length: 30 }, (_unused, index) => ({ id: index + 1, title: 'a', done: true })),
    };
    const { json } = await createClient(await startMockOf(todos, { records })).get('/todos');
    expect(isJsonArray(json) ? json.length : 0).toBe(20);
  });

  it('has the latest record at its end', async () => {
    const app = createClient(await startMockOf(todos));
    const created = await app.post('/todos', { title: 'new' });
    const { json } = await app.get('/todos');
    expect(isJsonArray(json) ? json.at(-1) : undefined).toEqual(created.json);
  });
});

const people = ['buyer', 'clerk', 'buyer'].map((role, index) => ({
  id: `00000000-0000-4000-8000-00000000000${index}`,
  name: `P${index}`,
  role,
}));

describe('a list in a wrapper', () => {
  it('has its total and its page in properties with such names', async () => {
    const app = createClient(await startMockOf(shop, { records: { '/users': people } }));
    const { json } = await app.get('/users?page=2&per_page=2');
    expect(json).toEqual({ data: [people[2]], meta: { total: 3, page: 2, per_page: 2, total_pages: 2 } });
  });

  it('matches any value of an array parameter', async () => {
    const app = createClient(await startMockOf(shop, { records: { '/users': people } }));
    const buyers = await app.get('/users?role=buyer');
    expect(member(buyers.json, 'data')).toEqual([people[0], people[2]]);
    const all = await app.get('/users?role=buyer&role=clerk');
    expect(member(all.json, 'data')).toEqual(people);
  });

  it('can be followed to its end by its cursor', async () => {
    const app = createClient(await startMockOf(shop));
    const orders = '/users/123e4567-e89b-42d3-a456-426614174000/orders';
    for (let n = 0; n < 6; n++) await app.post(orders, { lines: [{ what: 'fern', count: 1 }] });
    const counts: number[] = [];
    let cursor: Json | undefined = '';
    while (cursor !== null && counts.length < 9) {
      const { json } = await app.get(`${orders}?limit=5${cursor === '' ? '' : `&cursor=${String(cursor)}`}`);
      const items = member(json, 'items');
      counts.push(isJsonArray(items) ? items.length : -1);
      cursor = member(json, 'nextCursor') ?? null;
    }
    // Seven with the initial one; the contract allows at most three.
    expect(counts).toEqual([3, 3, 1]);
  });

  it('is sorted by the requested property and order', async () => {
    const app = createClient(await startMockOf(books));
    await app.post('/books/', { id: 7, title: 'Algae', pages: 1000 });
    const sorted = async (query: string) => {
      const results = member((await app.get(`/books/?${query}`)).json, 'results');
      return isJsonArray(results) ? results.map((one) => String(member(one, 'title'))).join(' ') : '';
    };
    expect(await sorted('sort_by=title&order=asc')).toBe('Algae Ferns Mosses');
    expect(await sorted('sort_by=title&order=desc')).toBe('Mosses Ferns Algae');
    expect(await sorted('sort_by=pages')).toBe('Mosses Ferns Algae');
    expect(await sorted('sort_by=nothing')).toBe('Ferns Mosses Algae');
  });
});
