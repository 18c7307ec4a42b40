/** Findings of several parts of a run, each cause told once. */

import { random } from '../conformance/cases/random.ts';
import { isReproduced, shownAlready } from '../conformance/triage/by-chance.ts';
import { faultsFirst } from '../finding/finding.ts';
import type { ToldFinding } from '../report/stage.ts';

/** One for each id, which counts the others; faults first. */
export function foldFindings(findings: readonly ToldFinding[]): readonly ToldFinding[] {
  const made = Map.groupBy(
    findings.filter(({ evidence }) => evidence?.family !== random.name),
    kindOf,
  );
  const groups = Map.groupBy(findings, (finding) => sameCause(finding, made.get(kindOf(finding)) ?? []).id);
  const folded = [...groups].flatMap(([id, group]) => {
    const [first] = group.filter((finding) => finding.id === id).toSorted((a, b) => weight(b) - weight(a));
    return first === undefined ? [] : [fold(first, group)];
  });
  return faultsFirst(folded);
}

/** Findings of different kinds have different causes. */
function kindOf({ check, severity, subject }: ToldFinding): string {
  return JSON.stringify([check, severity, subject]);
}

/** What one part has seen once, which may be advice for that, does not hide what another has seen each time. */
function weight(finding: ToldFinding): number {
  return Number(finding.severity === 'fault') * 2 + Number(isReproduced(finding));
}

/** In another part there may be a case, made on purpose, that shows the same. */
function sameCause(finding: ToldFinding, made: readonly ToldFinding[]): ToldFinding {
  const shown = shownAlready(finding, made);
  return made.find((one) => one === shown) ?? finding;
}

const MOST_OTHERS = 3;

function fold(first: ToldFinding, group: readonly ToldFinding[]): ToldFinding {
  if (group.length === 1) return first;
  const ids = group.flatMap(({ evidence, others = [] }) => [evidence?.caseId, ...others]);
  const others = [...new Set(ids)].filter((id) => id !== undefined && id !== first.evidence?.caseId);
  const more = group.reduce((sum, finding) => sum + finding.more + 1, -1);
  return { ...first, more, others: others.filter((id) => id !== undefined).slice(0, MOST_OTHERS) };
}
