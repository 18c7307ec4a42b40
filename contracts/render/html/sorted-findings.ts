/** The findings of a report, put where a reader looks for them: those that count, what is waived, what tells the same. */
import { type Finding, isDuplicate } from '../../finding/finding.ts';
import type { Report } from '../../report/report.ts';
import type { ToldFinding } from '../../report/stage-report.ts';
import { toAnchorId } from './markup.ts';

/** A finding and where it stands. */
export interface FindingEntry {
  readonly finding: ToldFinding;
  readonly stage: string;
  /** The id of its element, unique in the page. */
  readonly anchor: string;
  /** Findings of the same cause, which do not count again. */
  readonly duplicates: readonly FindingEntry[];
}

export interface SortedFindings {
  /** They make the verdict, faults before advice. */
  readonly counted: readonly FindingEntry[];
  /** Those of them that have a place in the page: all, unless they are too many for one. */
  readonly shown: readonly FindingEntry[];
  readonly waived: readonly FindingEntry[];
  /** Of a cause that is not in this report; they do not count. */
  readonly orphanedDuplicates: readonly FindingEntry[];
}

export function sortFindings({ stages }: Pick<Report, 'stages'>): SortedFindings {
  const entries = withAnchors(
    stages.flatMap(({ name, findings }) => findings.map((finding) => ({ finding, stage: name }))),
  );
  const originals = entries.filter(({ finding }) => !isDuplicate(finding));
  const others = entries.filter(({ finding }) => isDuplicate(finding));
  const findOriginal = originalLookup(entries);
  const byOriginal = Map.groupBy(others, (other) => findOriginal(other)?.anchor);
  const withDuplicates = originals.map((entry) => ({ ...entry, duplicates: byOriginal.get(entry.anchor) ?? [] }));
  const notWaived = withDuplicates.filter(({ finding }) => finding.waived === undefined);
  const counted = [...filterBySeverity(notWaived, 'fault'), ...filterBySeverity(notWaived, 'advice')];
  return {
    counted,
    shown: limitFindings(counted),
    waived: withDuplicates.filter(({ finding }) => finding.waived !== undefined),
    orphanedDuplicates: byOriginal.get(undefined) ?? [],
  };
}

export function filterBySeverity(entries: readonly FindingEntry[], severityName: string): readonly FindingEntry[] {
  return entries.filter(({ finding: { severity } }) => severity === severityName);
}

/** An id that comes twice, as in reports that were joined, gets a number. */
function withAnchors(found: readonly Omit<FindingEntry, 'anchor' | 'duplicates'>[]): readonly FindingEntry[] {
  const seen = new Map<string, number>();
  return found.map((entry) => {
    const baseAnchor = toAnchorId(entry.finding.id);
    const times = (seen.get(baseAnchor) ?? 0) + 1;
    seen.set(baseAnchor, times);
    return { ...entry, anchor: times === 1 ? baseAnchor : `${baseAnchor}~${times}`, duplicates: [] };
  });
}

/** Along the way of causes to the one that is told of. */
function originalLookup(entries: readonly FindingEntry[]): (entry: FindingEntry) => FindingEntry | undefined {
  const first = new Map(entries.toReversed().map((entry) => [entry.finding.fingerprint, entry] as const));
  return (entry) => {
    let current: FindingEntry | undefined = entry;
    for (let step = 0; step <= entries.length && current?.finding.sameAs !== undefined; step++)
      current = first.get(current.finding.sameAs);
    return current?.finding.sameAs === undefined ? current : undefined;
  };
}

/** Some 25 MB: more would be taken by no mail, and be opened by a browser in its own time. */
const MAX_FINDINGS = 3_000;

interface FindingHolder {
  readonly finding: Finding;
}

/** All of them, or so many, in the same order: of every check, and within it of every operation, as many as of others. */
function limitFindings<Item extends FindingHolder>(entries: readonly Item[]): readonly Item[] {
  if (entries.length <= MAX_FINDINGS) return entries;
  const checks = groupFindings(entries, ({ severity, check }) => `${severity} ${check}`);
  const interleaved = interleave(
    checks.map((checkFindings) => interleave(groupFindings(checkFindings, ({ subject }) => subject))),
  );
  const limited = new Set(interleaved.slice(0, MAX_FINDINGS));
  return entries.filter((entry) => limited.has(entry));
}

function groupFindings<Item extends FindingHolder>(entries: readonly Item[], key: (finding: Finding) => string) {
  return [...Map.groupBy(entries, ({ finding }) => key(finding)).values()];
}

/** The first of each list, then the second of each. */
function interleave<Item>(lists: readonly (readonly Item[])[]): readonly Item[] {
  const placed = lists.flatMap((list) => list.map((entry, round) => ({ entry, turn: round })));
  return placed.toSorted((a, b) => a.turn - b.turn).map(({ entry }) => entry);
}

/** Of all rows of a report, in the order in which they come. */
export function reportCategories({ stages }: Pick<Report, 'stages'>): readonly string[] {
  return [...new Set(stages.flatMap(({ run }) => run?.rows ?? []).map(({ family: category }) => category))];
}

/** That of its case, and those of the cases folded into it that it names. */
export function findingCategories(
  { evidence, others = [] }: Finding,
  allCategories: readonly string[],
): readonly string[] {
  const similarCategories = allCategories.filter((category) => others.some((id) => id.includes(`/${category}/`)));
  return [...new Set([...(evidence === undefined ? [] : [evidence.family]), ...similarCategories])];
}

/** By stage; what the others find is about the implementation. */
const placesByStage: ReadonlyMap<string, string> = new Map([
  ['contract lint', 'in the contract itself'],
  ['breaking changes', 'in the contract itself'],
  ['pact × contract', 'between a pact and the contract'],
]);

/** In words; undefined where the implementation is meant. */
export function placeOutsideImplementation({ stage }: Pick<FindingEntry, 'stage'>): string | undefined {
  return placesByStage.get(stage);
}
