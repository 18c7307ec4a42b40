/** Applies waivers to the stages of a run: marks the waived findings and adds a stage about the waivers. */
import { checkCatalog, waiverChecks } from '../catalog/check-catalog.ts';
import {
  type Finding,
  findingId,
  isDuplicate,
  isGroupFinding,
  isPactFindingId,
  stageOfUserCheck,
} from '../finding/finding.ts';
import type { ReportedOperation, Waiver, WaiverUse } from '../report/report.ts';
import type { ReportedFinding, StageReport } from '../report/stage-report.ts';
import { pluralize } from '../report/text-format.ts';
import { findUntestedParts, type UntestedPart, untestedStates } from '../report/untested-parts.ts';
import { createWaiverMatch } from './match-waiver.ts';

/** The results of a run and the waivers to apply. */
interface WaiverInput {
  readonly stages: readonly StageReport[];
  readonly waivers: readonly Waiver[];
  /** Those of the contract. */
  readonly operations: readonly ReportedOperation[];
  /** Everything was tried, so a waiver that matches nothing is stale. */
  readonly isComplete: boolean;
  /** `2026-11-22`, UTC. */
  readonly today: string;
}

/**
 * Returns the stages with waived findings marked, one more stage about the waivers, and the state of each waiver. Marks
 * of an earlier call are removed first, so that shards can be merged and waivers applied again.
 */
export function applyWaivers({ waivers, operations, isComplete, today, ...input }: WaiverInput): {
  readonly stages: readonly StageReport[];
  readonly uses: readonly WaiverUse[];
} {
  const stages = input.stages.filter(({ name }) => name !== WAIVERS_STAGE).map(clearWaived);
  if (waivers.length === 0) return { stages, uses: [] };
  const found = stages.flatMap(({ findings }) => findings);
  const parts = findUntestedParts(stages);
  const matchedWaivers = waivers.map((waiver): MatchedWaiver => {
    const isMatch = createWaiverMatch(waiver, operations);
    const isFound = found.some(isMatch) || parts.some(isMatch);
    const wasChecked = isComplete && isChecked(waiver, stages);
    const use = { ...waiver, state: waiverState({ isExpired: waiver.expires < today, isFound, wasChecked }) };
    return { use, isMatch };
  });
  const usedWaivers = matchedWaivers.filter(({ use }) => use.state === 'used');
  return {
    stages: [...stages.map((stage) => markWaived(usedWaivers, stage, found)), waiversStage(matchedWaivers, found)],
    uses: matchedWaivers.map(({ use }) => use),
  };
}

/** The entries under `unattempted` that a waiver accepts. */
export function findWaivedParts(
  stages: readonly StageReport[],
  uses: readonly WaiverUse[],
  operations: readonly ReportedOperation[],
): ReadonlySet<string> {
  const matches = uses.filter(({ state }) => state === 'used').map((use) => createWaiverMatch(use, operations));
  const waived = findUntestedParts(stages).filter((part) => matches.some((isMatch) => isMatch(part)));
  return new Set(waived.map(({ text }) => text));
}

interface MatchedWaiver {
  readonly use: WaiverUse;
  readonly isMatch: (part: ReportedFinding | UntestedPart) => boolean;
}

interface WaiverMatch {
  readonly isExpired: boolean;
  readonly isFound: boolean;
  readonly wasChecked: boolean;
}

function waiverState({ isExpired, isFound, wasChecked }: WaiverMatch): WaiverUse['state'] {
  if (isExpired) return 'expired';
  if (isFound) return 'used';
  return wasChecked ? 'stale' : 'not checked';
}

function clearWaived(stage: StageReport): StageReport {
  if (stage.findings.every(({ waived }) => waived === undefined)) return stage;
  return withStatus({ ...stage, findings: stage.findings.map(({ waived: _, ...finding }) => finding) });
}

function markWaived(
  usedWaivers: readonly MatchedWaiver[],
  stage: StageReport,
  found: readonly ReportedFinding[],
): StageReport {
  const findings = stage.findings.map((finding) => {
    const appliedWaiver = findWaiver(finding, usedWaivers) ?? findWaiver(findOriginal(finding, found), usedWaivers);
    return appliedWaiver === undefined
      ? finding
      : { ...finding, waived: { reason: appliedWaiver.reason, expires: appliedWaiver.expires } };
  });
  return findings.some(({ waived }) => waived !== undefined) ? withStatus({ ...stage, findings }) : stage;
}

function findWaiver(
  finding: ReportedFinding | undefined,
  usedWaivers: readonly MatchedWaiver[],
): WaiverUse | undefined {
  return finding && usedWaivers.find(({ isMatch }) => isMatch(finding))?.use;
}

/** The finding that reports the same cause: waiving it also waives its duplicates. */
function findOriginal(
  { duplicateOf }: ReportedFinding,
  found: readonly ReportedFinding[],
): ReportedFinding | undefined {
  if (duplicateOf === undefined) return undefined;
  return found.find((other) => other.fingerprint === duplicateOf && !isDuplicate(other));
}

/** A stage that was not run keeps its status. */
function withStatus(stage: StageReport): StageReport {
  if (stage.status !== 'passed' && stage.status !== 'failed') return stage;
  const hasErrors = stage.findings.some(({ severity, waived }) => severity === 'error' && waived === undefined);
  return { ...stage, status: hasErrors ? 'failed' : 'passed' };
}

/** For example, a run without a baseline says nothing about a waiver for a breaking change. */
function isChecked({ id, pattern }: Waiver, stages: readonly StageReport[]): boolean {
  const check = pattern?.check ?? id.slice(0, id.indexOf('/'));
  const stageName = isPactFindingId(id) ? 'provider check' : stageOfCheck(check);
  return stages.some(({ name, status }) => name === stageName && (status === 'passed' || status === 'failed'));
}

const stagesByCheck: ReadonlyMap<string, string> = new Map(checkCatalog.map(({ id, stage }) => [id, stage] as const));

const untested: ReadonlySet<string> = new Set(untestedStates);

/** The stage that a check belongs to. Any other id is a rule of the breaking-changes stage. */
function stageOfCheck(check: string): string {
  if (check === '*' || untested.has(check)) return 'conformance';
  return stageOfUserCheck(check) ?? stagesByCheck.get(check) ?? 'breaking changes';
}

export const WAIVERS_STAGE = 'waivers';

/**
 * The stage about the waivers: problems with waivers are findings like any other. JUnit gets two lines for each waiver;
 * `waiver-stale` is skipped if this run could not have shown the finding.
 */
function waiversStage(matchedWaivers: readonly MatchedWaiver[], found: readonly ReportedFinding[]): StageReport {
  const waiverUses = matchedWaivers.map(({ use }) => use);
  return {
    name: WAIVERS_STAGE,
    status: 'passed',
    summary: `${pluralize(waiverUses.length, 'waiver')}: ${countByState(waiverUses)}`,
    ms: 0,
    attemptedChecks: waiverUses.flatMap(({ id, state }) => [
      { subject: id, check: 'waiver-expired', count: 1 },
      { subject: id, check: 'waiver-stale', count: state === 'not checked' ? 0 : 1 },
    ]),
    findings: waiverUses
      .flatMap((waiverUse) => waiverFindings(waiverUse, found))
      .map((one) => ({ id: findingId(one), ...one })),
    notes: matchedWaivers.flatMap((matched) => waiverNotes(matched, found)),
    unattempted: [],
  };
}

function waiverNotes({ use, isMatch }: MatchedWaiver, found: readonly ReportedFinding[]): readonly string[] {
  const { id, state, pattern } = use;
  if (state === 'not checked')
    return [`${id}: this run did not check everything that could show the finding, so the waiver is kept`];
  if (state === 'used' && pattern !== undefined)
    return [
      `${id}: its waiver covers ${pluralize(found.filter(isMatch).length, 'finding')}, and similar ones found later`,
    ];
  const groupFinding =
    state === 'used' ? found.find((finding) => finding.id === id && isGroupFinding(finding)) : undefined;
  if (groupFinding === undefined) return [];
  const scopeNote =
    groupFinding.severity === 'warning'
      ? 'and similar places found later'
      : 'and no others: a different number of places is a different finding';
  return [`${id}: its waiver covers ${groupFinding.similarCount + 1} places, ${scopeNote}`];
}

/** `1 used, 1 stale: no certificate` */
function countByState(waiverUses: readonly WaiverUse[]): string {
  const groups = Map.groupBy(waiverUses, ({ state }) => state);
  const hasStaleOrExpired = groups.has('stale') || groups.has('expired');
  const counts = [...groups].map(([state, { length }]) => `${length} ${state}`).join(', ');
  return hasStaleOrExpired ? `${counts}: no certificate` : counts;
}

function waiverFindings(waiverUse: WaiverUse, found: readonly ReportedFinding[]): readonly Finding[] {
  if (waiverUse.state === 'stale')
    return [createWaiverFinding(waiverUse, 'waiver-stale', describeStale(waiverUse, found))];
  if (waiverUse.state === 'expired')
    return [createWaiverFinding(waiverUse, 'waiver-expired', describeExpired(waiverUse, found))];
  return [];
}

interface ExpectedAndReceived {
  readonly expected: string;
  readonly received: string;
}

function describeStale({ id, expires, reason }: WaiverUse, found: readonly ReportedFinding[]): ExpectedAndReceived {
  const isRemainder = found.some((finding) => finding.id === id);
  const received = isRemainder ? 'a finding that groups many causes, which cannot be waived' : 'none';
  return {
    expected: 'a finding of this run with this id',
    received: `${received}; waived until ${expires}: ${reason}`,
  };
}

function describeExpired({ id, expires, reason }: WaiverUse, found: readonly ReportedFinding[]): ExpectedAndReceived {
  const isFound = found.some((finding) => finding.id === id);
  return {
    expected: 'an expiry date that has not passed',
    received: `${expires}, reason: ${reason}; the finding ${isFound ? 'still exists and counts' : 'was not found'}`,
  };
}

function createWaiverFinding(
  { id, place, lineText }: WaiverUse,
  check: keyof typeof waiverChecks,
  texts: ExpectedAndReceived,
): Finding {
  const { title, severity, why } = waiverChecks[check];
  const fingerprint = `${check}|${id}`;
  return { check, severity, title, subject: id, ...texts, place, lineText, why, fingerprint, similarCount: 0 };
}
