import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { mockHandlers } from 'plant-store/msw';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { orderAll } from './shop-client.ts';

const shop = 'https://shop.example.com';
const mock = await mockHandlers(http, {
  spec: `${import.meta.dirname}/shop.yaml`,
  baseUrl: shop,
  records: { '/orders': [] },
});
const server = setupServer(...mock.handlers);

beforeAll(() => server.listen());
afterEach(async () => {
  server.resetHandlers();
  await mock.reset();
});
afterAll(async () => {
  server.close();
  await mock.close();
});

test('orders all', async () => {
  expect(await orderAll(shop, ['lamp', 'desk'])).toBe(2);
  expect(await mock.records.list('/orders')).toMatchObject([{ name: 'lamp' }, { name: 'desk' }]);
});

test('starts without the orders of other tests', async () => {
  expect(await orderAll(shop, [])).toBe(0);
});

test('reports that the shop rejects an order', async () => {
  await expect(orderAll(shop, [''])).rejects.toThrow('nothing: the shop responded with 400');
});

test('stops if the shop does not respond', async () => {
  server.use(http.post(`${shop}/orders`, () => HttpResponse.error()));
  await expect(orderAll(shop, ['lamp'])).rejects.toThrow();
});
