import { expect, it } from 'vitest';
import { isJsonArray, type JsonObject } from '../../../spec/json/exact-json.ts';
import { member, startMockWithPaths } from '../support.ts';
import { createClient } from './json-client.ts';

const price = { type: 'integer', minimum: 0 };
const ware = { type: 'object', required: ['id', 'price'], properties: { id: { type: 'integer' }, price } };
const of = (schema: JsonObject) => ({ description: 'As asked', content: { 'application/json': { schema } } });
const query = (name: string, schema: JsonObject) => ({ name, in: 'query', style: 'deepObject', schema });

const paths = {
  '/wares': {
    get: {
      parameters: [
        { name: 'min_price', in: 'query', schema: price },
        query('price', { type: 'object', properties: { to: price } }),
      ],
      responses: { 200: of({ type: 'array', items: ware }) },
    },
    post: {
      requestBody: { required: true, content: { 'application/json': { schema: ware } } },
      responses: { 201: of(ware) },
    },
  },
};

it.each([
  ['', [3, 5, 9]],
  ['?min_price=5', [5, 9]],
  ['?price%5Bto%5D=5', [3, 5]],
  ['?price%5Bto%5D=5&min_price=4', [5]],
  ['?price%5Bto%5D=0', []],
])('a list within the bounds %s contains the prices %j', async (requested, expected) => {
  const app = createClient(await startMockWithPaths(paths));
  for (const [index, amount] of [3, 5, 9].entries()) await app.post('/wares', { id: index + 1, price: amount });
  const { json } = await app.get(`/wares${requested}`);
  expect(isJsonArray(json) && json.map((one) => member(one, 'price'))).toEqual(expected);
});

const day = { type: 'string', format: 'date' };
const stay = { type: 'object', required: ['bookedDay', 'paidDay'], properties: { bookedDay: day, paidDay: day } };

it('the bound of a day is found by its name among several', async () => {
  const mock = await startMockWithPaths({
    '/stays': {
      get: {
        parameters: [{ name: 'booked_from', in: 'query', schema: day }],
        responses: { 200: of({ type: 'array', items: stay }) },
      },
      post: {
        requestBody: { required: true, content: { 'application/json': { schema: stay } } },
        responses: { 201: of(stay) },
      },
    },
  });
  const app = createClient(mock);
  for (const bookedDay of ['2026-01-01', '2026-01-03']) await app.post('/stays', { bookedDay, paidDay: '2026-01-02' });
  const { json } = await app.get('/stays?booked_from=2026-01-02');
  expect(isJsonArray(json) && json.map((one) => member(one, 'bookedDay'))).toEqual(['2026-01-03']);
});
