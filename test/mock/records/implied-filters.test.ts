/** What the names of query parameters imply: searches in texts, and bounds of numbers, dates and times. */
import { describe, expect, it } from 'vitest';
import { isJsonArray, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import { member, startMockWithPaths } from '../support.ts';
import { createClient } from './json-client.ts';

const time = { type: 'string', format: 'date-time' };
const text = { type: 'string' };
const item = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'integer' },
    name: text,
    notes: text,
    status: { type: 'string', enum: ['green', 'red'] },
    tags: { type: 'array', items: text },
    price: { type: 'number' },
    createdAt: time,
    updatedAt: time,
    due: { type: 'string', format: 'date' },
  },
};
const records: readonly JsonObject[] = [
  { id: 1, name: 'Green lamp', status: 'red', price: 10, createdAt: '2026-01-31T23:30:00+02:00', due: '2026-02-01' },
  { id: 2, name: 'Chair', notes: 'GREEN wood', price: 20, createdAt: '2026-01-31T21:30:00.000001Z', due: '2026-02-02' },
  { id: 3, name: 'Table', status: 'green', tags: ['Evergreen'], price: 30, createdAt: '2026-02-01T10:00:00Z' },
];

type Declared = readonly [name: string, schema: Json, description?: string];

async function found(parameter: Declared, query: string): Promise<string> {
  const [name, schema, description = ''] = parameter;
  const isObject = member(schema, 'type') === 'object';
  const declared = {
    name,
    in: 'query',
    description,
    schema,
    ...(isObject ? { style: 'deepObject', explode: true } : {}),
  };
  const list = { type: 'array', items: item };
  const get = {
    parameters: [declared],
    responses: { '200': { description: 'All', content: { 'application/json': { schema: list } } } },
  };
  const post = {
    requestBody: { content: { 'application/json': { schema: item } } },
    responses: { '201': { description: 'New', content: { 'application/json': { schema: item } } } },
  };
  const mock = await startMockWithPaths({ '/things': { get, post } }, {}, { records: { '/things': [...records] } });
  const { json, status } = await createClient(mock).get(`/things?${query}`);
  return isJsonArray(json) ? json.map((one) => String(member(one, 'id'))).join('') : String(status);
}

describe('a search', () => {
  it.each<readonly [Declared, string, string]>([
    [['q', text], 'q=green', '123'],
    [['search', text], 'search=gREEN+wood', '2'],
    [['query', text], 'query=nothing', ''],
    [['searchTerm', text, 'Searches in name and tags.'], 'searchTerm=green', '13'],
    [['keywords', { type: 'array', items: text }], 'keywords=green&keywords=lamp', '1'],
    [['filter', text, 'Searches for this text.'], 'filter=chair', '2'],
    [['name_contains', text], 'name_contains=A', '123'],
    [['name_contains', text], 'name_contains=green', '1'],
    [['q', text], 'q=', '123'],
    [['filter', text, 'A field to filter.'], 'filter=chair', '123'],
    [['query', text, 'An expression in the query language.'], 'query=chair', '123'],
    [['q', { type: 'string', enum: ['a', 'b'] }], 'q=a', '123'],
  ])('%j finds with %s the records %j', async (parameter, query, ids) => {
    expect(await found(parameter, query)).toBe(ids);
  });
});

const number = { type: 'number' };
const day = { type: 'string', format: 'date' };
const members = (schema: Json) => ({
  type: 'object',
  properties: { gt: schema, gte: schema, lt: schema, lte: schema },
});

describe('a bound', () => {
  it.each<readonly [Declared, string, string]>([
    [['minPrice', number], 'minPrice=20', '23'],
    [['price_max', number], 'price_max=20', '12'],
    [['price_max', number, 'Exclusive.'], 'price_max=20', '1'],
    [['price_gt', number], 'price_gt=20', '3'],
    [['price', members(number)], 'price[gte]=20&price[lt]=30', '2'],
    [['price_lt', number, 'Less than or equal to this.'], 'price_lt=20', '12'],
    [['createdAfter', time], 'createdAfter=2026-01-31T21:30:00Z', '23'],
    [['created_before', time], 'created_before=2026-01-31T22:30:00%2B01:00', ''],
    [['created_until', time], 'created_until=2026-01-31T22:30:00%2B01:00', '1'],
    [['createdAt', members(time)], 'createdAt[gt]=2026-01-31T21:30:00Z&createdAt[lte]=2026-02-01T10:00:00Z', '23'],
    [['createdTo', day], 'createdTo=2026-01-31', '12'],
    [['createdFrom', text], 'createdFrom=2026-02-01', '3'],
    [['dueTo', day], 'dueTo=2026-02-01', '1'],
    [['dueFrom', time], 'dueFrom=2026-02-02T09:00:00Z', '2'],
    [['since', time, 'Only those created since then.'], 'since=2026-02-01T00:00:00Z', '3'],
    [['since', time], 'since=2026-02-01T00:00:00Z', '123'],
    [['before', text], 'before=2', '123'],
    [['after', text], 'after=1', '23'],
    [['minWeight', number], 'minWeight=1', '123'],
  ])('%j selects with %s the records %j', async (parameter, query, ids) => {
    expect(await found(parameter, query)).toBe(ids);
  });
});
