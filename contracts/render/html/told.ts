/** The findings of a report, put where a reader looks for them: those that count, what is waived, what tells the same. */
import { type Finding, isToldElsewhere } from '../../finding/finding.ts';
import type { Report } from '../../report/report.ts';
import type { ToldFinding } from '../../report/stage.ts';
import { anchorOf } from './markup.ts';

/** A finding and where it stands. */
export interface FindingEntry {
  readonly finding: ToldFinding;
  readonly stage: string;
  /** The id of its element, unique in the page. */
  readonly anchor: string;
  /** Findings of the same cause, which do not count again. */
  readonly same: readonly FindingEntry[];
}

export interface SortedFindings {
  /** They make the verdict, faults before advice. */
  readonly counted: readonly FindingEntry[];
  /** Those of them that have a place in the page: all, unless they are too many for one. */
  readonly shown: readonly FindingEntry[];
  readonly waived: readonly FindingEntry[];
  /** Of a cause that is not in this report; they do not count. */
  readonly strays: readonly FindingEntry[];
}

export function toldOf({ stages }: Pick<Report, 'stages'>): SortedFindings {
  const entries = withAnchors(
    stages.flatMap(({ name, findings }) => findings.map((finding) => ({ finding, stage: name }))),
  );
  const causes = entries.filter(({ finding }) => !isToldElsewhere(finding));
  const others = entries.filter(({ finding }) => isToldElsewhere(finding));
  const causeOf = causeAmong(entries);
  const byCause = Map.groupBy(others, (other) => causeOf(other)?.anchor);
  const whole = causes.map((entry) => ({ ...entry, same: byCause.get(entry.anchor) ?? [] }));
  const open = whole.filter(({ finding }) => finding.waived === undefined);
  const counted = [...ofSeverity(open, 'fault'), ...ofSeverity(open, 'advice')];
  return {
    counted,
    shown: chosenOf(counted),
    waived: whole.filter(({ finding }) => finding.waived !== undefined),
    strays: byCause.get(undefined) ?? [],
  };
}

export function ofSeverity(entries: readonly FindingEntry[], wanted: string): readonly FindingEntry[] {
  return entries.filter(({ finding: { severity } }) => severity === wanted);
}

/** An id that comes twice, as in reports that were joined, gets a number. */
function withAnchors(found: readonly Omit<FindingEntry, 'anchor' | 'same'>[]): readonly FindingEntry[] {
  const seen = new Map<string, number>();
  return found.map((entry) => {
    const plain = anchorOf(entry.finding.id);
    const times = (seen.get(plain) ?? 0) + 1;
    seen.set(plain, times);
    return { ...entry, anchor: times === 1 ? plain : `${plain}~${times}`, same: [] };
  });
}

/** Along the way of causes to the one that is told of. */
function causeAmong(entries: readonly FindingEntry[]): (entry: FindingEntry) => FindingEntry | undefined {
  const first = new Map(entries.toReversed().map((entry) => [entry.finding.fingerprint, entry] as const));
  return (entry) => {
    let at: FindingEntry | undefined = entry;
    for (let step = 0; step <= entries.length && at?.finding.sameAs !== undefined; step++)
      at = first.get(at.finding.sameAs);
    return at?.finding.sameAs === undefined ? at : undefined;
  };
}

/** Some 25 MB: more would be taken by no mail, and be opened by a browser in its own time. */
const MOST_FINDINGS = 3_000;

interface Holder {
  readonly finding: Finding;
}

/** All of them, or so many, in the same order: of every check, and within it of every operation, as many as of others. */
function chosenOf<One extends Holder>(entries: readonly One[]): readonly One[] {
  if (entries.length <= MOST_FINDINGS) return entries;
  const checks = groupsOf(entries, ({ severity, check }) => `${severity} ${check}`);
  const inTurn = byTurns(checks.map((own) => byTurns(groupsOf(own, ({ subject }) => subject))));
  const chosen = new Set(inTurn.slice(0, MOST_FINDINGS));
  return entries.filter((entry) => chosen.has(entry));
}

function groupsOf<One extends Holder>(entries: readonly One[], key: (finding: Finding) => string) {
  return [...Map.groupBy(entries, ({ finding }) => key(finding)).values()];
}

/** The first of each list, then the second of each. */
function byTurns<One>(lists: readonly (readonly One[])[]): readonly One[] {
  const placed = lists.flatMap((list) => list.map((entry, turn) => ({ entry, turn })));
  return placed.toSorted((a, b) => a.turn - b.turn).map(({ entry }) => entry);
}

/** Of all rows of a report, in the order in which they come. */
export function familiesIn({ stages }: Pick<Report, 'stages'>): readonly string[] {
  return [...new Set(stages.flatMap(({ run }) => run?.rows ?? []).map(({ family }) => family))];
}

/** That of its case, and those of the cases folded into it that it names. */
export function familiesOf({ evidence, others = [] }: Finding, known: readonly string[]): readonly string[] {
  const folded = known.filter((family) => others.some((id) => id.includes(`/${family}/`)));
  return [...new Set([...(evidence === undefined ? [] : [evidence.family]), ...folded])];
}

/** By stage; what the others find is about the implementation. */
const places: ReadonlyMap<string, string> = new Map([
  ['contract lint', 'in the contract itself'],
  ['breaking changes', 'in the contract itself'],
  ['pact × contract', 'between a pact and the contract'],
]);

/** In words; undefined where the implementation is meant. */
export function elsewhere({ stage }: Pick<FindingEntry, 'stage'>): string | undefined {
  return places.get(stage);
}
