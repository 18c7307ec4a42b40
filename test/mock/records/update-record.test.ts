import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
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
