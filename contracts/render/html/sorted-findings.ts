/** The findings of a report, sorted for the page: those that count, waived ones and duplicates. */
import { type Finding, isDuplicate } from '../../finding/finding.ts';
import type { Report } from '../../report/report.ts';
import type { ReportedFinding } from '../../report/stage-report.ts';
import { toAnchorId } from './markup.ts';

/** A finding, its stage and its place in the page. */
export interface FindingEntry {
  readonly finding: ReportedFinding;
  readonly stage: string;
  /** The id of its element, unique in the page. */
  readonly anchor: string;
  /** Findings of the same cause, which do not count again. */
  readonly duplicates: readonly FindingEntry[];
}

export interface SortedFindings {
  /** The findings that make the verdict, errors before warnings. */
  readonly counted: readonly FindingEntry[];
  /** The counted findings that the page shows: all, unless there are too many. */
  readonly shown: readonly FindingEntry[];
  readonly waived: readonly FindingEntry[];
  /** Duplicates of a finding that is not in this report; they do not count. */
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
  const counted = [...filterBySeverity(notWaived, 'error'), ...filterBySeverity(notWaived, 'warning')];
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

/** An id that occurs twice, as in merged reports, gets a number. */
function withAnchors(found: readonly Omit<FindingEntry, 'anchor' | 'duplicates'>[]): readonly FindingEntry[] {
  const seen = new Map<string, number>();
  return found.map((entry) => {
    const baseAnchor = toAnchorId(entry.finding.id);
    const times = (seen.get(baseAnchor) ?? 0) + 1;
    seen.set(baseAnchor, times);
    return { ...entry, anchor: times === 1 ? baseAnchor : `${baseAnchor}~${times}`, duplicates: [] };
  });
}

/** Follows `duplicateOf` to the finding that reports the cause. */
function originalLookup(entries: readonly FindingEntry[]): (entry: FindingEntry) => FindingEntry | undefined {
  const first = new Map(entries.toReversed().map((entry) => [entry.finding.fingerprint, entry] as const));
  return (entry) => {
    let current: FindingEntry | undefined = entry;
    for (let step = 0; step <= entries.length && current?.finding.duplicateOf !== undefined; step++)
      current = first.get(current.finding.duplicateOf);
    return current?.finding.duplicateOf === undefined ? current : undefined;
  };
}

/** About 25 MB: a larger page is too large for e-mail, and slow to open in a browser. */
const MAX_FINDINGS = 3_000;

interface FindingHolder {
  readonly finding: Finding;
}

/**
 * All entries, or at most the limit, in the same order: an equal share of every check, and within it of every
 * operation.
 */
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

/** The first item of each list, then the second of each. */
function interleave<Item>(lists: readonly (readonly Item[])[]): readonly Item[] {
  const placed = lists.flatMap((list) => list.map((entry, round) => ({ entry, round })));
  return placed.toSorted((a, b) => a.round - b.round).map(({ entry }) => entry);
}

/** The test categories of all rows of a report, in their order. */
export function reportCategories({ stages }: Pick<Report, 'stages'>): readonly string[] {
  return [...new Set(stages.flatMap(({ run }) => run?.rows ?? []).map(({ category }) => category))];
}

/** The category of its case, and those of the folded cases that it names. */
export function findingCategories(
  { evidence, similar = [] }: Finding,
  allCategories: readonly string[],
): readonly string[] {
  const similarCategories = allCategories.filter((category) => similar.some((id) => id.includes(`/${category}/`)));
  return [...new Set([...(evidence === undefined ? [] : [evidence.category]), ...similarCategories])];
}

/** By stage; the findings of all other stages are about the implementation. */
const placesByStage: ReadonlyMap<string, string> = new Map([
  ['contract lint', 'in the contract'],
  ['breaking changes', 'in the contract'],
  ['pact × contract', 'between a pact and the contract'],
]);

/** As text; undefined if the finding is about the implementation. */
export function placeOutsideImplementation({ stage }: Pick<FindingEntry, 'stage'>): string | undefined {
  return placesByStage.get(stage);
}
