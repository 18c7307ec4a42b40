/** Records that only their list shows: as names, as addresses, or as objects without an identifier. */
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Json, JsonObject } from '../../../spec/json/exact-json.ts';
import {
  type ItemHandlers,
  itemContract,
  itemHandlers,
  itemOperations,
  newItem,
  pick,
  responds,
  sends,
  startItemStore,
} from '../item-store.ts';
import { failingChecks, verify } from '../support.ts';

type Show = (items: readonly JsonObject[]) => readonly Json[];

const nameOnly = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };

const withoutId = {
  'POST /items': { operationId: 'create', ...sends(newItem), ...responds({ 201: nameOnly, 400: {}, 415: {} }) },
};

function withoutResponseId(stored: Map<string, JsonObject>): ItemHandlers[string] {
  return ({ sent }) => {
    stored.set(String(stored.size + 1), { id: stored.size + 1, ...sent });
    return { status: 201, body: sent };
  };
}

interface ListedItems {
  readonly items: JsonObject;
  readonly operations?: Readonly<Record<string, JsonObject>>;
}

async function verifyListed({ items, operations = pick('POST /items', 'GET /items/{id}') }: ListedItems, show: Show) {
  const contract = await itemContract({
    ...operations,
    'GET /items': { ...itemOperations['GET /items'], ...responds({ 200: { type: 'array', items } }) },
  });
  const stored = new Map<string, JsonObject>([['1', { id: 1, name: 'seed' }]]);
  const baseUrl = await startItemStore(onTestFinished, contract, {
    ...itemHandlers(stored),
    ...('GET /items/{id}' in operations ? {} : { 'POST /items': withoutResponseId(stored) }),
    'GET /items': () => ({ status: 200, body: [...show([...stored.values()])] }),
  });
  return verify({ contract, baseUrl, categories: ['lifecycles'], concurrency: 1 });
}

const names: Show = (items) => items.map((one) => one['name'] ?? '');
const summaries: Show = (items) => items.map((one) => ({ name: one['name'] ?? '' }));
const all =
  (show: Show): Show =>
  (items) =>
    show(items);
const withoutLast =
  (show: Show): Show =>
  (items) =>
    show(items.slice(0, -1));

const lists: readonly (readonly [string, ListedItems, Show])[] = [
  ['names', { items: { type: 'string' } }, names],
  ['addresses', { items: { type: 'string' } }, (items) => items.map(({ id }) => `http://store/items/${String(id)}`)],
  ['numbers', { items: { type: 'integer' } }, (items) => items.map(({ id }) => id ?? 0)],
  ['names where nothing reads a record', { items: { type: 'string' }, operations: withoutId }, names],
  ['objects without an identifier', { items: nameOnly }, summaries],
  ['objects where nothing has an identifier', { items: nameOnly, operations: withoutId }, summaries],
];

describe.each(lists)('a list of %s', (_name, listed, show) => {
  test('is tested', async () => {
    const { findings, unchecked } = await verifyListed(listed, all(show));
    expect(findings).toEqual([]);
    expect(unchecked).toEqual([]);
  });

  test('is reported if it lacks the last record, or all', async () => {
    expect(failingChecks(await verifyListed(listed, withoutLast(show)))).toContain('list-has-created');
    expect(failingChecks(await verifyListed(listed, () => []))).toContain('list-has-created');
  });
});

test.each<[string, ListedItems, Show]>([
  ['other texts', { items: { type: 'string' } }, (items) => items.map((_one, index) => `shelf ${index}`)],
  ['counts', { items: { type: 'integer' } }, (items) => [items.length]],
  ['other properties', { items: nameOnly }, (items) => items.map(() => ({ name: 'hidden' }))],
])('a list of %s leaves it untested', async (_name, listed, show) => {
  const { findings, unchecked } = await verifyListed(listed, show);
  expect(findings).toEqual([]);
  expect(unchecked.map(({ reason }) => reason)).toEqual([
    'tested in part, because the responses do not show it: declare in its items the identifier, or a text that is sent; not tested: the list contains created records',
  ]);
});
