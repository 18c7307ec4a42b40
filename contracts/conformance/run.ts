/** The conformance run: contract in, events out. Knows no reporter. */
import { KitError } from '../../errors.ts';
import type { Operation } from '../../spec/contract.ts';
import { ahead } from './ahead.ts';
import { judgeScenes } from './attempt.ts';
import type { Case } from './case.ts';
import { type Budget, defaultBudget } from './cases/family.ts';
import { families } from './cases/index.ts';
import { isSuccess } from './checks/check.ts';
import { unauthorisedRefused } from './checks/unauthorised-refused.ts';
import { createCoverage } from './coverage.ts';
import { hasTimedOut, isLimited, isUnreachable, statusOf } from './exchange.ts';
import { gapsOf } from './gaps.ts';
import { createHanging } from './hanging.ts';
import { firstOfAll, type PlanOptions, planFor } from './plan.ts';
import type { Scene } from './play.ts';
import type { CaseDone, RunEvent, Unjudged } from './result.ts';
import { openSession, type Target } from './session.ts';
import { inShard, type Shard } from './shard.ts';
import { isOutOfTime, leftOut, type Run, type StopLimits, stopReason } from './stop.ts';
import { createTally } from './tally.ts';
import { createTriage } from './triage.ts';

export interface RunOptions extends Target, StopLimits {
  /** Families to run; all when empty. */
  readonly only: readonly string[];
  readonly budget?: Budget;
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
  const { contract, budget = defaultBudget, only, shard } = options;
  const session = openSession({ ...options, freshSeed: freshSeedOf(options) });
  const start = performance.now();
  const run: Run = {
    session,
    triage: createTriage(session, () => isOutOfTime(options, start)),
    tally: createTally(),
    hanging: createHanging(),
    refusals: [],
    accepted: [],
    coverage: createCoverage(contract),
    limits: options,
    shard,
    start,
  };
  const unjudged: Unjudged[] = [];
  try {
    for (const operation of destructiveLast(contract.operations)) {
      const reason = stopReason(run);
      if (reason !== undefined) unjudged.push({ operation: operation.id, reason, ran: 'none' });
      else unjudged.push(...(yield* judgeOperation(run, operation, { only, budget })));
    }
  } finally {
    await session.close();
  }
  const { tally, triage, coverage } = run;
  refuseIfNothingStands(run);
  // To one part of many no case may belong; the whole has some.
  if (shard === undefined ? tally.cases() === 0 : !tally.hasApplicable())
    throw new KitError('nothing-judged', reasonOf(unjudged, only));
  const counts = {
    only,
    drawn: budget.cases,
    cases: tally.cases(),
    requests: session.sent(),
    ms: performance.now() - start,
  };
  const found = { findings: triage.findings(), unjudged, gaps: gapsOf(contract), coverage: coverage.read() };
  yield { type: 'finished', result: { ...found, ...tally.read(), ...counts, seed: budget.seed } };
}

/** Other options send other cases: what one of them has left in a store is not to meet another with the same id. */
function freshSeedOf(options: RunOptions): string | undefined {
  const { isRepeatable = false, contract, only, budget = defaultBudget, shard } = options;
  return isRepeatable ? JSON.stringify([contract.sha256, only, budget, shard]) : undefined;
}

/** What is deleted cannot be read any more. */
function destructiveLast(operations: readonly Operation[]): readonly Operation[] {
  return operations.toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
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
): AsyncGenerator<RunEvent, readonly Unjudged[]> {
  yield* tryAll(run, firstOfAll(run.session, operation, options.only));
  const plan = await planFor(run.session, operation, options);
  if (plan.refusal !== undefined) run.refusals.push(plan.refusal);
  if (plan.isAccepted) run.accepted.push(operation);
  const isComplete = yield* tryAll(run, plan.cases);
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

interface Played {
  readonly tried: Case;
  readonly scenes: readonly Scene[];
}

/**
 * Sends ahead, and judges in the order of the cases: what is told does not depend on who answers first. Returns whether
 * all of them were sent.
 */
async function* tryAll(run: Run, cases: Iterable<Case>): AsyncGenerator<CaseDone, boolean> {
  const { session } = run;
  let isComplete = false;
  function* toTheEnd(): Generator<Case> {
    yield* run.hanging.without(inShard(counted(run, cases), run.shard));
    isComplete = true;
  }
  const play = async (tried: Case): Promise<Played> => {
    const scenes = await session.play(tried);
    // At once: those that wait for their turn to be judged must not hang as well.
    if (scenes.some(({ exchange }) => hasTimedOut(exchange))) run.hanging.count(tried);
    return { tried, scenes };
  };
  const stopped = () => stopReason(run) !== undefined;
  const options = { atOnce: session.target.concurrency, waits, stopped };
  for await (const played of ahead(toTheEnd(), play, options)) {
    const done = await settle(run, played);
    if (done !== undefined) yield done;
  }
  return isComplete;
}

function* counted({ tally }: Run, cases: Iterable<Case>): Generator<Case> {
  for (const one of cases) {
    tally.applicable();
    yield one;
  }
}

function waits({ company }: Case): boolean {
  return company?.watched === true || company?.paused === true;
}

async function settle(
  { triage, tally, coverage }: Run,
  { tried, scenes }: Played,
): Promise<CaseDone | undefined> {
  const exchanges = scenes.map(({ exchange }) => exchange);
  // Nobody has seen the request: it says nothing of the case.
  if (exchanges.some(isUnreachable)) return undefined;
  if (exchanges.some(isLimited)) {
    tally.limited();
    return undefined;
  }
  const { operation, family } = tried;
  const attempt = judgeScenes(tried, scenes);
  for (const { verdict } of attempt.scenes) {
    coverage.note(verdict.judged);
    tally.applied(operation.id, verdict.applied);
    const { draft, exchange } = verdict.judged;
    if (exchange.request.method === 'DELETE' && isSuccess(statusOf(exchange) ?? 0))
      tally.deleted(operation.id, draft.path);
  }
  const severities = await triage.add(attempt);
  const result = severities.includes('fault') ? 'fault' : (severities[0] ?? 'passed');
  const done: CaseDone = { type: 'case', operation: operation.id, family, result };
  tally.count(done);
  return done;
}
