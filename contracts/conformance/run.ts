/** The conformance run: contract in, events out. Knows no reporter. */
import { KitError } from '../../errors.ts';
import type { Operation } from '../../spec/contract.ts';
import type { Case } from './case.ts';
import { families } from './cases/index.ts';
import { isLimited, isUnreachable } from './exchange.ts';
import { gapsOf } from './gaps.ts';
import { judge } from './judge.ts';
import { firstOfAll, planFor } from './plan.ts';
import type { CaseDone, RunEvent, Unjudged } from './result.ts';
import { openSession, type Session, type Target } from './session.ts';
import { createTally, type Tally } from './tally.ts';
import { createTriage, type Triage } from './triage.ts';

export interface RunOptions extends Target {
  /** Families to run; all when empty. */
  readonly only: readonly string[];
}

/** An implementation that hangs is found after the first; waiting out the rest would take an hour and say no more. */
const MOST_TIMEOUTS = 20;
/** Each of them has been waited for. */
const MOST_LIMITED = 5;

/**
 * Ends by itself: the cases are finite and every exchange has a time limit. Throws a KitError when nothing can be
 * judged: unreachable, credentials refused, no valid request accepted, no cases.
 */
export async function* runConformance(options: RunOptions): AsyncGenerator<RunEvent> {
  checkFamilyNames(options.only);
  const start = performance.now();
  const session = openSession(options);
  const run: Run = { session, triage: createTriage(session), tally: createTally() };
  const unjudged: Unjudged[] = [];
  try {
    for (const operation of options.contract.operations) {
      if (hasStopped(run)) unjudged.push({ operation: operation.id, reason: stopReason(run), ran: 'none' });
      else unjudged.push(...(yield* judgeOperation(run, operation, options)));
    }
  } finally {
    await session.close();
  }
  const { tally, triage } = run;
  if (tally.cases() === 0) throw new KitError('nothing-judged', reasonOf(unjudged, options.only));
  const ms = performance.now() - start;
  const result = { findings: triage.findings(), unjudged, gaps: gapsOf(options.contract), ...tally.read() };
  yield { type: 'finished', result: { ...result, cases: tally.cases(), requests: session.sent(), ms } };
}

interface Run {
  readonly session: Session;
  readonly triage: Triage;
  readonly tally: Tally;
}

async function* judgeOperation(
  run: Run,
  operation: Operation,
  options: RunOptions,
): AsyncGenerator<RunEvent, readonly Unjudged[]> {
  yield* tryAll(run, firstOfAll(run.session, operation, options.only));
  const plan = await planFor(run.session, operation, options.only);
  yield* tryAll(run, plan.cases);
  const part = (reason: string): Unjudged => ({ operation: operation.id, reason, ran: 'part' });
  return [plan.unjudged, unjudgedBy(run)]
    .map((one) => (typeof one === 'string' ? part(one) : one))
    .filter((one) => one !== undefined);
}

/** Why cases of the plan were not judged. */
function unjudgedBy(run: Run): string | undefined {
  if (hasStopped(run)) return stopReason(run);
  return run.tally.limitedSoFar() > 0
    ? 'some requests were answered 429 (too many), also after waiting'
    : undefined;
}

function hasStopped({ tally, session }: Run): boolean {
  return (
    tally.timeouts() >= MOST_TIMEOUTS || tally.limitedSoFar() >= MOST_LIMITED || session.gone() !== undefined
  );
}

function stopReason({ session, tally }: Run): string {
  const gone = session.gone();
  if (gone !== undefined) return `stopped: the implementation went away during the run (${gone})`;
  if (tally.limitedSoFar() >= MOST_LIMITED)
    return 'stopped: requests are answered 429 (too many), also after waiting';
  return `stopped: ${MOST_TIMEOUTS} requests had no answer within ${session.target.timeoutMs} ms`;
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

/** At most `concurrency` cases under way; results in the order of the cases. Stops where too many have timed out. */
async function* tryAll(run: Run, cases: Iterable<Case>): AsyncGenerator<CaseDone> {
  const underWay: Promise<CaseDone | undefined>[] = [];
  try {
    for (const tried of cases) {
      if (hasStopped(run)) break;
      underWay.push(tryCase(run, tried));
      if (underWay.length >= run.session.target.concurrency) yield* shift(underWay);
    }
    while (underWay.length > 0) yield* shift(underWay);
  } finally {
    // Whoever stops listening must not cut what is under way: that would look like the implementation's doing.
    await Promise.allSettled(underWay);
  }
}

async function* shift(underWay: Promise<CaseDone | undefined>[]): AsyncGenerator<CaseDone> {
  const first = await underWay.shift();
  if (first !== undefined) yield first;
}

async function tryCase({ session, triage, tally }: Run, tried: Case): Promise<CaseDone | undefined> {
  const { operation, family } = tried;
  const draft = tried.build(session.fresh);
  const exchange = await session.send(tried, draft);
  // Nobody has seen the request: it says nothing of the case.
  if (isUnreachable(exchange)) return undefined;
  if (isLimited(exchange)) {
    tally.limited();
    return undefined;
  }
  for (const check of judge(tried, draft, exchange).applied) tally.applied(operation.id, check.id);
  const severities = await triage.add({ tried, draft, exchange });
  const result = severities.includes('fault') ? 'fault' : (severities[0] ?? 'passed');
  const { outcome } = exchange;
  const timedOut = outcome.kind === 'failure' && outcome.failure.kind === 'timeout';
  const done: CaseDone = { type: 'case', operation: operation.id, family, result, timedOut };
  tally.count(done);
  return done;
}
