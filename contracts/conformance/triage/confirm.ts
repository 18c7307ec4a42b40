/** Sends a case again: to see whether it was chance, and to find a simpler one that shows the same. */
import { type Attempt, brokenIn, judgeScenes } from '../judging/attempt.ts';
import type { Case } from '../model/case.ts';
import {
  type Exchange,
  hasTimedOut,
  isBroken,
  isSuccess,
  isUnreachable,
  statusOf,
} from '../model/exchange.ts';
import type { Scene } from '../model/sequence.ts';
import type { ExecutionMode, Session } from '../session/session.ts';

/** How often a request that went wrong is sent again; once where it hangs, which takes long enough. */
const REPEATS = 2;
/** How many simpler cases are tried for one. */
const MOST_STEPS = 100;
/** The same where the store is given its time in each of them, which may be more than a second. */
const MOST_PATIENT_STEPS = 10;

export interface Confirmed {
  /** How often it was sent, the first time included. */
  readonly sent: number;
  /** By fingerprint, how often it was seen. */
  readonly seen: ReadonlyMap<string, number>;
  /** The implementation could not be reached any more afterwards. */
  readonly gone: boolean;
}

export interface Confirmer {
  /** With fresh ids each time. */
  confirm(attempt: Attempt, fingerprints: readonly string[]): Promise<Confirmed>;
  /** What was drawn at random, as simple as it can be and still show the first of these. */
  simplest(attempt: Attempt, fingerprints: readonly string[]): Promise<Attempt>;
}

/** How what is simpler is tried. */
interface Steps {
  readonly most: number;
  readonly mode: ExecutionMode;
}

/**
 * A connection that broke may have been closed by a server that was done with it, in the moment in which the request
 * went out. On a new connection that cannot be; what breaks on kept ones alone is waited for, but not for ever.
 */
const MOST_SETTLED = 4;
/** A server that closes what is idle after the one is not lost to again after the other. */
const SETTLE_MS = [60, 200];

export function createConfirmer(session: Session, isOver: () => boolean): Confirmer {
  const isDone = () => isOver() || session.gone() !== undefined;
  const alike: Steps = { most: MOST_STEPS, mode: 'again' };
  const hastily: Steps = { most: MOST_STEPS, mode: 'hastily' };
  const patiently: Steps = { most: MOST_PATIENT_STEPS, mode: 'again' };
  let settledLeft = MOST_SETTLED;
  return {
    async confirm({ tried, scenes }, fingerprints) {
      const seen = new Map(fingerprints.map((fingerprint) => [fingerprint, 1]));
      const exchanges = scenes.map(({ exchange }) => exchange);
      let sent = 1;
      for await (const again of repeats(tried, exchanges)) {
        sent++;
        for (const fingerprint of brokenIn(again).keys()) {
          const count = seen.get(fingerprint);
          if (count !== undefined) seen.set(fingerprint, count + 1);
        }
      }
      return { sent, seen, gone: session.gone() !== undefined };
    },
    async simplest(attempt, [wanted]) {
      if (attempt.tried.simpler === undefined || wanted === undefined) return attempt;
      if (attempt.tried.kind === 'request') return simpler(attempt, wanted, alike);
      // What holds later cannot be seen in haste. What was waited for in vain can, and is waited for at the end.
      if (brokenIn(attempt).get(wanted)?.scene.lateMs !== undefined)
        return simpler(attempt, wanted, patiently);
      const found = await simpler(attempt, wanted, hastily);
      if (found === attempt || isDone()) return attempt;
      const again = judgeScenes(found.tried, await session.execute(found.tried, 'again'));
      return brokenIn(again).has(wanted) ? again : simpler(attempt, wanted, patiently);
    },
  };

  async function simpler(attempt: Attempt, wanted: string, { most, mode }: Steps): Promise<Attempt> {
    let found = attempt;
    let left = found.tried.simpler?.()[Symbol.iterator]();
    for (let step = 0; step < most && left !== undefined; step++) {
      const next = left.next();
      if (next.done === true || isDone()) break;
      const other = judgeScenes(next.value, await session.execute(next.value, mode));
      if (!brokenIn(other).has(wanted)) continue;
      found = other;
      left = next.value.simpler?.()[Symbol.iterator]();
    }
    return found;
  }

  async function* repeats(tried: Case, first: readonly Exchange[]): AsyncGenerator<Attempt, void> {
    if (succeedsOnce(tried, first)) return;
    if (first.some(isBroken)) return yield* onNewConnections(tried);
    const hangs = first.some(hasTimedOut);
    for (let repeat = 0; repeat < (hangs ? 1 : REPEATS) && !isDone(); repeat++) {
      // Alone: what only goes wrong beside others of ours is told as such, by the case that is about it.
      const scenes = await session.execute(tried, 'exclusively');
      if (scenes.some(({ exchange }) => isUnreachable(exchange))) break;
      yield judgeScenes(tried, scenes);
    }
  }

  /** What breaks has broken each time. */
  async function settled(tried: Case): Promise<readonly Scene[]> {
    let scenes: readonly Scene[] = [];
    for (const ms of SETTLE_MS) {
      scenes = await session.execute(tried, { idleMs: ms });
      if (!scenes.some(({ exchange }) => isBroken(exchange))) break;
    }
    return scenes;
  }

  /** What a server closes on purpose, it closes each time: a single break among whole answers may be the race. */
  async function* onNewConnections(tried: Case): AsyncGenerator<Attempt, void> {
    let settles = keepsConnection(tried);
    const broken: Attempt[] = [];
    let isWhole = false;
    for (let repeat = 0; repeat < REPEATS && !isDone(); repeat++) {
      // What breaks every Nth time is only seen there, and there is one such case.
      if (settles && settledLeft === 0 && tried.company?.kind !== 'in a row') break;
      const scenes: readonly Scene[] = await (settles ? settled(tried) : session.execute(tried, 'alone'));
      if (scenes.some(({ exchange }) => isUnreachable(exchange))) break;
      if (scenes.some(({ exchange }) => isBroken(exchange))) {
        broken.push(judgeScenes(tried, scenes));
        continue;
      }
      yield judgeScenes(tried, scenes);
      isWhole ||= settles;
      if (settles) settledLeft--;
      settles = true;
    }
    if (!isWhole) yield* broken;
  }
}

/** What is deleted cannot be deleted again, unless each time another one is made for it. */
function succeedsOnce(tried: Case, first: readonly Exchange[]): boolean {
  if (tried.kind === 'request' && tried.ready !== undefined) return false;
  const { operation } = tried;
  return operation.method === 'DELETE' && first.some((exchange) => isSuccess(statusOf(exchange) ?? 0));
}

/** It is made of requests on connections that have carried others. */
function keepsConnection({ company }: Case): boolean {
  return company?.kind === 'preceded' || company?.kind === 'in a row' || company?.kind === 'at once';
}
