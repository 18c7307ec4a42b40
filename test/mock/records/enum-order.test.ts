/** A list that is sorted by an enum has the order in which the contract lists its values. */
import { expect, it } from 'vitest';
import { isJsonArray } from '../../../spec/json/exact-json.ts';
import { member, send, startMockWithPaths } from '../support.ts';
import { contentOf } from './json-client.ts';

const priority = { type: ['string', 'null'], enum: ['low', 'normal', 'high', null] };
const size = { type: 'integer', enum: [30, 4, 100] };
const ticket = { type: 'object', properties: { id: { type: 'integer' }, priority, size } };
const parameters = [{ name: 'sort', in: 'query', schema: { type: 'string' } }];
const list = { description: 'all', content: contentOf({ type: 'array', items: ticket }) };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const paths = {
  '/tickets': { get: { parameters, responses: { 200: list } } },
  '/tickets/{id}': {
    get: { parameters: [id], responses: { 200: { description: 'one', content: contentOf(ticket) } } },
  },
};
const tickets = ['high', 'low', null, 'normal', 'low'].map((one, index) => ({ id: index + 1, priority: one }));

async function sorted(sort: string, records: Parameters<typeof JSON.stringify>[0]) {
  const { url } = await startMockWithPaths(paths, {}, { records: { '/tickets': JSON.parse(JSON.stringify(records)) } });
  const { json } = await send(`${url}/tickets?sort=${sort}`);
  const name = sort.replace('-', '');
  return json !== undefined && isJsonArray(json) ? json.map((one) => member(one, name)) : [];
}

it.each([
  ['priority', ['low', 'low', 'normal', 'high', null]],
  ['-priority', [null, 'high', 'normal', 'low', 'low']],
])('sort=%s gives %j', async (sort, expected) => {
  expect(await sorted(sort, tickets)).toEqual(expected);
});

it('numbers of an enum are in the order of numbers', async () => {
  expect(
    await sorted('size', [
      { id: 1, size: 30 },
      { id: 2, size: 100 },
      { id: 3, size: 4 },
    ]),
  ).toEqual([4, 30, 100]);
});
