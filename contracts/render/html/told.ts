/** The findings of a report, put where a reader looks for them: those that count, what is waived, what tells the same. */
import { isToldElsewhere } from '../../finding/finding.ts';
import type { Report } from '../../report/report.ts';
import type { ToldFinding } from '../../report/stage.ts';
import { chosenOf } from './chosen.ts';
import { anchorOf } from './link.ts';

/** A finding and where it stands. */
export interface Entry {
  readonly finding: ToldFinding;
  readonly stage: string;
  /** The id of its element, unique in the page. */
  readonly anchor: string;
  /** Findings of the same cause, which do not count again. */
  readonly same: readonly Entry[];
}

export interface Told {
  /** They make the verdict, faults before advice. */
  readonly counted: readonly Entry[];
  /** Those of them that have a place in the page: all, unless they are too many for one. */
  readonly shown: readonly Entry[];
  readonly waived: readonly Entry[];
  /** Of a cause that is not in this report; they do not count. */
  readonly strays: readonly Entry[];
}

export function toldOf({ stages }: Pick<Report, 'stages'>): Told {
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

export function ofSeverity(entries: readonly Entry[], wanted: string): readonly Entry[] {
  return entries.filter(({ finding: { severity } }) => severity === wanted);
}

/** An id that comes twice, as in reports that were joined, gets a number. */
function withAnchors(found: readonly Omit<Entry, 'anchor' | 'same'>[]): readonly Entry[] {
  const seen = new Map<string, number>();
  return found.map((entry) => {
    const plain = anchorOf(entry.finding.id);
    const times = (seen.get(plain) ?? 0) + 1;
    seen.set(plain, times);
    return { ...entry, anchor: times === 1 ? plain : `${plain}~${times}`, same: [] };
  });
}

/** Along the way of causes to the one that is told of. */
function causeAmong(entries: readonly Entry[]): (entry: Entry) => Entry | undefined {
  const first = new Map(entries.toReversed().map((entry) => [entry.finding.fingerprint, entry] as const));
  return (entry) => {
    let at: Entry | undefined = entry;
    for (let step = 0; step <= entries.length && at?.finding.sameAs !== undefined; step++)
      at = first.get(at.finding.sameAs);
    return at?.finding.sameAs === undefined ? at : undefined;
  };
}
