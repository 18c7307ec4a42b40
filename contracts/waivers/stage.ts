/** The waivers of a run as a stage of its report: what is wrong with them is a finding like any other. */

import { waiverChecks } from '../catalogue/catalogue.ts';
import { type Finding, findingId, isOfMany } from '../finding/finding.ts';
import type { WaiverUse } from '../report/report.ts';
import type { StageReport, ToldFinding } from '../report/stage.ts';
import { count } from '../report/words.ts';

export const WAIVERS_STAGE = 'waivers';

/** Two lines of JUnit for each waiver; whether it is still of use is told as skipped where nobody has looked. */
export function waiversStage(uses: readonly WaiverUse[], found: readonly ToldFinding[]): StageReport {
  return {
    name: WAIVERS_STAGE,
    status: 'passed',
    summary: `${count(uses.length, 'waiver')}: ${tally(uses)}`,
    ms: 0,
    tried: uses.flatMap(({ id, state }) => [
      { subject: id, check: 'waiver-expired', count: 1 },
      { subject: id, check: 'waiver-stale', count: state === 'not looked for' ? 0 : 1 },
    ]),
    findings: uses.flatMap((use) => complaints(use, found)).map((one) => ({ id: findingId(one), ...one })),
    notes: uses.flatMap((use) => notesOn(use, found)),
    unattempted: [],
  };
}

function notesOn({ id, state }: WaiverUse, found: readonly ToldFinding[]): readonly string[] {
  if (state === 'not looked for')
    return [`${id}: this run did not try all that could show it, so its waiver stays as it is`];
  const many = state === 'used' ? found.find((finding) => finding.id === id && isOfMany(finding)) : undefined;
  if (many === undefined) return [];
  const later =
    many.severity === 'advice'
      ? 'and those that come to be like them'
      : 'and no others: one more, or one fewer, is another finding';
  return [`${id}: its waiver covers ${many.more + 1} places, ${later}`];
}

/** `1 used, 1 stale: no certificate` */
function tally(uses: readonly WaiverUse[]): string {
  const groups = Map.groupBy(uses, ({ state }) => state);
  const isOpen = groups.has('stale') || groups.has('expired');
  const told = [...groups].map(([state, { length }]) => `${length} ${state}`).join(', ');
  return isOpen ? `${told}: no certificate` : told;
}

function complaints(use: WaiverUse, found: readonly ToldFinding[]): readonly Finding[] {
  if (use.state === 'stale') return [findingOf(use, 'waiver-stale', staleWords(use, found))];
  if (use.state === 'expired') return [findingOf(use, 'waiver-expired', expiredWords(use, found))];
  return [];
}

interface Words {
  readonly expected: string;
  readonly received: string;
}

function staleWords({ id, expires, reason }: WaiverUse, found: readonly ToldFinding[]): Words {
  const isRest = found.some((finding) => finding.id === id);
  const received = isRest ? 'one that stands for many causes, of which nobody has looked at any' : 'none';
  return {
    expected: 'a finding of this run with this id',
    received: `${received}; until ${expires} it is to forgive: ${reason}`,
  };
}

function expiredWords({ id, expires, reason }: WaiverUse, found: readonly ToldFinding[]): Words {
  const isFound = found.some((finding) => finding.id === id);
  return {
    expected: 'a last day that is not past',
    received: `${expires}, for: ${reason}; what it names ${isFound ? 'is still found, and counts' : 'was not found'}`,
  };
}

function findingOf({ id, place, line }: WaiverUse, check: keyof typeof waiverChecks, words: Words): Finding {
  const { title, severity, why } = waiverChecks[check];
  const fingerprint = `${check}|${id}`;
  return { check, severity, title, subject: id, ...words, place, line, why, fingerprint, more: 0 };
}
