/** Lists without stored records: the example of the contract, filtered, sorted and paginated by the query. */
import { expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../spec/json/exact-json.ts';
import { isJsonArray } from '../../../spec/json/exact-json.ts';
import { member, send, startMockWithPaths } from '../support.ts';

const text = { type: 'string' };
const count = { type: 'integer' };
const tool = { type: 'object', required: ['name'], properties: { name: text, kind: text } };
const tools = [
  { name: 'saw', kind: 'hand' },
  { name: 'drill', kind: 'power' },
  { name: 'file', kind: 'hand' },
];
const parameters = ['sort', 'order', 'kind', 'limit', 'offset', 'cursor'].map((name) => ({
  name,
  in: 'query',
  schema: name === 'limit' || name === 'offset' ? count : text,
}));
const respond = (schema: JsonObject, example: Json): JsonObject => ({
  200: { description: 'Tools', content: { 'application/json': { schema, example } } },
});
const page = {
  type: 'object',
  required: ['items', 'total'],
  properties: { items: { type: 'array', items: tool }, total: count, next: { type: ['string', 'null'] } },
};

/** The names in the list, and the body. */
async function listed(schema: JsonObject, example: Json, query: string) {
  const { url } = await startMockWithPaths({ '/tools': { get: { parameters, responses: respond(schema, example) } } });
  const { json } = await send(`${url}/tools${query}`);
  const items = member(json, 'items') ?? json;
  return { json, names: isJsonArray(items) ? items.map((one) => member(one, 'name')) : [] };
}

const cases: readonly (readonly [query: string, names: readonly string[]])[] = [
  ['', ['saw', 'drill', 'file']],
  ['?sort=name', ['drill', 'file', 'saw']],
  ['?sort=name&order=desc', ['saw', 'file', 'drill']],
  ['?sort=name&order=DESCENDING', ['saw', 'file', 'drill']],
  ['?sort=name&order=nodesc', ['drill', 'file', 'saw']],
  ['?sort=name:desc', ['saw', 'file', 'drill']],
  ['?sort=name,desc', ['saw', 'file', 'drill']],
  ['?sort=kind,-name', ['saw', 'file', 'drill']],
  ['?sort=-name&limit=2', ['saw', 'file']],
  ['?kind=hand', ['saw', 'file']],
  ['?kind=hand&sort=name', ['file', 'saw']],
  ['?kind=none', []],
  ['?limit=1&offset=1', ['drill']],
  ['?limit=1&cursor=1', ['drill']],
  ['?cursor=2', ['file']],
];

it.each(cases)('the example of a list with %s contains %j', async (query, names) => {
  const array = { type: 'array', items: tool };
  expect((await listed(array, tools, query)).names).toEqual(names);
  expect((await listed(page, { items: tools, total: 70 }, query)).names).toEqual(names);
});

it('the total of an example with pages counts what the query selects, so that its pages agree', async () => {
  const total = async (query: string) => member((await listed(page, { items: tools, total: 70 }, query)).json, 'total');
  expect([await total(''), await total('?kind=hand'), await total('?limit=2')]).toEqual([3, 2, 3]);
});

it('an example is unchanged if the contract does not allow the result', async () => {
  const array = { type: 'array', minItems: 3, items: tool };
  expect((await listed(array, tools, '?kind=hand')).names).toEqual(['saw', 'drill', 'file']);
  const full = { ...page, properties: { ...page.properties, items: array } };
  expect((await listed(full, { items: tools, total: 70 }, '?kind=hand')).json).toEqual({ items: tools, total: 70 });
});

it('a page of an example has the cursor of the next page', async () => {
  const next = async (query: string) =>
    member((await listed(page, { items: tools, total: 70, next: 'more' }, query)).json, 'next');
  expect([await next('?limit=2'), await next('?limit=2&cursor=2')]).toEqual(['2', null]);
});

it.each<readonly [string, JsonObject, Json]>([
  ['has no list', { ...page, required: ['total'] }, { total: 7 }],
  ['has items that are not objects', { type: 'array', items: { ...tool, type: ['object', 'null'] } }, [null, ...tools]],
])('an example that %s is unchanged', async (_case, schema, example) => {
  expect((await listed(schema, example, '?kind=hand&limit=1')).json).toEqual(example);
});
