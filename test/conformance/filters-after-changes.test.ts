/** Filters select records by their current values, not by those of their creation. */
import { expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../spec/json/exact-json.ts';
import { idSchema, itemContract, itemHandlers, rejections, responds, sends, startItemStore } from './item-store.ts';
import { describeErrors, verify } from './support.ts';

const properties = {
  name: { type: 'string', minLength: 1, maxLength: 40 },
  size: { type: 'string', enum: ['small', 'large'] },
  sold: { type: 'boolean' },
};
const sent = { type: 'object', additionalProperties: false, required: Object.keys(properties), properties };
const shown = { ...sent, required: ['id', ...sent.required], properties: { id: idSchema, ...properties } };
const change = { type: 'object', additionalProperties: false, properties };

const contract = await itemContract({
  'POST /items': { operationId: 'create', ...sends(sent), ...responds({ 201: shown, ...rejections }) },
  'GET /items': {
    operationId: 'list',
    parameters: [
      { name: 'size', in: 'query', schema: properties.size },
      { name: 'sold', in: 'query', description: 'Only items that are (or are not) sold', schema: properties.sold },
    ],
    ...responds({ 200: { type: 'array', items: shown } }),
  },
  'GET /items/{id}': { operationId: 'read', ...responds({ 200: shown, ...rejections }) },
  'PUT /items/{id}': { operationId: 'replace', ...sends(sent), ...responds({ 200: shown, ...rejections }) },
  'PATCH /items/{id}': { operationId: 'change', ...sends(change), ...responds({ 200: shown, ...rejections }) },
});

type Property = 'size' | 'sold';

/** The errors for an implementation that selects by these properties as they were at the creation of the record. */
async function errorsOf(...stale: readonly Property[]): Promise<readonly string[]> {
  const items = new Map<string, JsonObject>();
  const created = new Map<string, JsonObject>();
  const handlers = itemHandlers(items);
  const baseUrl = await startItemStore(onTestFinished, contract, {
    ...handlers,
    'POST /items': (request) => {
      const reply = handlers['POST /items']?.(request) ?? { status: 500 };
      for (const [id, item] of items) if (!created.has(id)) created.set(id, item);
      return reply;
    },
    'GET /items': ({ query }) => {
      const matches = (property: Property, id: string, item: JsonObject): boolean => {
        const compared = stale.includes(property) ? created.get(id) : item;
        return !query.has(property) || String(compared?.[property]) === query.get(property);
      };
      const found = items.entries().filter(([id, item]) => matches('size', id, item) && matches('sold', id, item));
      return { status: 200, body: [...found.map(([, item]) => item)] };
    },
  });
  return describeErrors(await verify({ contract, baseUrl, categories: ['lifecycles', 'list-queries'] }));
}

test('an implementation that selects by the current values is not reported', async () => {
  expect(await errorsOf()).toEqual([]);
});

test.each<[Property]>([['size'], ['sold']])('a filter by the %s at the creation is reported', async (property) => {
  const errors = await errorsOf(property);
  expect(errors.length).toBeGreaterThan(0);
  expect(errors.every((error) => error.startsWith('filter-respected: '))).toBe(true);
});
