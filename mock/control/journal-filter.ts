/** Which entries of the journal somebody wants to see. */
import type { JournalEntry } from '../journal/entry.ts';
import type { JournalFilter } from './desk.ts';

export function filterEntries(
  entries: readonly JournalEntry[],
  filter: JournalFilter,
): readonly JournalEntry[] {
  const found = entries.filter((entry) => isWanted(entry, filter));
  return filter.limit === undefined ? found : found.slice(Math.max(0, found.length - filter.limit));
}

export function isWanted(entry: JournalEntry, filter: JournalFilter): boolean {
  const { operation, method, path, status, valid, after = 0 } = filter;
  return (
    entry.id > after &&
    (operation === undefined || entry.operation === operation) &&
    (method === undefined || entry.request.method === method.toUpperCase()) &&
    (path === undefined || isPath(entry.request.target, path)) &&
    (status === undefined || entry.response?.status === status) &&
    (valid === undefined || entry.valid === valid)
  );
}

function isPath(target: string, path: string): boolean {
  const [received = ''] = target.split('?');
  const [, source, flags] = /^\/(\^.+)\/([imsu]*)$/.exec(path) ?? [];
  if (source === undefined) return received === path;
  return new RegExp(source, flags).test(received);
}
