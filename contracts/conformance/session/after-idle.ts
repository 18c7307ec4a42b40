/** Repeats a case on connections that are idle before each request: a server that closes idle connections has done so. */
import { isConnectionBroken } from '../model/exchange.ts';
import type { CaseExchange } from '../model/sequence.ts';
import type { TestCase } from '../model/test-case.ts';
import type { Session } from './session.ts';

/** Two different times: a server that closes idle connections just after one of them does not race with the other. */
const IDLE_TIMES_MS = [60, 200];

/** For a busy machine, on which the server's timer is late. */
const LONG_IDLE_MS = 900;

/** So many cases wait that long in vain; then it is not the timer. */
const MAX_LONG_WAITS = 3;

/** Of each session, those in vain. */
const longWaits = new WeakMap<Session, number>();

/** The connection counts as broken only if it breaks after each idle time. */
export async function executeAfterIdle(session: Session, testCase: TestCase): Promise<readonly CaseExchange[]> {
  const isBroken = (exchanges: readonly CaseExchange[]) =>
    exchanges.some(({ exchange }) => isConnectionBroken(exchange));
  let exchanges: readonly CaseExchange[] = [];
  for (const idleMs of IDLE_TIMES_MS) {
    exchanges = await session.execute(testCase, { idleMs });
    if (!isBroken(exchanges)) return exchanges;
  }
  const inVain = longWaits.get(session) ?? 0;
  // It would wait before each of many requests.
  if (inVain === MAX_LONG_WAITS || testCase.sendMode?.kind === 'sequential') return exchanges;
  longWaits.set(session, inVain + 1);
  const last = await session.execute(testCase, { idleMs: LONG_IDLE_MS });
  if (!isBroken(last)) longWaits.set(session, inVain);
  return last;
}

/** Its requests use connections that have carried other requests. */
export function keepsConnection({ sendMode }: TestCase): boolean {
  return (
    sendMode !== undefined &&
    ['preceded', 'sequential', 'concurrent', 'same request', 'accompanied'].includes(sendMode.kind)
  );
}
