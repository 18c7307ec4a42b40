/** Finds contradictions between the parts of a report; a report that was not edited has none. */
import { isDeepStrictEqual } from 'node:util';
import type { Report } from '../report/report.ts';
import type { StageReport } from '../report/stage-report.ts';
import { computeVerdict } from '../verdict/verdict.ts';
import { applyWaivers } from '../waivers/apply-waivers.ts';
import { createKnownFindings } from '../waivers/match-waiver.ts';
import { isIsoDate } from '../waivers/read-waivers.ts';

/**
 * One sentence for each contradiction. Texts of the report are not compared: they differ between versions of the kit.
 */
export function findContradictions(report: Report): readonly string[] {
  return [
    ...findOutcomeContradictions(report),
    ...(hasMatchingWaivers(report) ? [] : ['the waived findings do not match the waivers']),
    ...(hasValidTimes(report) ? [] : ['its times are invalid or in the wrong order']),
  ];
}

/**
 * Contradictions between findings, cases and verdict. Also used for the shards of a run, whose waivers are applied
 * again to the whole.
 */
export function findOutcomeContradictions(report: Report): readonly string[] {
  return [
    ...(hasMatchingVerdict(report) ? [] : ['the verdict does not match the findings']),
    ...(report.stages.every(hasMatchingStatus) ? [] : ['the status of a stage does not match its findings']),
    ...(report.stages.every(hasMatchingCaseCount) ? [] : ['the number of cases is not the sum of its rows']),
  ];
}

function hasMatchingVerdict({ contract, stages, strict, failOn, unattempted, waivers, verdict }: Report): boolean {
  const findings = stages.flatMap((stage) => stage.findings);
  const isKnown = createKnownFindings(waivers, contract.operations);
  const { kind, exitCode } = computeVerdict({ ...{ findings, strict, failOn, unattempted, isKnown }, missing: [] });
  return kind === verdict.kind && exitCode === verdict.exitCode;
}

/** If errors were removed by hand, the status still says `failed`. */
function hasMatchingStatus({ status, findings }: StageReport): boolean {
  const hasErrors = findings.some(({ severity, waived }) => severity === 'error' && waived === undefined);
  return status !== 'failed' || hasErrors;
}

function hasMatchingCaseCount({ run }: StageReport): boolean {
  return run === undefined || run.cases === run.rows.reduce((sum, { cases }) => sum + cases, 0);
}

function hasMatchingWaivers({ contract, stages, waivers, finishedAt }: Report): boolean {
  const { operations } = contract;
  const reapplied = applyWaivers({ stages, waivers, operations, isComplete: true, today: finishedAt.slice(0, 10) });
  return (
    isDeepStrictEqual(reapplied.uses, waivers) &&
    isDeepStrictEqual(reapplied.stages.map(waiverRelevantFields), stages.map(waiverRelevantFields))
  );
}

/** The fields that waivers affect. */
function waiverRelevantFields({ name, status, findings }: StageReport) {
  return { name, status, findings: findings.map(({ id, waived }) => ({ id, waived })) };
}

function hasValidTimes({ startedAt, finishedAt }: Report): boolean {
  const isTimestamp = (text: string) => /^.{10}T\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && isIsoDate(text.slice(0, 10));
  return isTimestamp(startedAt) && isTimestamp(finishedAt) && startedAt <= finishedAt;
}
