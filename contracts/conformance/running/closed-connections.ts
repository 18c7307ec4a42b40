/**
 * A server may close a connection after any complete response (RFC 9112, sections 9.3.1 and 9.5), just when the next
 * request is sent on it. Such a case is sent again before anything is reported. A server that closes connections because
 * of the request does so after every idle time.
 */
import { isClosedReuse, isConnectionBroken } from '../model/exchange.ts';
import type { CaseExchange } from '../model/sequence.ts';
import type { TestCase } from '../model/test-case.ts';
import { executeAfterIdle, keepsConnection } from '../session/after-idle.ts';
import type { Session } from '../session/session.ts';

export interface ClosedConnections {
  /** The exchanges of a case, or those of a repetition where a connection was closed without a response. */
  settle(testCase: TestCase, exchanges: readonly CaseExchange[]): Promise<readonly CaseExchange[]>;
}

/** How many cases on shared connections are also sent after idle times; the first ones show whether that helps. */
const MAX_PROBES = 4;

export function createClosedConnections(session: Session): ClosedConnections {
  let probesLeft = MAX_PROBES;
  return {
    async settle(testCase, exchanges) {
      const hadCrashed = session.wasUnreachable();
      const settled = await repeatIfClosed(testCase, exchanges);
      // A crash closes connections too.
      const hasCrashed = session.unreachableReason() !== undefined || session.wasUnreachable() !== hadCrashed;
      return hasCrashed ? exchanges : settled;
    },
  };

  async function repeatIfClosed(
    testCase: TestCase,
    exchanges: readonly CaseExchange[],
  ): Promise<readonly CaseExchange[]> {
    const isClosed = exchanges.some(({ exchange }) => isClosedReuse(exchange));
    if (!isClosed && !exchanges.some(({ exchange }) => exchange.wasResent === true)) return exchanges;
    if (testCase.kind === 'sequence')
      return isClosed ? session.execute(testCase, testCase.isExclusive === true ? 'exclusive' : 'repeat') : exchanges;
    if (keepsConnection(testCase)) return executeAfterIdle(session, testCase);
    if (probesLeft > 0 && isRepeatable(testCase)) {
      probesLeft--;
      const probe = await executeAfterIdle(session, testCase);
      if (probe.some(({ exchange }) => isConnectionBroken(exchange))) return probe;
    }
    return isClosed ? session.execute(testCase, 'new connection') : exchanges;
  }
}

/** A deletion of a record that is not created for the case succeeds only once. */
function isRepeatable(testCase: TestCase): boolean {
  return testCase.operation.method !== 'DELETE' || (testCase.kind === 'request' && testCase.prepare !== undefined);
}
