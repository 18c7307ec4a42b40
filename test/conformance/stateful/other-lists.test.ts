/** Lists that are no collection of the contract: nothing creates their records, and no path names one. */
import { expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import { item, itemContract, responds, startItemStore } from '../item-store.ts';
import { failingChecks, verify } from '../support.ts';

const query = (name: string, schema: JsonObject) => ({ name, in: 'query', schema });

const listing = (items: JsonObject, path = '/items'): Readonly<Record<string, JsonObject>> => ({
  [`GET ${path}`]: {
    operationId: 'list',
    ...responds({ 200: { type: 'array', items }, 400: { type: 'object' } }),
    parameters: [
      query('limit', { type: 'integer', minimum: 1, maximum: 100 }),
      query('offset', { type: 'integer', minimum: 0, maximum: 1_000 }),
      query('name', { type: 'string', minLength: 1, maxLength: 40 }),
      query('sort', { type: 'string', enum: ['name', 'stock'] }),
    ],
  },
});

const kinds = ['pear', 'fig', 'melon', 'bean', 'rice', 'tomato', 'mango'];
const stocks = [3, 1, 6, 2, 5, 0, 4];
const seeded = (count: number) =>
  kinds.slice(0, count).map((name, index) => ({ id: index + 1, name, stock: stocks[index] ?? 0 }));

type Part = 'limit' | 'offset' | 'name' | 'sort';

interface OtherList {
  readonly records?: readonly JsonObject[];
  readonly items?: JsonObject;
  readonly path?: string;
  readonly ignores?: Part;
}

async function verifyList({ records = seeded(7), items = item, path = '/items', ignores }: OtherList) {
  const contract = await itemContract(listing(items, path));
  const baseUrl = await startItemStore(onTestFinished, contract, {
    [`GET ${path}`]: ({ query: sent }) => {
      const value = (part: Part) => (part === ignores ? null : sent.get(part));
      const sort = value('sort');
      const named = records.filter((one) => value('name') === null || one['name'] === value('name'));
      const sorted = sort === null ? named : named.toSorted((a, b) => (Object(a)[sort] < Object(b)[sort] ? -1 : 1));
      const start = Number(value('offset') ?? 0);
      return { status: 200, body: [...sorted.slice(start, start + Number(value('limit') ?? 1_000))] };
    },
  });
  return verify({ contract, baseUrl, categories: ['list-queries'], concurrency: 1 });
}

test('a right list is tested completely', async () => {
  const { findings, unchecked } = await verifyList({});
  expect(findings).toEqual([]);
  expect(unchecked).toEqual([]);
});

test.each([
  ['limit', 'limit-respected'],
  ['offset', 'pages-complete'],
  ['name', 'filter-respected'],
  ['sort', 'sort-respected'],
] as const)('a list that ignores %s is reported', async (ignores, check) => {
  expect(failingChecks(await verifyList({ ignores }))).toEqual([check]);
});

test('a list that is in order anyway does not show that it is sorted', async () => {
  const records = [...seeded(7)].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const { unchecked } = await verifyList({ records, ignores: 'sort' });
  expect(unchecked.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/the list has the same order without it; not tested: the list is sorted by name$/),
  ]);
});

test('too few records leave it untested, with the number of records', async () => {
  const { findings, unchecked } = await verifyList({ records: seeded(1) });
  expect(findings).toEqual([]);
  expect(unchecked.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(
      /^tested in part, because the list has one record; not tested: .*as requested; pages together/,
    ),
    expect.stringMatching(/all records of the list have the same name/),
    expect.stringMatching(/no two records of the sorted list differ clearly in name/),
    expect.stringMatching(/no two records of the sorted list differ clearly in stock/),
  ]);
});

const withoutId = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, stock: { type: 'integer' } },
};

test('pages of records without an identifier are compared by their texts', async () => {
  const records = seeded(7).map(({ name, stock }) => ({ name, stock }));
  const right = await verifyList({ records, items: withoutId });
  expect(right.findings).toEqual([]);
  expect(right.unchecked).toEqual([]);
  expect(failingChecks(await verifyList({ records, items: withoutId, ignores: 'offset' }))).toEqual(['pages-complete']);
});

test('records with equal contents may be on several pages', async () => {
  const records = ['pear', 'fig', 'fig', 'fig', 'bean'].map((name) => ({ name, stock: 1 }));
  expect((await verifyList({ records, items: withoutId })).findings).toEqual([]);
});

test('a filter of a search, or of what may be no records, is only a warning', async () => {
  const searched = await verifyList({ path: '/item-search', ignores: 'name' });
  const unnamed = await verifyList({ items: withoutId, records: kinds.map((name) => ({ name })), ignores: 'name' });
  for (const { findings, unchecked } of [searched, unnamed]) {
    expect(findings.map(({ check, severity }) => `${severity} ${check}`)).toEqual(['warning filter-respected']);
    expect(unchecked.map(({ reason }) => reason).join('\n')).not.toMatch(/filter/);
  }
});

test('a list of names has limits and pages', async () => {
  const contract = await itemContract(listing({ type: 'string' }, '/names'));
  const verifyNames = async (size: (limit: string | null) => number) => {
    const baseUrl = await startItemStore(onTestFinished, contract, {
      'GET /names': ({ query: sent }) => {
        const start = Number(sent.get('offset') ?? 0);
        return { status: 200, body: kinds.slice(start, start + size(sent.get('limit'))) };
      },
    });
    return verify({ contract, baseUrl, categories: ['list-queries'], concurrency: 1 });
  };
  expect(await verifyNames((limit) => Number(limit ?? 99))).toMatchObject({ findings: [], unchecked: [] });
  expect(failingChecks(await verifyNames(() => 99))).toEqual(['limit-respected']);
});
