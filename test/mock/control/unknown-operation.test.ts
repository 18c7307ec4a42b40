/** A filter of the journal by an operation that the contract does not have. */
import { expect, it, onTestFinished } from 'vitest';
import { startMock } from '../../../mock/index.ts';

const responses = { '204': { description: 'ok' } };
const spec = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: { '/orders': { post: { operationId: 'createOrder', responses } } },
  webhooks: { orderPaid: { post: { responses } } },
};

it('is an error that names the operation that was probably meant', async () => {
  const mock = await startMock({ spec });
  onTestFinished(() => mock.close());
  const message = 'expected one of createOrder, orderPaid (did you mean "createOrder"?), got "createOrdr"';
  await expect(mock.journal.count({ operation: 'createOrdr' })).rejects.toThrow(message);
  await expect(mock.journal.waitFor({ operation: 'createOrdr' })).rejects.toThrow(message);
  const response = await fetch(`${mock.url}/__store/journal/count?operation=createOrdr`);
  expect([response.status, Object(await response.json()).detail]).toEqual([400, expect.stringContaining(message)]);
});

it('may be a webhook, or an operation by its method and path', async () => {
  const mock = await startMock({ spec });
  onTestFinished(() => mock.close());
  await fetch(`${mock.url}/orders`, { method: 'POST' });
  expect(await mock.journal.count({ operation: 'POST /orders' })).toBe(1);
  expect(await mock.journal.count({ operation: 'orderPaid' })).toBe(0);
});
