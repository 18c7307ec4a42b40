/** Holds the findings of a run against its waivers. */

import { catalogue } from '../catalogue/catalogue.ts';
import { isByPact, isToldElsewhere } from '../finding/finding.ts';
import type { Waiver, WaiverUse } from '../report/report.ts';
import type { StageReport, ToldFinding } from '../report/stage.ts';
import { WAIVERS_STAGE, waiversStage } from './stage.ts';

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
