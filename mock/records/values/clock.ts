/** The time of changes: the present one, or with a seed one that is the same in each run. */
import { REFERENCE_DATE } from '../../made-up/faker.ts';
import type { Collection } from '../collection.ts';

/** With a seed, runs are reproducible: time starts here and advances by a second with each change. */
export const SEEDED_START_TIME = Date.UTC(2025, 0, 1);

/** Cannot collide with a collection, whose name begins with a slash. */
const CLOCK_COUNTER = 'clock:';

export async function currentTime({ records, seed }: Pick<Collection, 'records' | 'seed'>): Promise<Date> {
  if (seed === undefined) return new Date();
  return new Date(SEEDED_START_TIME + 1_000 * (await records.nextNumber(CLOCK_COUNTER)));
}

/** Later changes are after all that made-up records show, whose times are relative to another date. */
export async function startClockAfterMadeUp({ records }: Pick<Collection, 'records'>): Promise<void> {
  const time = Date.parse(REFERENCE_DATE) + LATEST_MADE_UP_MS;
  await records.reserveNumbers(CLOCK_COUNTER, (time - SEEDED_START_TIME) / 1_000);
}

/** An end is up to 60 days after a creation. */
const LATEST_MADE_UP_MS = 60 * 24 * 60 * 60 * 1_000;
