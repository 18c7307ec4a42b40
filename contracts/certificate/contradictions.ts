/** Where the parts of a report do not go together, as they always do in one that nobody has changed. */
import { isDeepStrictEqual } from 'node:util';
import type { Report } from '../report/report.ts';
import type { StageReport } from '../report/stage.ts';
import { verdictOf } from '../verdict/verdict.ts';
import { applyWaivers } from '../waivers/apply.ts';
import { isDay } from '../waivers/read.ts';

/** In words. The wording of the report itself is not looked at: another version of the kit may have another. */
export function contradictionsIn(report: Report): readonly string[] {
  return [
    ...outcomeContradictionsIn(report),
    ...(isWaivedBy(report) ? [] : ['what is waived does not follow from the waivers']),
    ...(isInTime(report) ? [] : ['its times are no times, or in the wrong order']),
  ];
}

/** Of what the findings and the cases come to: of parts of a run too, whose waivers are looked at again with the whole. */
export function outcomeContradictionsIn(report: Report): readonly string[] {
  return [
    ...(isVerdictOf(report) ? [] : ['the verdict does not follow from the findings']),
    ...(report.stages.every(hasItsStatus) ? [] : ['the status of a stage does not follow from its findings']),
    ...(report.stages.every(hasItsCases) ? [] : ['the number of cases is not that of its rows']),
  ];
}

function isVerdictOf({ stages, strict, unattempted, verdict }: Report): boolean {
  const findings = stages.flatMap((stage) => stage.findings);
  const { kind, exitCode } = verdictOf({ findings, strict, unattempted, missing: [] });
  return kind === verdict.kind && exitCode === verdict.exitCode;
}

/** Where faults were taken out by hand it still says that it failed. */
function hasItsStatus({ status, findings }: StageReport): boolean {
  const hasFaults = findings.some(({ severity, waived }) => severity === 'fault' && waived === undefined);
  return status !== 'failed' || hasFaults;
}

function hasItsCases({ run }: StageReport): boolean {
  return run === undefined || run.cases === run.rows.reduce((sum, { cases }) => sum + cases, 0);
}

function isWaivedBy({ stages, waivers, finishedAt }: Report): boolean {
  const again = applyWaivers({ stages, waivers, isWhole: true, today: finishedAt.slice(0, 10) });
  return (
    isDeepStrictEqual(again.uses, waivers) &&
    isDeepStrictEqual(again.stages.map(essence), stages.map(essence))
  );
}

/** What waivers have a say in. */
function essence({ name, status, findings }: StageReport) {
  return { name, status, findings: findings.map(({ id, waived }) => ({ id, waived })) };
}

function isInTime({ startedAt, finishedAt }: Report): boolean {
  const isTime = (text: string) => /^.{10}T\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && isDay(text.slice(0, 10));
  return isTime(startedAt) && isTime(finishedAt) && startedAt <= finishedAt;
}
