/**
 * Why there is no certificate. Every required row was attempted and passed means: the verdict is that the implementation
 * conforms, and follows from the findings; every stage was run, or has nothing to look at; conformance was judged with all
 * families, in one piece, to the end; every operation of the contract has had cases sent and answers judged, and no
 * request was left without an answer; and every waiver is in date and of use.
 */
import { defaultRandomOptions } from '../conformance/cases/test-category.ts';
import type { Report } from '../report/report.ts';
import { type ConformanceRun, describeScope, type StageReport } from '../report/stage-report.ts';
import { pluralize } from '../report/text-format.ts';
import { findContradictions } from './report-consistency.ts';

/** In words, one each; none where a certificate may be issued. A verdict that is none to certify says it all. */
export function findObstacles(report: Report): readonly string[] {
  const { verdict, shard } = report;
  if (verdict.exitCode !== 0) return [`the verdict is: ${verdict.sentence}`];
  if (shard !== undefined)
    return [`shard ${shard.index} of ${shard.of} is a part of a run; plant-store merge joins the parts`];
  const obstacles = [...stageObstacles(report), ...runObstacles(report), ...waiverObstacles(report)];
  return obstacles.length > 0 ? obstacles : findContradictions(report);
}

function stageObstacles({ stages, unattempted: all }: Report): readonly string[] {
  const unattempted = new Set([...all, ...stages.flatMap((stage) => stage.unattempted)]);
  const obstacles = stages.filter(({ status }) => status === 'failed' || status === 'not run');
  return [
    ...obstacles.map(({ name, status, summary }) => `${name}: ${status}: ${summary}`),
    ...[...unattempted].map((entry) => `not attempted: ${entry}`),
  ];
}

function runObstacles(report: Report): readonly string[] {
  const checkedRun = findCheckedRun(report);
  if (checkedRun === undefined) return ['conformance was not judged'];
  const { run } = checkedRun;
  return [
    ...(run.only.length > 0 ? [`only these families were run: ${run.only.join(', ')}`] : []),
    ...describeScope(run.scope),
    ...randomCaseObstacles(run),
    ...run.unjudged.map(({ operation, reason }) => `${operation} was not judged in full: ${reason}`),
    ...requestsWithoutResponse(checkedRun),
    ...uncheckedOperations(report, checkedRun),
  ];
}

/** The same for every certificate: it does not say how many. */
function randomCaseObstacles({ drawn }: ConformanceRun): readonly string[] {
  const { caseCount } = defaultRandomOptions;
  return drawn < caseCount
    ? [
        `only ${pluralize(drawn, 'request')} of each operation were drawn at random (--cases), where ${caseCount} are usual`,
      ]
    : [];
}

/** The stage that has judged the implementation, and how. */
export interface CheckedRun {
  readonly stage: StageReport;
  readonly run: ConformanceRun;
}

/** Undefined where there was none, and where there are several: a report of one run has one. */
export function findCheckedRun({ stages }: Pick<Report, 'stages'>): CheckedRun | undefined {
  const [first, ...others] = stages.flatMap((stage) =>
    stage.run === undefined || stage.status !== 'passed' ? [] : [{ stage, run: stage.run }],
  );
  return others.length === 0 ? first : undefined;
}

/** That none came once is advice, since it may be the network's doing; but what it would have been, nobody has judged. */
function requestsWithoutResponse({ stage }: CheckedRun): readonly string[] {
  return stage.findings.flatMap(({ subject, evidence, waived }) =>
    evidence === undefined || evidence.answer !== undefined || waived !== undefined
      ? []
      : [`${subject}: no answer came to ${evidence.caseId}`],
  );
}

/** A family that has no case for an operation is no row of it; an operation without any case is not judged at all. */
function uncheckedOperations({ contract }: Report, { stage, run }: CheckedRun): readonly string[] {
  if (contract.operations.length === 0) return ['the contract has no operations'];
  return contract.operations.flatMap(({ id }) => {
    const hasCases = run.rows.some(({ operation, cases }) => operation === id && cases > 0);
    if (!hasCases) return [`${id}: not a case of it was tried`];
    const wasChecked = stage.tried.some(({ subject, count }) => subject === id && count > 0);
    return wasChecked ? [] : [`${id}: not an answer of it was judged`];
  });
}

function waiverObstacles({ waivers }: Report): readonly string[] {
  return waivers.flatMap(({ id, state, expires }) => {
    if (state === 'expired') return [`the waiver of ${id} is past its date, ${expires}`];
    return state === 'stale' ? [`the waiver of ${id} matches nothing any more`] : [];
  });
}
