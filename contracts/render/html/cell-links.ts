/** Where a cell of operation × family leads: to the findings that its cases showed, whichever operation they are about. */
import type { Finding } from '../../finding/finding.ts';
import { filterLink } from './markup.ts';
import { familiesOf, ofSeverity, type SortedFindings } from './told.ts';

export interface CellLink {
  readonly address: string;
  /** Why it leads to more than the cell counts. */
  readonly remark?: string;
}

/** Of a cell, or of a row as a whole; undefined where none of its findings is told. */
export type CellLinks = (operation: string, family?: string) => CellLink | undefined;

/**
 * By operation and family where that hides nothing that a case of the cell showed, else by the names of its cases: stories
 * show faults of other operations too. Of the whole operation where findings count cases of the cell and name none of them.
 */
export function cellLinks({ shown, waived }: SortedFindings, families: readonly string[]): CellLinks {
  const all = [...shown, ...waived].map(({ finding }) => finding);
  const byCell = indexOf(all, (one) => ['', ...familiesOf(one, families)].map((name) => cellOf(one, name)));
  const byStart = indexOf(all, (one) => casesOf(one).flatMap(startsOf));
  return (operation, family) => {
    const own = byCell.get(`${operation} ${family ?? ''}`);
    const start = `${operation}/${family === undefined ? '' : `${family}/`}`;
    const showed = byStart.get(start);
    if (own !== undefined && isWithin(showed, own))
      return { address: filterLink({ about: operation, family }) };
    if (showed !== undefined) return { address: filterLink({ text: start }) };
    if (!byCell.has(`${operation} `)) return undefined;
    const remark = `all findings of ${operation}: some of them count these cases without naming them`;
    return { address: filterLink({ about: operation }), remark };
  };
}

/** Faults that only cases of other operations showed, by the operation that they are about: none counts in its own row. */
export function foundByOthers(
  { counted }: SortedFindings,
  operations: readonly string[],
): ReadonlyMap<string, number> {
  const faults = ofSeverity(counted, 'fault').map(({ finding }) => finding);
  const isOf = (finding: Finding, operation: string) =>
    casesOf(finding).some((id) => id.startsWith(`${operation}/`));
  const others = faults.filter(
    (one) => !isOf(one, one.subject) && operations.some((operation) => isOf(one, operation)),
  );
  return new Map([...Map.groupBy(others, ({ subject }) => subject)].map(([id, own]) => [id, own.length]));
}

function cellOf({ subject }: Finding, family: string): string {
  return `${subject} ${family}`;
}

function casesOf({ evidence, others = [] }: Finding): readonly string[] {
  return evidence === undefined ? others : [evidence.caseId, ...others];
}

/** `a/b/c`: `a/`, `a/b/`. An operation may have slashes in its name. */
function startsOf(id: string): readonly string[] {
  return [...id.matchAll(/\//g)].map(({ index }) => id.slice(0, index + 1));
}

type Index = ReadonlyMap<string, ReadonlySet<Finding>>;

function indexOf(all: readonly Finding[], keysOf: (finding: Finding) => readonly string[]): Index {
  const index = new Map<string, Set<Finding>>();
  for (const one of all)
    for (const key of keysOf(one)) {
      const own = index.get(key) ?? new Set();
      index.set(key, own.add(one));
    }
  return index;
}

function isWithin(some: ReadonlySet<Finding> | undefined, all: ReadonlySet<Finding>): boolean {
  return some === undefined || some.isSubsetOf(all);
}
