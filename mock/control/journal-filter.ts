/** Which entries of the journal somebody wants to see. */
import { KitError } from '../../errors.ts';
import { idsNamed } from '../../spec/model/operation-named.ts';
import { quoted } from '../http/refusals.ts';
import type { JournalEntry } from '../model/journal-entry.ts';
import type { RuleMount } from '../rules/rule-node.ts';
import { matchesRegExp, regExpFault } from '../rules/text-match.ts';
import type { JournalFilter } from './desk.ts';

export type EntryTest = (entry: JournalEntry) => boolean;

/** The last so many, where the filter has a limit. */
export function filterEntries(
  entries: readonly JournalEntry[],
  filter: JournalFilter,
): readonly JournalEntry[] {
  return lastOf(entries.filter(createTest(filter)), filter.limit);
}

export function lastOf(entries: readonly JournalEntry[], limit: number | undefined): readonly JournalEntry[] {
  return limit === undefined ? entries : entries.slice(Math.max(0, entries.length - limit));
}

/** With the id in the place of a method and path. Throws `option-invalid` where they could be those of several. */
export function withOperationId<Filter extends JournalFilter>(
  filter: Filter,
  contracts: readonly RuleMount[],
): Filter {
  const { operation } = filter;
  if (operation === undefined) return filter;
  const [id = operation, ...others] = idsNamed(
    operation,
    contracts.flatMap(({ contract }) => contract.operations),
  );
  if (others.length === 0) return { ...filter, operation: id };
  const detail = `operation: expected the one that is meant of ${[id, ...others].join(', ')}, got ${quoted(operation)}`;
  throw new KitError('option-invalid', detail, { fix: 'Give its id.' });
}

/** Throws `option-invalid`. */
export function createTest(filter: JournalFilter): EntryTest {
  const { operation, method, path, status, valid, after = 0 } = filter;
  const isPath = path === undefined ? () => true : createPathTest(path);
  return (entry) =>
    entry.id > after &&
    (operation === undefined || entry.operation === operation) &&
    (method === undefined || entry.request.method === method.toUpperCase()) &&
    (status === undefined || entry.response?.status === status) &&
    (valid === undefined || entry.valid === valid) &&
    isPath(entry.request.target);
}

/** A path begins with a slash too; what begins with `/^` is meant as a regular expression. */
function createPathTest(path: string): (target: string) => boolean {
  const isPattern = path.startsWith('/^');
  const fault = isPattern ? regExpFault(path) : undefined;
  if (fault !== undefined)
    throw new KitError('option-invalid', `path: expected ${fault}, got ${quoted(path)}`, { fix: PATH_FIX });
  return (target) => {
    const [received = ''] = target.split('?');
    return isPattern ? matchesRegExp(received, path) : received === path;
  };
}

const PATH_FIX =
  'Write it as ECMA-262 does, such as /^\\/orders\\/\\d+$/; what does not begin with /^ is compared as it is.';
