/** Where a cell of operation × family leads: to the findings that its cases showed, whichever operation they are about. */
import type { Finding } from '../../finding/finding.ts';
import { filterLink } from './markup.ts';
import { filterBySeverity, findingCategories, type SortedFindings } from './sorted-findings.ts';

export interface CellLink {
  readonly href: string;
  /** Why it leads to more than the cell counts. */
  readonly tooltip?: string;
}

/** Of a cell, or of a row as a whole; undefined where none of its findings is told. */
export type CellLinks = (operation: string, category?: string) => CellLink | undefined;

/**
 * By operation and family where that hides nothing that a case of the cell showed, else by the names of its cases: stories
 * show faults of other operations too. Of the whole operation where findings count cases of the cell and name none of them.
 */
export function createCellLinks({ shown, waived }: SortedFindings, categories: readonly string[]): CellLinks {
  const all = [...shown, ...waived].map(({ finding }) => finding);
  const byCell = indexFindings(all, (one) =>
    ['', ...findingCategories(one, categories)].map((name) => cellKey(one, name)),
  );
  const byIdPrefix = indexFindings(all, (one) => caseIds(one).flatMap(idPrefixes));
  return (operation, category) => {
    const inCell = byCell.get(`${operation} ${category ?? ''}`);
    const idPrefix = `${operation}/${category === undefined ? '' : `${category}/`}`;
    const foundByCases = byIdPrefix.get(idPrefix);
    if (inCell !== undefined && isSubset(foundByCases, inCell))
      return { href: filterLink({ about: operation, family: category }) };
    if (foundByCases !== undefined) return { href: filterLink({ text: idPrefix }) };
    if (!byCell.has(`${operation} `)) return undefined;
    const tooltip = `all findings of ${operation}: some of them count these cases without naming them`;
    return { href: filterLink({ about: operation }), tooltip };
  };
}

/** Faults that only cases of other operations showed, by the operation that they are about: none counts in its own row. */
export function countFoundByOthers(
  { counted }: SortedFindings,
  operations: readonly string[],
): ReadonlyMap<string, number> {
  const errors = filterBySeverity(counted, 'fault').map(({ finding }) => finding);
  const isFromOperation = (finding: Finding, operation: string) =>
    caseIds(finding).some((id) => id.startsWith(`${operation}/`));
  const others = errors.filter(
    (one) => !isFromOperation(one, one.subject) && operations.some((operation) => isFromOperation(one, operation)),
  );
  return new Map([...Map.groupBy(others, ({ subject }) => subject)].map(([id, inCell]) => [id, inCell.length]));
}

function cellKey({ subject }: Finding, category: string): string {
  return `${subject} ${category}`;
}

function caseIds({ evidence, others = [] }: Finding): readonly string[] {
  return evidence === undefined ? others : [evidence.caseId, ...others];
}

/** `a/b/c`: `a/`, `a/b/`. An operation may have slashes in its name. */
function idPrefixes(id: string): readonly string[] {
  return [...id.matchAll(/\//g)].map(({ index }) => id.slice(0, index + 1));
}

type FindingIndex = ReadonlyMap<string, ReadonlySet<Finding>>;

function indexFindings(all: readonly Finding[], keysOf: (finding: Finding) => readonly string[]): FindingIndex {
  const index = new Map<string, Set<Finding>>();
  for (const one of all)
    for (const key of keysOf(one)) {
      const inCell = index.get(key) ?? new Set();
      index.set(key, inCell.add(one));
    }
  return index;
}

function isSubset(some: ReadonlySet<Finding> | undefined, all: ReadonlySet<Finding>): boolean {
  return some === undefined || some.isSubsetOf(all);
}
