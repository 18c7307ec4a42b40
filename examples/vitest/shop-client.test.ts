import { useMock } from 'plant-store/vitest';
import * as vitest from 'vitest';
import { expect, test } from 'vitest';
import { orderAll } from './shop-client.ts';

const mock = useMock({ spec: `${import.meta.dirname}/shop.yaml`, records: { '/orders': [] } }, vitest);

test('orders all', async () => {
  expect(await orderAll(mock.url, ['lamp', 'desk'])).toBe(2);
  expect(await mock.journal.count({ operation: 'createOrder' })).toBe(2);
});

test('starts without the orders of other tests', async () => {
  expect(await orderAll(mock.url, [])).toBe(0);
});

test('stops if the shop does not respond', async () => {
  await mock.scenario.next('createOrder', { status: 500 });
  await expect(orderAll(mock.url, ['lamp', 'desk'])).rejects.toThrow('lamp: the shop responded with 500');
});

test('reports that the shop rejects an order', async () => {
  // Without this line the test fails, because the contract requires a name.
  mock.allowViolations();
  await expect(orderAll(mock.url, [''])).rejects.toThrow('nothing: the shop responded with 400');
});
