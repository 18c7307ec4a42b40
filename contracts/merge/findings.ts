/** Findings of several parts of a run, each cause told once. */

import { random } from '../conformance/cases/random.ts';
import { shownAlready } from '../conformance/running/by-chance.ts';
import type { ToldFinding } from '../report/stage-report.ts';

/** One for each id, which counts the others; faults first. */
export function foldFindings(findings: readonly ToldFinding[]): readonly ToldFinding[] {
  const groups = Map.groupBy(findings, (finding) => sameCause(finding, findings).id);
  const folded = [...groups].flatMap(([id, group]) => {
    const first = group.find((finding) => finding.id === id);
    return first === undefined ? [] : [fold(first, group)];
  });
  return folded.toSorted((a, b) => Number(a.severity === 'advice') - Number(b.severity === 'advice'));
}

/** In another part there may be a case, made on purpose, that shows the same. */
function sameCause(finding: ToldFinding, among: readonly ToldFinding[]): ToldFinding {
  const made = among.filter(({ evidence }) => evidence?.family !== random.name);
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
