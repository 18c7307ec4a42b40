/** Filters journal entries. */
import { KitError } from '../../errors.ts';
import { findOperationIds } from '../../spec/model/operation-names.ts';
import { quoteText } from '../http/http-error.ts';
import type { JournalEntry } from '../model/journal-entry.ts';
import { didYouMean, type RuleMount } from '../rules/rule-node.ts';
import { matchesRegExp, regExpProblem } from '../rules/text-match.ts';
import type { JournalFilter } from './admin-service.ts';

export type EntryPredicate = (entry: JournalEntry) => boolean;

/** Returns the last `limit` entries if the filter has a limit. */
export function filterEntries(entries: readonly JournalEntry[], filter: JournalFilter): readonly JournalEntry[] {
  return lastEntries(entries.filter(createEntryPredicate(filter)), filter.limit);
}

export function lastEntries(entries: readonly JournalEntry[], limit: number | undefined): readonly JournalEntry[] {
  return limit === undefined ? entries : entries.slice(Math.max(0, entries.length - limit));
}

interface FilteredContract {
  readonly contract: RuleMount['contract'] & { readonly outgoingCalls?: readonly { readonly name: string }[] };
}

/**
 * Replaces a method and path by the id of the operation. Throws `option-invalid` if several operations match, or none:
 * a name with a typo would match no entry, and a test that expects none would pass.
 */
export function withOperationId<Filter extends JournalFilter>(
  filter: Filter,
  contracts: readonly FilteredContract[],
): Filter {
  const { operation } = filter;
  if (operation === undefined) return filter;
  const [id = operation, ...others] = findOperationIds(
    operation,
    contracts.flatMap(({ contract }) => contract.operations),
  );
  if (others.length === 0) {
    requireKnown(id, contracts);
    return { ...filter, operation: id };
  }
  const detail = `operation: expected one of ${[id, ...others].join(', ')} (several match), got ${quoteText(operation)}`;
  throw new KitError('option-invalid', detail, { fix: 'Use the id of the operation.' });
}

/** Callbacks and webhooks have entries under their names. */
function requireKnown(name: string, contracts: readonly FilteredContract[]): void {
  const known = contracts.flatMap(({ contract: { operations, outgoingCalls = [] } }) => [
    ...operations.map(({ id }) => id),
    ...outgoingCalls.map((call) => call.name),
  ]);
  if (known.length === 0 || known.includes(name)) return;
  const more = known.length > MAX_LISTED ? `, ... (${known.length} in all)` : '';
  const expected = `one of ${known.slice(0, MAX_LISTED).join(', ')}${more}${didYouMean(name, known)}`;
  throw new KitError('option-invalid', `operation: expected ${expected}, got ${quoteText(name)}`, {
    fix: 'Use the id of an operation, its method and path, or the name of a callback or webhook.',
  });
}

const MAX_LISTED = 10;

/** Throws `option-invalid`. */
export function createEntryPredicate(filter: JournalFilter): EntryPredicate {
  const { operation, method, path, status, valid, after = 0 } = filter;
  const matchesPath = path === undefined ? () => true : createPathPredicate(path);
  return (entry) =>
    entry.id > after &&
    (operation === undefined || entry.operation === operation) &&
    (method === undefined || entry.request.method === method.toUpperCase()) &&
    (status === undefined || entry.response?.status === status) &&
    (valid === undefined || entry.valid === valid) &&
    matchesPath(entry.request.target);
}

/** Plain paths begin with a slash too, so only `/^` starts a regular expression. */
function createPathPredicate(path: string): (target: string) => boolean {
  const isPattern = path.startsWith('/^');
  const problem = isPattern ? regExpProblem(path) : undefined;
  if (problem !== undefined)
    throw new KitError('option-invalid', `path: expected ${problem}, got ${quoteText(path)}`, {
      fix: PATH_FIX,
    });
  return (target) => {
    const [received = ''] = target.split('?');
    return isPattern ? matchesRegExp(received, path) : received === path;
  };
}

const PATH_FIX =
  'Use ECMA-262 syntax, such as /^\\/orders\\/\\d+$/. A path that does not begin with /^ is compared literally.';
