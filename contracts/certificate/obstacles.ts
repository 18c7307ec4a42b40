/**
 * Finds the reasons why no certificate can be issued. A certificate requires that the verdict is "conforms" and follows
 * from the findings; that every stage was run or is not applicable; that conformance was checked with all test
 * categories, not only one shard, to the end; that every operation of the contract had cases sent and responses
 * checked, and no request was left without a response; that every waiver is neither expired nor stale; and that no check
 * is off or only a warning by choice.
 */
import { findWeakened } from '../catalog/parse-severities.ts';
import { defaultRandomOptions } from '../conformance/cases/test-category.ts';
import { describeChosenSeverities } from '../finding/chosen-severities.ts';
import { describeHookEffects } from '../report/hook-effects.ts';
import { describeProfile } from '../report/profile.ts';
import type { Report } from '../report/report.ts';
import { type ConformanceRun, describeScope, type StageReport } from '../report/stage-report.ts';
import { pluralize } from '../report/text-format.ts';
import { notBuiltText } from '../report/untested-parts.ts';
import { findContradictions } from './report-consistency.ts';

/**
 * One sentence for each obstacle; empty if a certificate may be issued. A verdict other than "conforms" is the only
 * obstacle reported.
 */
export function findObstacles(report: Report): readonly string[] {
  const { verdict, shard } = report;
  if (verdict.exitCode !== 0 || verdict.kind !== 'conforms') return [`the verdict is: ${verdict.summary}`];
  if (shard !== undefined)
    return [`shard ${shard.index} of ${shard.of} is only part of a run; merge all shards with plant-store merge`];
  const obstacles = [
    ...stageObstacles(report),
    ...runObstacles(report),
    ...waiverObstacles(report),
    ...describeChosenSeverities(findWeakened(report.severities)),
  ];
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
  if (checkedRun === undefined) return ['conformance was not checked'];
  const { run } = checkedRun;
  return [
    ...(run.profile === 'smoke' ? [`the profile was ${describeProfile(run)}`] : []),
    ...(run.selectedCategories.length > 0
      ? [`only these test categories were run: ${run.selectedCategories.join(', ')}`]
      : []),
    ...describeScope(
      run.scope,
      report.contract.operations.map(({ id }) => id),
    ),
    ...describeHookEffects(run.hooks),
    ...randomCaseObstacles(run),
    ...run.unchecked.map(({ operation, reason }) => `${operation} was not checked completely: ${reason}`),
    ...(run.notBuilt ?? []).map(notBuiltText),
    ...requestsWithoutResponse(checkedRun),
    ...uncheckedOperations(report, checkedRun),
  ];
}

/** All certificates use the same number of random cases, because a certificate does not state the number. */
function randomCaseObstacles({ randomCases }: ConformanceRun): readonly string[] {
  const { caseCount } = defaultRandomOptions;
  return randomCases < caseCount
    ? [`only ${pluralize(randomCases, 'random request')} per operation (--cases); a certificate requires ${caseCount}`]
    : [];
}

/** The stage that checked the implementation, and its run. */
export interface CheckedRun {
  readonly stage: StageReport;
  readonly run: ConformanceRun;
}

/** Undefined if there is none or more than one: the report of one run has exactly one. */
export function findCheckedRun({ stages }: Pick<Report, 'stages'>): CheckedRun | undefined {
  const [first, ...others] = stages.flatMap((stage) =>
    stage.run === undefined || stage.status !== 'passed' ? [] : [{ stage, run: stage.run }],
  );
  return others.length === 0 ? first : undefined;
}

/**
 * A single missing response is only a warning, since the network may be the cause; but that response was not checked.
 */
function requestsWithoutResponse({ stage }: CheckedRun): readonly string[] {
  return stage.findings.flatMap(({ subject, evidence, waived }) =>
    evidence === undefined || evidence.response !== undefined || waived !== undefined
      ? []
      : [`${subject}: no response to ${evidence.caseId}`],
  );
}

/** A test category without cases for an operation has no row; an operation without any case was not checked at all. */
function uncheckedOperations({ contract }: Report, { stage, run }: CheckedRun): readonly string[] {
  if (contract.operations.length === 0) return ['the contract has no operations'];
  return contract.operations.flatMap(({ id }) => {
    const hasCases = run.rows.some(({ operation, cases }) => operation === id && cases > 0);
    if (!hasCases) return [`${id}: no case was run`];
    const wasChecked = stage.attemptedChecks.some(({ subject, count }) => subject === id && count > 0);
    return wasChecked ? [] : [`${id}: no response was checked`];
  });
}

function waiverObstacles({ waivers }: Report): readonly string[] {
  return waivers.flatMap(({ id, state, expires }) => {
    if (state === 'expired') return [`the waiver of ${id} expired on ${expires}`];
    return state === 'stale' ? [`the waiver of ${id} no longer matches a finding`] : [];
  });
}
