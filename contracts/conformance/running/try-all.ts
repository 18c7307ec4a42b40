/** The cases of an operation on their way: sent, judged, counted, told. */
import { type Attempt, type JudgedScene, judgeScenes } from '../judging/attempt.ts';
import type { Case } from '../model/case.ts';
import { hasTimedOut, isLimited, isSuccess, isTooLarge, isUnreachable, statusOf } from '../model/exchange.ts';
import type { CaseDone } from '../model/result.ts';
import type { Scene } from '../model/sequence.ts';
import { ahead } from './ahead.ts';
import { inShard } from './shard.ts';
import { isShutOut } from './shut-out.ts';
import { type Run, stopReason } from './stop.ts';

/**
 * Sends ahead, and judges in the order of the cases: what is told does not depend on who answers first. Returns whether
 * all of them were sent.
 */
export async function* tryAll(run: Run, cases: Iterable<Case>): AsyncGenerator<CaseDone, boolean> {
  const { session } = run;
  const { concurrency } = session.target;
  const drawn = drawnEarly(inShard(counted(run, cases), run.shard), concurrency);
  let isComplete = false;
  function* toTheEnd(): Generator<Case> {
    yield* run.hanging.without(drawn.items);
    isComplete = true;
  }
  const play = async (tried: Case): Promise<Played> => {
    const scenes = await session.execute(tried);
    // At once: those that wait for their turn to be judged must not hang as well.
    if (scenes.some(({ exchange }) => hasTimedOut(exchange))) run.hanging.count(tried);
    if (scenes.some(({ exchange }) => isTooLarge(exchange))) run.tally.tooLarge(tried.operation.id);
    return { tried, scenes };
  };
  const stopped = () => stopReason(run) !== undefined;
  const options = { atOnce: concurrency, waits, bytesOf, stopped };
  for await (const played of ahead(toTheEnd(), play, options)) {
    const done = await settle(run, played);
    // The answers to what is under way are not here yet.
    drawn.draw();
    if (done !== undefined) yield done;
  }
  return isComplete;
}

interface Played {
  readonly tried: Case;
  readonly scenes: readonly Scene[];
}

function bytesOf({ scenes }: Played): number {
  let bytes = 0;
  for (const { exchange } of scenes)
    if (exchange.outcome.kind === 'answer') bytes += exchange.outcome.answer.body.byteLength;
  return bytes;
}

function* counted({ tally }: Run, cases: Iterable<Case>): Generator<Case> {
  for (const one of cases) {
    tally.applicable();
    yield one;
  }
}

function waits({ company }: Case): boolean {
  return company?.kind === 'watched' || company?.kind === 'paused';
}

async function settle(run: Run, { tried, scenes }: Played): Promise<CaseDone | undefined> {
  const { triage, tally } = run;
  const exchanges = scenes.map(({ exchange }) => exchange);
  // Nobody has seen the request: it says nothing of the case.
  if (exchanges.some(isUnreachable)) return undefined;
  if (exchanges.some(isLimited)) {
    tally.limited();
    return undefined;
  }
  const { operation, family } = tried;
  const attempt = judgeScenes(tried, scenes);
  if ((await isShutOut(run, attempt)) || (await run.room.isLacking(attempt))) return undefined;
  for (const scene of attempt.scenes) note(run, operation.id, scene);
  const severities = isSpotless(attempt) ? [] : await triage.add(attempt);
  const result = severities.includes('fault') ? 'fault' : (severities[0] ?? 'passed');
  const done: CaseDone = { type: 'case', operation: operation.id, family, result };
  tally.count(done);
  return done;
}

function note({ tally, coverage }: Run, operationId: string, { verdict }: JudgedScene): void {
  coverage.note(verdict.judged);
  tally.applied(verdict.judged.case.operation.id, verdict.applied);
  const { draft, exchange } = verdict.judged;
  // Records of our own are nobody's loss.
  const isTheirs = exchange.request.method === 'DELETE' && draft.mayNotExist === true;
  if (isTheirs && isSuccess(statusOf(exchange) ?? 0)) tally.deleted(operationId, draft.path);
}

function isSpotless({ scenes }: Attempt): boolean {
  return scenes.every(({ verdict }) => verdict.broken.length === 0);
}

/** Items that are made while there is time, before somebody asks for them. */

interface DrawnEarly<Item> {
  /** All of them, in their order. */
  readonly items: Iterable<Item>;
  /** Makes one more, unless enough are waiting. */
  draw(): void;
}

/** At most so many wait. */
export function drawnEarly<Item>(from: Iterable<Item>, most: number): DrawnEarly<Item> {
  const iterator = from[Symbol.iterator]();
  const waiting: IteratorResult<Item, unknown>[] = [];
  function* items(): Generator<Item> {
    for (;;) {
      const next = waiting.shift() ?? iterator.next();
      if (next.done === true) return;
      yield next.value;
    }
  }
  return {
    items: items(),
    draw() {
      if (waiting.length < most && waiting.at(-1)?.done !== true) waiting.push(iterator.next());
    },
  };
}
