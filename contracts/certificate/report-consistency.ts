/** Where the parts of a report do not go together, as they always do in one that nobody has changed. */
import { isDeepStrictEqual } from 'node:util';
import type { Report } from '../report/report.ts';
import type { StageReport } from '../report/stage-report.ts';
import { computeVerdict } from '../verdict/verdict.ts';
import { applyWaivers } from '../waivers/apply-waivers.ts';
import { isIsoDate } from '../waivers/read-waivers.ts';

/** In words. The wording of the report itself is not looked at: another version of the kit may have another. */
export function findContradictions(report: Report): readonly string[] {
  return [
    ...findOutcomeContradictions(report),
    ...(hasMatchingWaivers(report) ? [] : ['what is waived does not follow from the waivers']),
    ...(hasValidTimes(report) ? [] : ['its times are no times, or in the wrong order']),
  ];
}

/** Of what the findings and the cases come to: of parts of a run too, whose waivers are looked at again with the whole. */
export function findOutcomeContradictions(report: Report): readonly string[] {
  return [
    ...(hasMatchingVerdict(report) ? [] : ['the verdict does not follow from the findings']),
    ...(report.stages.every(hasMatchingStatus) ? [] : ['the status of a stage does not follow from its findings']),
    ...(report.stages.every(hasMatchingCaseCount) ? [] : ['the number of cases is not that of its rows']),
  ];
}

function hasMatchingVerdict({ stages, strict, unattempted, verdict }: Report): boolean {
  const findings = stages.flatMap((stage) => stage.findings);
  const { kind, exitCode } = computeVerdict({ findings, strict, unattempted, missing: [] });
  return kind === verdict.kind && exitCode === verdict.exitCode;
}

/** Where faults were taken out by hand it still says that it failed. */
function hasMatchingStatus({ status, findings }: StageReport): boolean {
  const hasErrors = findings.some(({ severity, waived }) => severity === 'fault' && waived === undefined);
  return status !== 'failed' || hasErrors;
}

function hasMatchingCaseCount({ run }: StageReport): boolean {
  return run === undefined || run.cases === run.rows.reduce((sum, { cases }) => sum + cases, 0);
}

function hasMatchingWaivers({ stages, waivers, finishedAt }: Report): boolean {
  const reapplied = applyWaivers({ stages, waivers, isComplete: true, today: finishedAt.slice(0, 10) });
  return (
    isDeepStrictEqual(reapplied.uses, waivers) &&
    isDeepStrictEqual(reapplied.stages.map(waiverRelevantFields), stages.map(waiverRelevantFields))
  );
}

/** What waivers have a say in. */
function waiverRelevantFields({ name, status, findings }: StageReport) {
  return { name, status, findings: findings.map(({ id, waived }) => ({ id, waived })) };
}

function hasValidTimes({ startedAt, finishedAt }: Report): boolean {
  const isTimestamp = (text: string) => /^.{10}T\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && isIsoDate(text.slice(0, 10));
  return isTimestamp(startedAt) && isTimestamp(finishedAt) && startedAt <= finishedAt;
}
