/** An implementation may limit its records: a rejection for lack of capacity says nothing about the request. */
import type { Operation } from '../../../spec/model/contract.ts';
import type { UncheckedOperation } from '../../report/stage-report.ts';
import type { CheckedCase, CheckedExchange } from '../checking/checked-case.ts';
import { statusOf } from '../model/exchange.ts';
import type { Session } from '../session/session.ts';

export interface CapacityTracker {
  /** Whether a case fails only because the implementation is full. Sends requests only when that is possible. */
  isOutOfCapacity(checkedCase: CheckedCase): Promise<boolean>;
  /** The operations that were rejected for that reason. */
  unchecked(): readonly UncheckedOperation[];
}

/** RFC 4918, section 11.5: the implementation is full. */
const INSUFFICIENT_STORAGE = 507;
/** The state of the implementation does not allow the request, which may be valid: 409, and often 422 in its place. */
const stateStatuses = [409, 422];

/** A single rejection may be flaky. */
const MAX_PROBES = 2;

export function createCapacityTracker(session: Session): CapacityTracker {
  /** Operations that were accepted before and now reject every request, with the status. */
  const outOfCapacity = new Map<Operation, number>();
  return {
    async isOutOfCapacity({ exchanges }) {
      const failedExchanges = exchanges.filter(({ checkResult }) => checkResult.violations.length > 0);
      if (failedExchanges.length === 0 || !failedExchanges.every(mayBeOutOfCapacity)) return false;
      for (const exchange of failedExchanges) if (!(await isFullNow(exchange))) return false;
      return true;
    },
    unchecked: () => [...outOfCapacity].map(([operation, status]) => outOfCapacityReport(operation, status)),
  };

  async function isFullNow({ checkResult, exchange }: CheckedExchange): Promise<boolean> {
    const { operation } = checkResult.context.testCase;
    const status = statusOf(exchange) ?? 0;
    if (outOfCapacity.get(operation) === status) return true;
    const isFull = status === INSUFFICIENT_STORAGE || (await isAgainRejected(operation, status));
    if (isFull) outOfCapacity.set(operation, status);
    return isFull;
  }

  /** Sends a request that was accepted before, with unused values. */
  async function isAgainRejected(operation: Operation, status: number): Promise<boolean> {
    const buildRequest = session.access.findAccepted(operation);
    if (buildRequest === undefined) return false;
    for (let probe = 0; probe < MAX_PROBES; probe++) {
      // Texts that usually repeat may have to be unique.
      const fresh = probe === 0 ? session.fresh : { ...session.fresh, regeneratesTexts: true };
      const exchange = await session.send({ operation }, buildRequest(fresh));
      if (statusOf(exchange) !== status) return false;
    }
    return true;
  }
}

const capacityChecks = new Set(['valid-accepted', 'no-server-error']);

/** A write that is rejected with 507, 409 or 422, and the contract declares that status. */
function mayBeOutOfCapacity({ checkResult: { context, violations }, exchange }: CheckedExchange): boolean {
  const { method, responses } = context.testCase.operation;
  const status = statusOf(exchange);
  const isDeclared = responses.some((response) => response.status === String(status));
  const isWrite = method === 'POST' || method === 'PUT';
  const isCapacityStatus =
    status === INSUFFICIENT_STORAGE || (method === 'POST' && status !== undefined && stateStatuses.includes(status));
  return isDeclared && isWrite && isCapacityStatus && violations.every(({ check }) => capacityChecks.has(check.id));
}

function outOfCapacityReport({ id }: Operation, status: number): UncheckedOperation {
  const reason = `valid requests get ${status} after some were accepted, also with unused values, so the implementation may be full. Allow as many records as a run creates, and run against an implementation with few records`;
  return { operation: id, reason, casesRun: 'some' };
}
