/** Collections that are only listed: their list is generated until a user provides records. */
import type { Operation } from '../../../spec/model/contract.ts';
import type { Resource } from '../../../spec/resources/resources.ts';
import type { RecordStore } from '../../model/storage.ts';

/** Cannot collide with a collection, whose name begins with a slash. */
const SEEDED = 'seeded:';

/** An empty list is provided too, so the number of records does not show it. */
export async function markSeeded(records: RecordStore, collection: string): Promise<void> {
  await records.put(SEEDED, collection, {});
}

export async function isSeeded(records: RecordStore, collection: string): Promise<boolean> {
  return records.has(SEEDED, collection);
}

/** Without those whose operations use other records or contents. */
export function withoutHandled(
  listed: readonly Resource[],
  isHandled: (operation: Operation) => boolean,
): readonly Resource[] {
  return listed.filter(({ roles }) => ![...roles.values()].some(isHandled));
}
