/** What a store begins with, made apart from it, so that the store can take it up as a whole. */

import { type InitialState, type Records, STORAGE_LIMITS } from '../model/storage.ts';
import { createMemoryRecords } from '../storage/memory/records.ts';

/** What `fill` puts in, and the numbers that it draws. */
export async function collectInitial(
  fill: (records: Records) => Promise<void>,
): Promise<Omit<InitialState, 'rules'>> {
  const records = createMemoryRecords(STORAGE_LIMITS);
  const drawn = new Map<string, number>();
  const nextNumber = async (collection: string) => {
    const number = await records.nextNumber(collection);
    drawn.set(collection, number);
    return number;
  };
  const skipNumbers = async (collection: string, last: number) => {
    await records.skipNumbers(collection, last);
    drawn.set(collection, Math.max(last, drawn.get(collection) ?? 0));
  };
  await fill({ ...records, nextNumber, skipNumbers });
  const lists = (await records.collections()).map(async ({ name }) =>
    (await records.list(name)).map(({ id, value }) => ({ collection: name, id, value })),
  );
  return {
    records: (await Promise.all(lists)).flat(),
    numbers: Array.from(drawn, ([collection, last]) => ({ collection, last })),
  };
}
