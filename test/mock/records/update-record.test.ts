import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { HttpError } from '../../../mock/http/http-error.ts';
import type { RecordStore } from '../../../mock/model/storage.ts';
import { createKeyedMutex, updateRecord } from '../../../mock/records/collection.ts';
import { createMemoryStorage } from '../../../mock/storage/memory/memory-storage.ts';

/** Responds in a later turn of the event loop, like a remote one. */
function withAsyncCalls(records: RecordStore): RecordStore {
  return {
    ...records,
    read: async (...args) => turn(await records.read(...args)),
    update: async (...args) => turn(await records.update(...args)),
  };
}

it('applies all concurrent changes of one record', async () => {
  const records = withAsyncCalls(createMemoryStorage().records);
  await records.insert('/plants', '1', { height: 0 });
  const oneByOne = createKeyedMutex();
  const grow = () =>
    updateRecord({ records, name: '/plants', runExclusive: oneByOne }, '1', ({ height }) => ({
      height: Number(height) + 1,
    }));
  const grown = await Promise.all(Array.from({ length: 300 }, grow));
  expect(grown.filter((one) => one !== undefined && 'value' in one)).toHaveLength(300);
  expect((await records.read('/plants', '1'))?.value).toEqual({ height: 300 });
});

it('gives up after a hundred changes of other processes, and reports the record', async () => {
  const { records } = createMemoryStorage();
  await records.insert('/plants', '1', { height: 0 });
  let attempts = 0;
  const update = async () => {
    attempts += 1;
    return false;
  };
  const collection = { records: { ...records, update }, name: '/plants', runExclusive: createKeyedMutex() };
  const result = await updateRecord(collection, '1', (old) => old);
  expect(result).toBeInstanceOf(HttpError);
  expect(result).toMatchObject({ kind: 'internal', message: 'concurrent requests keep changing the record "1"' });
  expect(attempts).toBe(100);
});

it('returns nothing if the record was deleted, and the error of the change', async () => {
  const { records } = createMemoryStorage();
  await records.insert('/plants', '1', { height: 0 });
  const collection = { records, name: '/plants', runExclusive: createKeyedMutex() };
  expect(await updateRecord(collection, '2', (old) => old)).toBeUndefined();
  const error = new HttpError('invalid', 'too high');
  expect(await updateRecord(collection, '1', () => error)).toBe(error);
  expect((await records.read('/plants', '1'))?.version).toBe(1);
});
