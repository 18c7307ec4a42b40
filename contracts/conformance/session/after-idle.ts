/** Repeats a case on connections that are idle before each request: a server that closes idle connections has done so. */
import { isConnectionBroken } from '../model/exchange.ts';
import type { CaseExchange } from '../model/sequence.ts';
import type { TestCase } from '../model/test-case.ts';
import type { Session } from './session.ts';

/** Two different times: a server that closes idle connections just after one of them does not race with the other. */
const IDLE_TIMES_MS = [60, 200];

/** The connection counts as broken only if it breaks after each idle time. */
export async function executeAfterIdle(session: Session, testCase: TestCase): Promise<readonly CaseExchange[]> {
  let exchanges: readonly CaseExchange[] = [];
  for (const idleMs of IDLE_TIMES_MS) {
    exchanges = await session.execute(testCase, { idleMs });
    if (!exchanges.some(({ exchange }) => isConnectionBroken(exchange))) break;
  }
  return exchanges;
}

/** Its requests use connections that have carried other requests. */
export function keepsConnection({ sendMode }: TestCase): boolean {
  return (
    sendMode !== undefined &&
    ['preceded', 'sequential', 'concurrent', 'same request', 'accompanied'].includes(sendMode.kind)
  );
}
