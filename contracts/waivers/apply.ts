/** Applies waivers: the stages of a run in, the same with what is waived marked and a stage on the waivers out. */
import { catalogue, waiverChecks } from '../catalogue/catalogue.ts';
import { type Finding, findingId, isByPact, isOfMany, isToldElsewhere } from '../finding/finding.ts';
import type { Waiver, WaiverUse } from '../report/report.ts';
import type { StageReport, ToldFinding } from '../report/stage.ts';
import { count } from '../report/words.ts';

/** What a run has found, and what it was told to forgive. */
interface WaiverInput {
  readonly stages: readonly StageReport[];
  readonly waivers: readonly Waiver[];
  /** Everything was tried: a waiver that nothing matches has no more use. */
  readonly isWhole: boolean;
  /** `2026-11-22`, UTC. */
  readonly today: string;
}

/**
 * The stages with what is waived marked, one more that tells of waivers themselves, and what became of each. What an
 * earlier look has marked is forgotten first, so that parts of a run can be joined and looked at again.
 */
export function applyWaivers({ stages: seen, waivers, isWhole, today }: WaiverInput): {
  readonly stages: readonly StageReport[];
  readonly uses: readonly WaiverUse[];
} {
  const stages = seen.filter(({ name }) => name !== WAIVERS_STAGE).map(forgotten);
  if (waivers.length === 0) return { stages, uses: [] };
  const found = stages.flatMap(({ findings }) => findings);
  const uses = waivers.map((waiver): WaiverUse => {
    const isFound = found.some(({ id, isRest }) => id === waiver.id && isRest !== true);
    const isSought = isWhole && isLookedFor(waiver.id, stages);
    return { ...waiver, state: stateOf({ isExpired: waiver.expires < today, isFound, isSought }) };
  });
  const marked = stages.map((stage) => markedBy(uses, stage, found));
  return { stages: [...marked, waiversStage(uses, found)], uses };
}

interface Seen {
  readonly isExpired: boolean;
  readonly isFound: boolean;
  readonly isSought: boolean;
}

function stateOf({ isExpired, isFound, isSought }: Seen): WaiverUse['state'] {
  if (isExpired) return 'expired';
  if (isFound) return 'used';
  return isSought ? 'stale' : 'not looked for';
}

function forgotten(stage: StageReport): StageReport {
  if (stage.findings.every(({ waived }) => waived === undefined)) return stage;
  return withStatus({ ...stage, findings: stage.findings.map(({ waived: _, ...finding }) => finding) });
}

function markedBy(
  uses: readonly WaiverUse[],
  stage: StageReport,
  found: readonly ToldFinding[],
): StageReport {
  const findings = stage.findings.map((finding) => {
    const by = waiverOf(finding, uses) ?? waiverOf(headOf(finding, found), uses);
    return by === undefined ? finding : { ...finding, waived: { reason: by.reason, expires: by.expires } };
  });
  return findings.some(({ waived }) => waived !== undefined) ? withStatus({ ...stage, findings }) : stage;
}

function waiverOf(finding: ToldFinding | undefined, uses: readonly WaiverUse[]): WaiverUse | undefined {
  return uses.find(({ id, state }) => state === 'used' && id === finding?.id);
}

/** The finding that tells of the same cause: waiving it waives what is folded into it. */
function headOf({ sameAs }: ToldFinding, found: readonly ToldFinding[]): ToldFinding | undefined {
  if (sameAs === undefined) return undefined;
  return found.find((other) => other.fingerprint === sameAs && !isToldElsewhere(other));
}

/** What was not run stays so. */
function withStatus(stage: StageReport): StageReport {
  if (stage.status !== 'passed' && stage.status !== 'failed') return stage;
  const hasFaults = stage.findings.some(
    ({ severity, waived }) => severity === 'fault' && waived === undefined,
  );
  return { ...stage, status: hasFaults ? 'failed' : 'passed' };
}

/** A nightly run without a baseline says nothing of a waiver for a breaking change. */
function isLookedFor(waiverId: string, stages: readonly StageReport[]): boolean {
  const home = isByPact(waiverId) ? 'provider check' : homeOf(waiverId.slice(0, waiverId.indexOf('/')));
  return stages.some(({ name, status }) => name === home && (status === 'passed' || status === 'failed'));
}

const homes: ReadonlyMap<string, string> = new Map(catalogue.map(({ id, stage }) => [id, stage] as const));

/** The stage that a check belongs to; what is none of the others is a rule on changes. */
function homeOf(check: string): string {
  return homes.get(check) ?? 'breaking changes';
}

export const WAIVERS_STAGE = 'waivers';

/**
 * The waivers of a run as a stage of its report: what is wrong with them is a finding like any other. Two lines of JUnit
 * for each waiver; whether it is still of use is told as skipped where nobody has looked.
 */
function waiversStage(uses: readonly WaiverUse[], found: readonly ToldFinding[]): StageReport {
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
