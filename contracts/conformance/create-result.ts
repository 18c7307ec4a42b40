/** The result of a run, from what its parts have counted and found. */
import type { Operation } from '../../spec/model/contract.ts';
import { connectionNotes } from '../options/connection-settings.ts';
import type { MissingValue, RunScope, UncheckedOperation } from '../report/stage-report.ts';
import { defaultRandomOptions } from './cases/test-category.ts';
import type { RunResult } from './model/run-result.ts';
import { otherUserGaps } from './plan/other-user.ts';
import type { RunOptions } from './run-options.ts';
import type { UncheckedParts } from './running/check-operations.ts';
import { findContractGaps } from './running/contract-gaps.ts';
import { describeLimited } from './running/few-requests.ts';
import { withoutNeeds } from './running/missing-values.ts';
import type { Run } from './running/stop-conditions.ts';
import { isAboutNotBuilt } from './triage/not-built.ts';

export interface RunOutcome extends UncheckedParts {
  readonly selected: readonly Operation[];
  /** Those of the selected operations that the budget allows. */
  readonly operations: readonly Operation[];
  /** The run may not request everything. */
  readonly isRestricted: boolean;
  readonly missingValues: readonly MissingValue[];
}

export function createResult(
  { session, built, counters, triage, coverage, acceptedLater, hookEffects, limited, removal, start }: Run,
  options: RunOptions,
  { selected, operations, isRestricted, unchecked, missingValues, truncatedOperations }: RunOutcome,
): RunResult {
  const { categories, randomOptions = defaultRandomOptions, profile, hooks } = options;
  const ownRecords = removal?.describe() ?? [];
  const fewRequests = describeLimited(limited, operations, session);
  return {
    ...(profile !== undefined && { profile }),
    ...(hooks && { hooks: { used: hooks.used, effects: hookEffects.read() } }),
    // A request without credentials may have been sent before it was known that the operation does not exist.
    findings: triage.findings().filter((finding) => !isAboutNotBuilt(finding, built.notBuilt())),
    unchecked: [...unchecked.map(withoutNeeds), ...uncheckedDisabled(options)],
    ...(missingValues.length > 0 && { missingValues }),
    notBuilt: built.notBuilt(),
    ...(fewRequests.length > 0 && { fewRequests }),
    ...(ownRecords.length > 0 && { ownRecords }),
    contractGaps: [
      ...findContractGaps({ ...options.contract, operations }, categories),
      ...otherUserGaps({ ...options.contract, operations }, options.credentials),
      ...acceptedLater.notes(),
    ],
    connectionNotes: [
      ...connectionNotes(options.credentials.connection, options.baseUrl),
      ...session.describeSlowdown(),
    ],
    coverage: coverage.read(),
    ...counters.read(),
    selectedCategories: categories,
    randomCases: randomOptions.caseCount,
    ...(session.describeEnd() === undefined ? {} : { ended: session.describeEnd() ?? '' }),
    cases: counters.caseCount(),
    requests: session.requestCount(),
    ms: performance.now() - start,
    seed: randomOptions.seed,
    ...createScope(options, {
      ...{ selected, operations, isRestricted, truncatedOperations },
      withheldCases: counters.withheldCount(),
    }),
  };
}

/** The operations that the document declares, but whose description cannot be read. */
function uncheckedDisabled({ contract, operations = [], permission }: RunOptions): readonly UncheckedOperation[] {
  const { disabled = [] } = contract;
  const concerned = disabled.filter(({ id }) => operations.length === 0 && permission?.operations.has(id) !== false);
  return concerned.map(({ id, reason }) => ({
    operation: id,
    reason: `not tested, since ${reason}`,
    casesRun: 'none',
  }));
}

interface OmittedParts extends Pick<RunScope, 'truncatedOperations'> {
  readonly selected: readonly Operation[];
  readonly operations: readonly Operation[];
  readonly isRestricted: boolean;
  readonly withheldCases: number;
}

function createScope(
  { operations: named = [], budget }: RunOptions,
  { selected, operations, isRestricted, truncatedOperations, withheldCases }: OmittedParts,
): { readonly scope?: RunScope } {
  if (named.length + withheldCases === 0 && budget === undefined && !isRestricted) return {};
  const omitted = selected.filter((one) => !operations.includes(one)).map(({ id }) => id);
  return {
    scope: {
      operations: !isRestricted && omitted.length === 0 ? named : operations.map(({ id }) => id),
      truncatedOperations,
      ...(omitted.length > 0 && { omittedOperations: omitted }),
      ...(budget !== undefined && { budget }),
      ...(withheldCases > 0 && { withheldCases }),
    },
  };
}
