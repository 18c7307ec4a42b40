/** The conformance run: takes a contract and yields events. It knows no reporter. */
import { KitError } from '../../errors.ts';
import type { Operation } from '../../spec/model/contract.ts';
import type { ChosenSeverities } from '../finding/chosen-severities.ts';
import { connectionNotes } from '../options/connection-settings.ts';
import { validateIsolated } from '../options/credentials.ts';
import { DEFAULT_MAX_SECONDS } from '../options/number-limits.ts';
import type { Permission } from '../options/permitted-operations.ts';
import { describeHookEffects } from '../report/hook-effects.ts';
import type { ProfileName } from '../report/profile.ts';
import type { Shard } from '../report/report.ts';
import type { MissingValue, RunScope, UncheckedOperation } from '../report/stage-report.ts';
import { valuesToSupply } from '../report/values-to-supply.ts';
import { defaultRandomOptions, type RandomOptions } from './cases/test-category.ts';
import { createHookChecks } from './checking/hook-checks.ts';
import { unauthorizedRejected } from './checks/unauthorized-rejected.ts';
import { createCoverage } from './coverage/index.ts';
import { createFixtures } from './fixtures/record-fixtures.ts';
import type { NeedyOperation, RunEvent, RunResult } from './model/run-result.ts';
import { otherUserGaps } from './plan/other-user.ts';
import { withoutGivenHeaders } from './request/credentials/added-headers.ts';
import { withCredentialParameters } from './request/credentials/credential-parameters.ts';
import { createAcceptedLater } from './running/accepted-later.ts';
import { createCapacityTracker } from './running/capacity.ts';
import { checkOperations, type UncheckedParts } from './running/check-operations.ts';
import { createClosedConnections } from './running/closed-connections.ts';
import { findContractGaps } from './running/contract-gaps.ts';
import {
  createRequestLimits,
  describeLimited,
  findLimitedOperations,
  type LimitedOperations,
  type RequestLimits,
} from './running/few-requests.ts';
import { createGoalTracker } from './running/goal-tracker.ts';
import { createHangingCases } from './running/hanging-cases.ts';
import { createHookEffects } from './running/hook-effects.ts';
import { collectMissingValues, withoutNeeds } from './running/missing-values.ts';
import { createRecordRemoval } from './running/remove-records.ts';
import { createRunCounters } from './running/run-counters.ts';
import { sampleOperations } from './running/sampled-operations.ts';
import { isOutOfTime, type Run, type StopLimits, stopReason } from './running/stop-conditions.ts';
import { createTurns } from './running/turns.ts';
import { createBuiltOperations } from './session/built-operations.ts';
import { createRequestGuard } from './session/request-guard.ts';
import { openSession } from './session/session.ts';
import type { Target } from './session/target.ts';
import { testCategories } from './test-categories.ts';
import { createNotBuiltFilter, isAboutNotBuilt } from './triage/not-built.ts';
import { createTriage } from './triage/triage.ts';

export interface RunOptions extends Target, StopLimits {
  /** Test categories to run; all when empty. */
  readonly categories: readonly string[];
  /** Ids of the operations to check; all when empty or undefined. */
  readonly operations?: readonly string[];
  /** How thorough the run is, for its report; `standard` when undefined. */
  readonly profile?: ProfileName | undefined;
  /** Maximum number of cases of each operation; no limit when undefined. */
  readonly casesPerOperation?: number | undefined;
  /** Maximum number of cases of the whole run, shared among its operations; no limit when undefined. */
  readonly budget?: number | undefined;
  readonly randomOptions?: RandomOptions;
  /** Sends the same values as an earlier run with the same options, for an implementation reset to the same state. */
  readonly isRepeatable?: boolean;
  /** Runs only the cases of this shard. */
  readonly shard?: Shard | undefined;
  /** Other severities than those of the checks. */
  readonly severities?: ChosenSeverities | undefined;
  /** What the run may send; everything when undefined. */
  readonly permission?: Permission | undefined;
  /** Removes the records that the run created at its end; for an implementation that is used further. */
  readonly removesRecords?: boolean | undefined;
}

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

interface RunOutcome extends UncheckedParts {
  readonly selected: readonly Operation[];
  /** Those of the selected operations that the budget allows. */
  readonly operations: readonly Operation[];
  /** The run may not request everything. */
  readonly isRestricted: boolean;
  readonly missingValues: readonly MissingValue[];
}

function createResult(
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

/** Throws the first rejection when no operation accepted a valid request. */
function throwIfNothingAccepted(
  { rejections, triage, acceptedOperations }: Run,
  missingValues: readonly MissingValue[],
): void {
  const [first] = rejections;
  const isAccessUnchecked = triage.findings().some(({ check }) => check === unauthorizedRejected.id);
  if (first === undefined || acceptedOperations.length > 0 || isAccessUnchecked) return;
  throw rejections.find(({ code }) => code === 'credentials-rejected') ?? withValuesToSupply(first, missingValues);
}

/** There is no report that could show them. */
function withValuesToSupply(error: KitError, missingValues: readonly MissingValue[]): KitError {
  const snippet = valuesToSupply(missingValues);
  if (snippet === undefined) return error;
  const { code, detail, where, fix } = error;
  const lines = [`${fix} Or ${snippet.title}, in plant-store.yaml:`, ...snippet.lines.slice(0, MAX_SNIPPET_LINES)];
  return new KitError(code, detail, { fix: lines.join('\n    '), ...(where === undefined ? {} : { where }) });
}

const MAX_SNIPPET_LINES = 20;

function validateCategoryNames(categories: readonly string[]): void {
  const names = testCategories.map(({ name }) => name);
  const unknown = categories.find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new KitError('option-invalid', `--only ${unknown}: expected one of ${names.join(', ')}`);
}

function nothingCheckedError(
  { hookEffects }: Run,
  unchecked: readonly NeedyOperation[],
  categories: readonly string[],
): KitError {
  const [leftOut] = describeHookEffects(hookEffects.read());
  return leftOut === undefined
    ? new KitError('nothing-checked', nothingCheckedReason(unchecked, categories))
    : new KitError('nothing-checked', leftOut, { fix: 'Let the hook filterCase return true for some cases.' });
}

function nothingCheckedReason(unchecked: readonly NeedyOperation[], categories: readonly string[]): string {
  if (unchecked.length > 0) return unchecked.map(({ operation, reason }) => `${operation}: ${reason}`).join('\n');
  return `no case of ${categories.join(', ')} applies to this contract`;
}
