/** The number of items that a made-up list states is its length. */
import { expect, it } from 'vitest';
import { call } from '../login/shops.ts';
import { contentOf } from '../records/json-client.ts';
import { startMockWithPaths } from '../support.ts';

const integer = { type: 'integer' };
const hit = { type: 'object', required: ['title'], properties: { title: { type: 'string' } } };

async function search(properties: object) {
  const all = { results: { type: 'array', items: hit, minItems: 2 }, ...properties };
  const schema = JSON.parse(JSON.stringify({ type: 'object', required: Object.keys(all), properties: all }));
  const responses = { 200: { description: 'hits', content: contentOf(schema) } };
  const mock = await startMockWithPaths({ '/search': { get: { responses } } });
  return (await call(mock, 'GET /search')).json;
}

it('where nothing declares another one', async () => {
  const properties = { total: integer, totalCount: integer, page: integer, count: { ...integer, example: 40 } };
  const { results, ...stated } = Object(await search(properties));
  expect(results).toHaveLength(2);
  expect(stated).toEqual({ total: 2, totalCount: 2, page: 0, count: 40 });
});

it('unless several lists could be meant', async () => {
  expect(await search({ total: integer, facets: { type: 'array', items: hit } })).toMatchObject({ total: 0 });
});
