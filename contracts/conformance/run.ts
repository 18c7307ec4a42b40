/** The conformance run: takes a contract and yields events. It knows no reporter. */
import { KitError } from '../../errors.ts';
import type { Operation } from '../../spec/model/contract.ts';
import { validateIsolated } from '../options/credentials.ts';
import { DEFAULT_MAX_SECONDS } from '../options/number-limits.ts';
import { defaultRandomOptions } from './cases/test-category.ts';
import { createHookChecks } from './checking/hook-checks.ts';
import { createCoverage } from './coverage/index.ts';
import { createResult } from './create-result.ts';
import { createFixtures } from './fixtures/record-fixtures.ts';
import type { RunEvent } from './model/run-result.ts';
import { nothingCheckedError, throwIfNothingAccepted } from './nothing-checked.ts';
import { withoutGivenHeaders } from './request/credentials/added-headers.ts';
import { withCredentialParameters } from './request/credentials/credential-parameters.ts';
import type { RunOptions } from './run-options.ts';
import { createAcceptedLater } from './running/accepted-later.ts';
import { createCapacityTracker } from './running/capacity.ts';
import { checkOperations } from './running/check-operations.ts';
import { createClosedConnections } from './running/closed-connections.ts';
import {
  createRequestLimits,
  findLimitedOperations,
  type LimitedOperations,
  type RequestLimits,
} from './running/few-requests.ts';
import { createGoalTracker } from './running/goal-tracker.ts';
import { createHangingCases } from './running/hanging-cases.ts';
import { createHookEffects } from './running/hook-effects.ts';
import { collectMissingValues } from './running/missing-values.ts';
import { createRecordRemoval } from './running/remove-records.ts';
import { createRunCounters } from './running/run-counters.ts';
import { sampleOperations } from './running/sampled-operations.ts';
import { isOutOfTime, type Run, stopReason } from './running/stop-conditions.ts';
import { createTurns } from './running/turns.ts';
import { createBuiltOperations } from './session/built-operations.ts';
import { createRequestGuard } from './session/request-guard.ts';
import { openSession } from './session/session.ts';
import { testCategories } from './test-categories.ts';
import { createNotBuiltFilter } from './triage/not-built.ts';
import { createTriage } from './triage/triage.ts';

/**
 * Finite: the cases are finite, and every exchange and the whole run have a time limit. Throws a KitError when nothing
 * can be checked: unreachable, credentials rejected, no valid request accepted, no cases.
 */
export async function* runConformance(runOptions: RunOptions): AsyncGenerator<RunEvent> {
  validateCategoryNames(runOptions.categories);
  validateIsolated(runOptions.contract, runOptions.credentials);
  const { permission } = runOptions;
  const contract = withCredentialParameters(
    withoutGivenHeaders(runOptions.contract, runOptions.credentials),
    runOptions.credentials,
  );
  // Nothing is planned with the other operations, not even to create records.
  const permitted = contract.operations.filter(({ id }) => permission?.operations.has(id) !== false);
  const limited = findLimitedOperations(contract, runOptions);
  const options = {
    ...runOptions,
    contract: { ...contract, operations: permitted },
    isPermitted: createRequestGuard(contract, permission),
    requestLimits: createRequestLimits(limited),
  };
  const { budget = Number.POSITIVE_INFINITY, shard, categories, randomOptions = defaultRandomOptions } = options;
  const selected = selectOperations(options);
  const operations = sampleOperations(selected, budget, randomOptions.seed);
  const run = createRun(options, operations, limited);
  const incomplete = yield* checkOperations(run, operations, options);
  const missingValues = collectMissingValues(incomplete.unchecked, operations, run.acceptedOperations);
  throwIfNothingAccepted(run, missingValues);
  // A shard may be empty, but not the whole run.
  const hasNoCases = shard === undefined ? run.counters.caseCount() === 0 : !run.counters.hasApplicable();
  if (hasNoCases && run.built.notBuilt().length === 0) throw nothingCheckedError(run, incomplete.unchecked, categories);
  // `--include "*"` leaves out nothing.
  const isRestricted = permission?.isReadOnly === true || permitted.length < contract.operations.length;
  const outcome = { selected, operations, isRestricted, missingValues, ...incomplete };
  yield { type: 'finished', result: createResult(run, options, outcome) };
}

interface CreatedRunOptions extends RunOptions {
  readonly requestLimits: RequestLimits;
}

function createRun(options: CreatedRunOptions, operations: readonly Operation[], limited: LimitedOperations): Run {
  const session = openSession({ ...options, freshSeed: freshSeed(options) });
  const start = performance.now();
  const built = createBuiltOperations(session);
  const isOver = () => isOutOfTime(options, start);
  const completeChecks = createHookChecks(session.target);
  const triage = createTriage(session, isOver, {
    severities: options.severities,
    filter: createNotBuiltFilter(built),
    completeChecks,
  });
  const removal = createRecordRemoval(session, triage, isOver);
  const run: Run = {
    session,
    built,
    fixtures: createFixtures(session),
    triage,
    completeChecks,
    hookEffects: createHookEffects(),
    removal: options.removesRecords === true ? removal : undefined,
    counters: createRunCounters(),
    goals: createGoalTracker(),
    acceptedLater: createAcceptedLater(),
    hanging: createHangingCases(),
    closedConnections: createClosedConnections(session),
    rejections: [],
    acceptedOperations: [],
    finalCases: [],
    investigated: new Set(),
    capacity: createCapacityTracker(session),
    coverage: createCoverage({ ...options.contract, operations }),
    limits: options,
    shard: options.shard,
    limited,
    requestLimits: options.requestLimits,
    turns: createTurns(start + (options.maxSeconds ?? DEFAULT_MAX_SECONDS) * 1000, {
      isStopped: () => stopReason(run) !== undefined,
    }),
    postponed: new Set(),
    start,
  };
  return run;
}

/** Other options send other cases, so the seed differs: their records must not collide with those of another run. */
function freshSeed(options: RunOptions): string | undefined {
  const {
    isRepeatable = false,
    contract,
    categories,
    operations,
    randomOptions = defaultRandomOptions,
    shard,
    budget,
  } = options;
  return isRepeatable
    ? JSON.stringify([contract.sha256, categories, randomOptions, shard, operations, budget])
    : undefined;
}

/** Throws `option-invalid` for an id that no operation has, and for one that the run may not request. */
function selectOperations({ contract, operations: ids = [], permission }: RunOptions): readonly Operation[] {
  const selected = new Set(ids);
  const forbidden = permission && ids.find((id) => !permission.operations.has(id));
  if (forbidden !== undefined)
    throw new KitError('option-invalid', `${forbidden} is both selected and excluded: leave out one of the options`);
  const known = new Set(contract.operations.map(({ id }) => id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown === undefined) return contract.operations.filter(({ id }) => ids.length === 0 || selected.has(id));
  throw new KitError('option-invalid', `the contract has no operation ${JSON.stringify(unknown)}`);
}

function validateCategoryNames(categories: readonly string[]): void {
  const names = testCategories.map(({ name }) => name);
  const unknown = categories.find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new KitError('option-invalid', `--only ${unknown}: expected one of ${names.join(', ')}`);
}
