/** Converts the result of a conformance run to a stage of a report. */
import type { Contract } from '../../spec/model/contract.ts';
import { type Finding, hookCheckId } from '../finding/finding.ts';
import { checkNames } from '../hooks/hook-run.ts';
import { describeHookEffects, describeHooks } from '../report/hook-effects.ts';
import { describeProfile } from '../report/profile.ts';
import { describeFewRequests, describeScope, type StageReport } from '../report/stage-report.ts';
import { pluralize } from '../report/text-format.ts';
import { notBuiltText, uncheckedText } from '../report/untested-parts.ts';
import { checks } from './checks/index.ts';
import type { RunResult } from './model/run-result.ts';

/** Lists every operation × every check, so that checks that never applied are visible. */
export function conformanceStage({ operations }: Contract, result: RunResult): StageReport<Finding> {
  const counts = new Map(
    result.checkCounts.map(({ operation, check, exchanges }) => [`${operation} ${check}`, exchanges] as const),
  );
  const { scope } = result;
  const selected = new Set(scope?.operations);
  const checkedOperations = operations.filter(({ id }) => selected.size === 0 || selected.has(id));
  const checkIds = [...checks.map((check) => check.id), ...hookCheckIds(result)];
  const attemptedChecks = checkedOperations.flatMap(({ id }) =>
    checkIds.map((check) => ({ subject: id, check, count: counts.get(`${id} ${check}`) ?? 0 })),
  );
  const {
    coverage,
    findings,
    seed,
    cases,
    requests,
    selectedCategories,
    profile = 'standard',
    randomCases,
    rows,
    unchecked,
    notBuilt = [],
    fewRequests,
    missingValues,
    contractGaps,
    deletedRecords,
    ownRecords,
    ended,
    hooks,
  } = result;
  const unattempted = findUnattempted(result);
  return {
    name: 'conformance',
    status: findings.some(({ severity }) => severity === 'error') ? 'failed' : 'passed',
    summary: conformanceSummary({ cases, requests, findings }),
    ms: Math.round(result.ms),
    attemptedChecks,
    findings,
    notes: [
      ...(result.connectionNotes ?? []),
      `profile ${describeProfile(result)}`,
      ...describeScope(
        scope,
        operations.map(({ id }) => id),
      ),
      ...(hooks === undefined ? [] : [describeHooks(hooks.used), ...describeHookEffects(hooks.effects)]),
      ...describeFewRequests(result),
      ...unattempted.map((description) => `not fully checked: ${description}`),
      ...deletedRecords,
      ...(ownRecords ?? []),
      ...contractGaps,
    ],
    unattempted,
    coverage,
    run: {
      seed,
      cases,
      requests,
      selectedCategories,
      ...(profile !== 'standard' && { profile }),
      randomCases,
      rows,
      unchecked,
      ...(notBuilt.length > 0 && { notBuilt }),
      ...(fewRequests && { fewRequests }),
      contractGaps,
      deletedRecords,
      ...(ownRecords && { ownRecords }),
      ...(missingValues && { missingValues }),
      ...(ended === undefined ? {} : { ended }),
      ...(hooks && { hooks: hooks.effects }),
      ...(scope === undefined ? {} : { scope }),
    },
  };
}

/** The checks of the user, which no table lists. */
function hookCheckIds({ hooks }: RunResult): readonly string[] {
  return hooks === undefined ? [] : checkNames(hooks.used).map(hookCheckId);
}

/** `816 cases, 956 requests, 0 errors` */
export function conformanceSummary({
  cases,
  requests,
  findings,
}: Pick<RunResult, 'cases' | 'requests' | 'findings'>): string {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  return `${pluralize(cases, 'case')}, ${pluralize(requests, 'request')}, ${pluralize(errors, 'error')}`;
}

/** Operations that were not checked, or not completely: what was not attempted does not count as passed. */
function findUnattempted({ unchecked, notBuilt = [] }: Pick<RunResult, 'unchecked' | 'notBuilt'>): readonly string[] {
  return [...notBuilt.map(notBuiltText), ...unchecked.map(uncheckedText)];
}
