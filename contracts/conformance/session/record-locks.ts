/**
 * Sends the writes of one record one after the other: an implementation that stores a record and then reads it may
 * return the value of a concurrent write.
 */
import type { Contract, Operation } from '../../../spec/model/contract.ts';
import { changedItem, isSafeMethod } from '../../../spec/resources/changed-item.ts';

export interface RecordLocks {
  /** After all earlier work on these records. */
  run<T>(records: readonly string[], work: () => Promise<T>): Promise<T>;
}

export function createRecordLocks(): RecordLocks {
  const lastWork = new Map<string, Promise<void>>();
  return {
    run(records, work) {
      const ids = [...new Set(records)];
      if (ids.length === 0) return work();
      const before = ids.flatMap((id) => lastWork.get(id) ?? []);
      // Registered before waiting, for all records at once: no two can wait for each other.
      const result = before.length === 0 ? work() : Promise.all(before).then(work);
      const done = result.then(ignore, ignore);
      for (const id of ids) lastWork.set(id, done);
      void done.then(() => {
        for (const id of ids) if (lastWork.get(id) === done) lastWork.delete(id);
      });
      return result;
    },
  };
}

function ignore(): void {}

/** The parts of a request that name the record it writes. */
export interface RecordRequest {
  readonly operation: Operation;
  readonly method: string;
  /** Relative to the base URL; it may have a query. */
  readonly path: string;
}

/**
 * The record that a request writes, as the path of its innermost item: `/orders/7` for `POST /orders/7/cancel`, the path
 * itself for `PUT /settings`. Undefined for a read and for a request that creates a record.
 */
export function findWrittenRecord(
  { operations }: Pick<Contract, 'operations'>,
  { operation, method, path: fullPath }: RecordRequest,
): string | undefined {
  if (isSafeMethod(method)) return undefined;
  const item = changedItem(operations, { method, path: operation.path });
  if (item === undefined && method === 'POST') return undefined;
  const [path = ''] = fullPath.split('?');
  return path.replace(/\/+$/, '').split('/').slice(0, item?.split('/').length).map(normalizeSegment).join('/');
}

/** Percent-encoding does not change the record, and often neither does the case. */
function normalizeSegment(segment: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(segment)).toLowerCase();
  } catch {
    return segment;
  }
}
