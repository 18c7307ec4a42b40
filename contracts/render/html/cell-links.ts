/** Links from a cell of operation × test category to the findings of its cases, whichever operation they are about. */
import type { Finding } from '../../finding/finding.ts';
import { filterLink } from './markup.ts';
import { filterBySeverity, findingCategories, type SortedFindings } from './sorted-findings.ts';

export interface CellLink {
  readonly href: string;
  /** Why it leads to more findings than the cell counts. */
  readonly tooltip?: string;
}

/** The link of a cell, or of a whole row; undefined if none of its findings are reported. */
export type CellLinks = (operation: string, category?: string) => CellLink | undefined;

/**
 * Filters by operation and category if that hides no finding of the cell's cases, else by the ids of its cases:
 * sequences also find errors of other operations. Filters by operation alone if findings count cases of the cell
 * without naming them.
 */
export function createCellLinks({ shown, waived }: SortedFindings, categories: readonly string[]): CellLinks {
  const all = [...shown, ...waived].map(({ finding }) => finding);
  const byCell = indexFindings(all, (finding) =>
    ['', ...findingCategories(finding, categories)].map((name) => cellKey(finding, name)),
  );
  const byIdPrefix = indexFindings(all, (finding) => caseIds(finding).flatMap(idPrefixes));
  return (operation, category) => {
    const inCell = byCell.get(`${operation} ${category ?? ''}`);
    const idPrefix = `${operation}/${category === undefined ? '' : `${category}/`}`;
    const foundByCases = byIdPrefix.get(idPrefix);
    if (inCell !== undefined && isSubset(foundByCases, inCell))
      return { href: filterLink({ subject: operation, category }) };
    if (foundByCases !== undefined) return { href: filterLink({ text: idPrefix }) };
    if (!byCell.has(`${operation} `)) return undefined;
    const tooltip = `all findings of ${operation}: some of them include these cases without listing their ids`;
    return { href: filterLink({ subject: operation }), tooltip };
  };
}

/** The number of errors by operation that only cases of other operations found, and that its own row does not count. */
export function countFoundByOthers(
  { counted }: SortedFindings,
  operations: readonly string[],
): ReadonlyMap<string, number> {
  const errors = filterBySeverity(counted, 'error').map(({ finding }) => finding);
  const isFromOperation = (finding: Finding, operation: string) =>
    caseIds(finding).some((id) => id.startsWith(`${operation}/`));
  const others = errors.filter(
    (finding) =>
      !isFromOperation(finding, finding.subject) && operations.some((operation) => isFromOperation(finding, operation)),
  );
  return new Map([...Map.groupBy(others, ({ subject }) => subject)].map(([id, group]) => [id, group.length]));
}

function cellKey({ subject }: Finding, category: string): string {
  return `${subject} ${category}`;
}

function caseIds({ evidence, similar = [] }: Finding): readonly string[] {
  return evidence === undefined ? similar : [evidence.caseId, ...similar];
}

/** `a/b/c`: `a/`, `a/b/`. An operation id may contain slashes. */
function idPrefixes(id: string): readonly string[] {
  return [...id.matchAll(/\//g)].map(({ index }) => id.slice(0, index + 1));
}

type FindingIndex = ReadonlyMap<string, ReadonlySet<Finding>>;

function indexFindings(all: readonly Finding[], getKeys: (finding: Finding) => readonly string[]): FindingIndex {
  const index = new Map<string, Set<Finding>>();
  for (const finding of all)
    for (const key of getKeys(finding)) {
      const indexed = index.get(key) ?? new Set();
      index.set(key, indexed.add(finding));
    }
  return index;
}

function isSubset(subset: ReadonlySet<Finding> | undefined, superset: ReadonlySet<Finding>): boolean {
  return subset === undefined || subset.isSubsetOf(superset);
}
