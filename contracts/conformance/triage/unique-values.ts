/**
 * Rejected valid requests that are no error: a value may have to be unique, and an equal one was accepted before. Such a
 * request is sent again with fresh values at these places; only what is still rejected is reported.
 */
import { declaresStatus } from '../../../spec/resources/record-views.ts';
import type { CheckedCase, CheckedExchange } from '../checking/checked-case.ts';
import { downgradeIfTolerated, type Violation } from '../checks/check.ts';
import { contradictsContract, validAccepted } from '../checks/valid-accepted.ts';
import { isSuccess, statusOf } from '../model/exchange.ts';
import type { FreshValues, RequestSpec } from '../model/request-spec.ts';
import { withOtherOnceOnlyValues } from '../request/parameters/once-only-values.ts';
import { LARGE_SPACE } from '../request/values/value-space.ts';
import type { Session } from '../session/session.ts';
import { findRepeatedValues, type RepeatedValue, replaceRepeated } from './repeated-values.ts';
import { findSentBody, type SentBody } from './sent-bodies.ts';

/** The same case without the rejections that fresh values avoid. */
export type FilterDuplicates = (checkedCase: CheckedCase) => Promise<CheckedCase>;

/** After so many failed attempts, an operation rejects its requests for another reason. */
const MAX_FAILURES = 20;

export function createDuplicateFilter(session: Session): FilterDuplicates {
  const failures = new Map<string, number>();
  return async (checkedCase) => {
    if (!checkedCase.exchanges.some(isRejected)) return checkedCase;
    const exchanges: CheckedExchange[] = [];
    for (const exchange of checkedCase.exchanges)
      exchanges.push(isRejected(exchange) ? await withoutDuplicate(checkedCase, exchange) : exchange);
    return { ...checkedCase, exchanges };
  };

  async function withoutDuplicate({ testCase }: CheckedCase, exchange: CheckedExchange): Promise<CheckedExchange> {
    const { context } = exchange.checkResult;
    const { operation } = context.testCase;
    const sentBody = findSentBody(operation, context.requestSpec);
    const repeated = sentBody === undefined ? [] : findRepeatedValues(session.acceptedValues, sentBody);
    const isFewLeft = repeated.some(({ size }) => size < LARGE_SPACE);
    const fresh = session.fresh.reserveForRepeat(testCase);
    for (let tries = 0; tries < (isFewLeft ? MAX_TRIES : 1) && repeated.length > 0; tries++) {
      const failed = failures.get(operation.id) ?? 0;
      const other = failed >= MAX_FAILURES ? undefined : withFreshValues(sentBody, repeated, fresh);
      if (other === undefined) break;
      // Another spelling of the same value may be what is rejected.
      if (other.usualSpelling !== undefined && (await sendStatus(other.usualSpelling)) !== context.response?.status)
        break;
      if (isSuccess(await sendStatus(other.requestSpec))) {
        failures.set(operation.id, 0);
        return changeRejection(exchange, () => []);
      }
      failures.set(operation.id, failed + 1);
    }
    // Where a schema allows few values, others may be taken too; a 409 may concern a combination of values. Where it is
    // declared and most values are free, another status has another reason.
    const isConflict = context.response?.status === 409;
    const hasOtherStatus = !isConflict && declaresStatus(operation, 409);
    const mayBeTaken = repeated.some(
      ({ size, taken, isShared }) =>
        size < FEW_VALUES && (!isShared || isConflict) && !(hasOtherStatus && taken < size / 10),
    );
    return mayBeTaken ? changeRejection(exchange, downgrade) : exchange;

    async function sendStatus(requestSpec: RequestSpec): Promise<number> {
      return statusOf(await session.send({ operation }, withOtherOnceOnlyValues(requestSpec, operation, fresh))) ?? 0;
    }
  }
}

/** With few values, some of the fresh ones may be taken too. */
const MAX_TRIES = 4;
const FEW_VALUES = 1_000;

function downgrade(violation: Violation): readonly Violation[] {
  const isWarning = violation.severity === 'warning';
  return [
    isWarning ? violation : downgradeIfTolerated(violation, 'a value that was accepted before may have to be unique'),
  ];
}

/** Not for a reason that has nothing to do with values, nor where only the record itself has them. */
export function isRejected({ checkResult }: CheckedExchange): boolean {
  const { context, violations } = checkResult;
  if (context.expectedState?.expects === 'own unique value') return false;
  return violations.some(({ check }) => check === validAccepted) && !contradictsContract(context);
}

export function changeRejection(
  exchange: CheckedExchange,
  change: (violation: Violation) => readonly Violation[],
): CheckedExchange {
  const { checkResult } = exchange;
  const violations = checkResult.violations.flatMap((one) =>
    one.check === validAccepted ? change(one.violation).map((violation) => ({ ...one, violation })) : [one],
  );
  return { ...exchange, checkResult: { ...checkResult, violations } };
}

interface FreshRequest {
  readonly requestSpec: RequestSpec;
  /** Where the fresh values are not spelled like those that were sent: those in the usual spelling. */
  readonly usualSpelling?: RequestSpec;
}

/** Undefined when no value can be replaced. */
function withFreshValues(
  sentBody: SentBody | undefined,
  repeated: readonly RepeatedValue[],
  fresh: FreshValues,
): FreshRequest | undefined {
  if (sentBody === undefined) return undefined;
  const { value, replacements } = replaceRepeated(sentBody, repeated, fresh);
  if (replacements.length === 0) return undefined;
  const requestSpec = sentBody.withParts(value, replacements);
  return requestSpec === undefined
    ? { requestSpec: sentBody.withValue(value), usualSpelling: sentBody.withValue(sentBody.value) }
    : { requestSpec };
}
