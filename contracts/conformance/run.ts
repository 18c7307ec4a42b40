/** The conformance run: contract in, events out. Knows no reporter. */
import { KitError } from '../../errors.ts';
import { type Contract, formatPlace, isSecured, type Operation } from '../../spec/model/contract.ts';
import { declaresInvalid } from '../lint/rules/responses.ts';
import type { Shard } from '../report/report.ts';
import type { Scope, Unjudged } from '../report/stage.ts';
import { type Draws, defaultDraws } from './cases/family.ts';
import { unauthorisedRefused } from './checks/unauthorised-refused.ts';
import { createCoverage } from './coverage/index.ts';
import { families } from './families.ts';
import { createFixtures } from './fixtures/records.ts';
import type { RunEvent, RunResult } from './model/result.ts';
import { firstOfAll, planFor } from './plan/index.ts';
import type { PlanOptions } from './plan/plan.ts';
import { createHanging } from './running/hanging.ts';
import { createRoom } from './running/room.ts';
import { createBudget, type Share } from './running/shard.ts';
import { shutOutAtTheEnd, shutOutOf } from './running/shut-out.ts';
import { isOutOfTime, leftOut, type Run, type StopLimits, stopReason } from './running/stop.ts';
import { createTally } from './running/tally.ts';
import { tryAll } from './running/try-all.ts';
import { openSession, type Target } from './session/session.ts';
import { createTriage } from './triage/triage.ts';

export interface RunOptions extends Target, StopLimits {
  /** Families to run; all when empty. */
  readonly only: readonly string[];
  /** Operations to judge, by their ids; all when empty or not told. */
  readonly operations?: readonly string[];
  /** Cases of the whole run at the most, shared among its operations; no limit when undefined. */
  readonly budget?: number | undefined;
  readonly draws?: Draws;
  /** Sends the same values as another run with the same options: for a store that is in the same state again. */
  readonly isRepeatable?: boolean;
  /** The cases of this part alone. */
  readonly shard?: Shard | undefined;
}

/**
 * Ends by itself: the cases are finite, every exchange has a time limit, and so has the whole run. Throws a KitError
 * when nothing can be judged: unreachable, credentials refused, no valid request accepted, no cases.
 */
export async function* runConformance(options: RunOptions): AsyncGenerator<RunEvent> {
  checkFamilyNames(options.only);
  const operations = chosenOperations(options);
  const { budget, shard, only } = options;
  if (budget !== undefined && budget < operations.length) throw budgetTooSmall(budget, operations.length);
  const run = startRun(options, operations);
  const left = yield* judgeAll(run, operations, options);
  refuseIfNothingStands(run);
  // To one part of many no case may belong; the whole has some.
  if (shard === undefined ? run.tally.cases() === 0 : !run.tally.hasApplicable())
    throw new KitError('nothing-judged', reasonOf(left.unjudged, only));
  yield { type: 'finished', result: resultOf(run, options, { operations, ...left }) };
}

function startRun(options: RunOptions, operations: readonly Operation[]): Run {
  const session = openSession({ ...options, freshSeed: freshSeedOf(options) });
  const start = performance.now();
  return {
    session,
    fixtures: createFixtures(session),
    triage: createTriage(session, () => isOutOfTime(options, start)),
    tally: createTally(),
    hanging: createHanging(),
    refusals: [],
    accepted: [],
    atTheEnd: [],
    lookedInto: new Set(),
    room: createRoom(session),
    coverage: createCoverage({ ...options.contract, operations }),
    limits: options,
    shard: options.shard,
    start,
  };
}

/** What a run has not come to. */
interface Left {
  readonly unjudged: readonly Unjudged[];
  /** Operations with more cases than their share of the budget. */
  readonly cut: readonly string[];
}

async function* judgeAll(
  run: Run,
  operations: readonly Operation[],
  { only, draws = defaultDraws, budget }: RunOptions,
): AsyncGenerator<RunEvent, Left> {
  const unjudged: Unjudged[] = [];
  const cut: string[] = [];
  const shares = createBudget(budget, operations.length);
  const plan = { only, draws, takesTurns: budget !== undefined };
  try {
    for (const operation of destructiveLast(operations)) {
      const reason = stopReason(run);
      if (reason !== undefined) unjudged.push({ operation: operation.id, reason, ran: 'none' });
      else {
        const share = shares.next();
        unjudged.push(...(yield* judgeOperation(run, operation, plan, share)));
        if (share.wasCut()) cut.push(operation.id);
      }
    }
    for (const cases of run.atTheEnd) yield* tryAll(run, cases);
    unjudged.push(...(await shutOutAtTheEnd(run)), ...run.room.unjudged());
  } finally {
    await run.session.close();
  }
  return { unjudged, cut };
}

interface Judged extends Left {
  readonly operations: readonly Operation[];
}

function resultOf(
  { session, tally, triage, coverage, start }: Run,
  options: RunOptions,
  { operations, unjudged, cut }: Judged,
): RunResult {
  const { only, draws = defaultDraws } = options;
  return {
    findings: triage.findings(),
    unjudged,
    gaps: gapsOf({ operations }),
    coverage: coverage.read(),
    ...tally.read(),
    only,
    drawn: draws.cases,
    cases: tally.cases(),
    requests: session.sent(),
    ms: performance.now() - start,
    seed: draws.seed,
    ...scopeOf(options, cut),
  };
}

/** Other options send other cases: what one of them has left in a store is not to meet another with the same id. */
function freshSeedOf(options: RunOptions): string | undefined {
  const { isRepeatable = false, contract, only, operations, draws = defaultDraws, shard, budget } = options;
  return isRepeatable ? JSON.stringify([contract.sha256, only, draws, shard, operations, budget]) : undefined;
}

/** Throws `option-invalid` for an id that no operation has. */
function chosenOperations({ contract, operations: ids = [] }: RunOptions): readonly Operation[] {
  const wanted = new Set(ids);
  const known = new Set(contract.operations.map(({ id }) => id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown === undefined)
    return contract.operations.filter(({ id }) => ids.length === 0 || wanted.has(id));
  throw new KitError('option-invalid', `the contract has no operation ${JSON.stringify(unknown)}`);
}

function scopeOf(
  { operations = [], budget }: RunOptions,
  cut: readonly string[],
): { readonly scope?: Scope } {
  if (operations.length === 0 && budget === undefined) return {};
  return { scope: { operations, cut, ...(budget === undefined ? {} : { budget }) } };
}

function budgetTooSmall(budget: number, operations: number): KitError {
  return new KitError(
    'option-invalid',
    `--budget ${budget}: there are ${operations} operations, and each needs a case at least`,
  );
}

/** What is deleted cannot be read any more, nor what lies below it: the deepest goes first. */
function destructiveLast(operations: readonly Operation[]): readonly Operation[] {
  const depth = ({ method, path }: Operation) => (method === 'DELETE' ? -path.split('/').length : -Infinity);
  return operations.toSorted((a, b) => (depth(a) === depth(b) ? 0 : depth(a) - depth(b)));
}

/** Throws what was said to the first valid request, where not one of all operations was accepted. */
function refuseIfNothingStands({ refusals, triage, accepted }: Run): void {
  const [first] = refusals;
  const isOpenToAll = triage.findings().some(({ check }) => check === unauthorisedRefused.id);
  if (first === undefined || accepted.length > 0 || isOpenToAll) return;
  throw refusals.find(({ code }) => code === 'credentials-refused') ?? first;
}

async function* judgeOperation(
  run: Run,
  operation: Operation,
  options: PlanOptions,
  share: Share,
): AsyncGenerator<RunEvent, readonly Unjudged[]> {
  // Of a single case that one is the valid request.
  if (share.cases > 1) yield* tryAll(run, share.take(firstOfAll(run.session, operation, options.only)));
  const plan = await planFor(run.fixtures, operation, options);
  const shutOut = await shutOutOf(run, operation);
  if (shutOut !== undefined) return [shutOut];
  if (plan.refusal !== undefined) run.refusals.push(plan.refusal);
  if (plan.isAccepted) run.accepted.push(operation);
  const isComplete = yield* tryAll(run, share.take(plan.cases));
  if (plan.atTheEnd !== undefined) run.atTheEnd.push(share.take(plan.atTheEnd));
  const left = leftOut(run, operation, isComplete).map(
    (reason): Unjudged => ({ operation: operation.id, reason, ran: 'part' }),
  );
  return plan.unjudged === undefined ? left : [plan.unjudged, ...left];
}

function checkFamilyNames(only: readonly string[]): void {
  const names = families.map(({ name }) => name);
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new KitError('option-invalid', `--only ${unknown}: expected one of ${names.join(', ')}`);
}

function reasonOf(unjudged: readonly Unjudged[], only: readonly string[]): string {
  if (unjudged.length > 0)
    return unjudged.map(({ operation, reason }) => `${operation}: ${reason}`).join('\n');
  return `no case of ${only.join(', ')} applies to this contract`;
}

/** What the contract leaves out and a reader of the result should know; said once, held against nobody. */
function gapsOf({ operations }: Pick<Contract, 'operations'>): readonly string[] {
  return operations.flatMap((operation) => {
    const { id, place, responses } = operation;
    const declaresRefusal = responses.some(({ status }) => /^(401|403|4XX|default)$/.test(status));
    return [
      ...(isSecured(operation) && !declaresRefusal
        ? [`${id} asks for credentials but declares no 401; any refusal is taken`]
        : []),
      ...(declaresInvalid(operation)
        ? []
        : [`${id} declares no answer to an invalid request; any 4xx is taken`]),
    ].map((gap) => `${formatPlace(place)}: ${gap}`);
  });
}
