import { describe, expect, it } from 'vitest';
import type { HandlerStore, OperationHandler } from '../../../mock/index.ts';
import { type ShopMock, startShop } from './shop.ts';

const seeds = { '/orders': [{ id: 1, name: 'lamp', count: 2 }] };

/** Calls the store in a handler, and returns what it resolves to. */
async function inHandler<Result>(
  call: (store: HandlerStore) => Promise<Result>,
  options = {},
): Promise<{ readonly result: Result | undefined; readonly mock: ShopMock }> {
  let result: Result | undefined;
  const tip: OperationHandler = async ({ store }) => {
    result = await call(store);
    return 'done';
  };
  const mock = await startShop({ seeds, handlers: { 'GET /tip': tip }, ...options });
  await mock.send('GET', '/tip');
  return { result, mock };
}

describe('the store of a handler', () => {
  it('lists and reads copies', async () => {
    const { result, mock } = await inHandler(async (store) => {
      const [first] = await store.list('/orders');
      Object.assign(first ?? {}, { name: 'changed' });
      return [await store.get('/orders', 1), await store.get('/orders', '1'), await store.get('/orders', 9)];
    });
    const lamp = { id: 1, name: 'lamp', count: 2 };
    expect(result).toEqual([lamp, lamp, undefined]);
    expect((await mock.send('GET', '/orders/1')).json).toMatchObject({ name: 'lamp' });
  });

  it('creates records with an identifier and times, as a request does', async () => {
    const { result, mock } = await inHandler((store) => store.create('/orders', { name: 'chair' }));
    expect(result).toEqual({ id: 2, name: 'chair', createdAt: expect.stringMatching(/^\d{4}-/) });
    expect((await mock.send('GET', '/orders/2')).json).toMatchObject({ id: 2, name: 'chair' });
  });

  it('changes records, also by a function of the record, and deletes undefined properties', async () => {
    const { result, mock } = await inHandler(async (store) => [
      await store.update('/orders', 1, ({ count }) => ({ count: Number(count) + 1 })),
      await store.update('/orders', 1, { count: undefined } as object),
      await store.update('/orders', 9, { count: 1 }),
    ]);
    expect(result).toEqual([{ id: 1, name: 'lamp', count: 3 }, { id: 1, name: 'lamp' }, undefined]);
    expect(await mock.records.list('/orders')).toEqual([{ id: 1, name: 'lamp' }]);
  });

  it('loses no change of concurrent calls', async () => {
    const { result } = await inHandler(async (store) => {
      const increment = () => store.update('/orders', 1, ({ count }) => ({ count: Number(count) + 1 }));
      await Promise.all(Array.from({ length: 20 }, increment));
      return store.get('/orders', 1);
    });
    expect(result).toMatchObject({ count: 22 });
  });

  it('deletes records', async () => {
    const { result, mock } = await inHandler(async (store) => [
      await store.delete('/orders', 1),
      await store.delete('/orders', 1),
    ]);
    expect(result).toEqual([true, false]);
    expect((await mock.send('GET', '/orders/1')).status).toBe(404);
  });

  it.each<[string, (store: HandlerStore) => Promise<unknown>, string]>([
    ['an invalid record', (store) => store.create('/orders', { name: '' }), 'record of /orders.name: expected'],
    [
      'an invalid change',
      (store) => store.update('/orders', 1, { count: 'many' }),
      'record of /orders.count: expected integer',
    ],
    [
      'an existing id',
      (store) => store.create('/orders', { id: 1, name: 'x' }),
      'expected an id that no record has, got 1',
    ],
    ['an unknown collection', (store) => store.list('/order'), 'did you mean /orders?'],
  ])('rejects %s, and the handler fails', async (_case, call, message) => {
    const { mock } = await inHandler(call);
    const [entry] = await mock.journal.list();
    expect([entry?.response?.status, entry?.why]).toEqual([500, expect.stringContaining(message)]);
  });

  it('has no collections without records', async () => {
    const { mock } = await inHandler((store) => store.list('/orders'), { stateless: true });
    expect((await mock.journal.list())[0]?.why).toContain('expected none (the mock server keeps no records)');
  });
});
