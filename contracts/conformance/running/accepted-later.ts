/**
 * Reasons why an operation is not checked that a sequence of the run may refute: an action, such as the payment of an
 * order, is accepted only in a state that other requests lead to.
 */
import { formatPlace, type Operation } from '../../../spec/model/contract.ts';
import type { UncheckedOperation } from '../../report/stage-report.ts';
import type { CheckedCase, CheckedExchange } from '../checking/checked-case.ts';
import { isSuccess, statusOf } from '../model/exchange.ts';
import type { RequestSpec } from '../model/request-spec.ts';

export interface AcceptedLater {
  record(checkedCase: CheckedCase): void;
  /** `isRefutedBy`: whether the reason does not hold, because this request was accepted. */
  add(operation: Operation, unchecked: UncheckedOperation, isRefutedBy: (accepted: RequestSpec) => boolean): void;
  isRefuted(unchecked: UncheckedOperation): boolean;
  /** What is still not tested of the operations whose reasons were refuted. */
  notes(): readonly string[];
}

export function createAcceptedLater(): AcceptedLater {
  const accepted = new Map<string, RequestSpec[]>();
  const added = new Map<UncheckedOperation, readonly [Operation, (accepted: RequestSpec) => boolean]>();
  return {
    record({ exchanges }) {
      for (const exchange of exchanges) {
        const { operation } = exchange.checkResult.context.testCase;
        const known = accepted.get(operation.id) ?? [];
        if (known.length >= MAX_REQUESTS || !isAcceptedStep(exchange, operation)) continue;
        accepted.set(operation.id, [...known, exchange.requestSpec]);
      }
    },
    add: (operation, unchecked, isRefutedBy) => void added.set(unchecked, [operation, isRefutedBy]),
    isRefuted,
    notes: () =>
      [...added].flatMap(([unchecked, [operation]]) => (isRefuted(unchecked) ? [describeRest(operation)] : [])),
  };

  function isRefuted(unchecked: UncheckedOperation): boolean {
    const [operation, isRefutedBy] = added.get(unchecked) ?? [];
    return operation !== undefined && isRefutedBy !== undefined && (accepted.get(operation.id) ?? []).some(isRefutedBy);
  }
}

/** Of each operation. */
const MAX_REQUESTS = 20;

function isAcceptedStep({ step, exchange, checkResult }: CheckedExchange, { method }: Operation): boolean {
  return (
    step !== undefined &&
    step.expectation !== 'reject' &&
    exchange.request.method === method &&
    isSuccess(statusOf(exchange) ?? 0) &&
    checkResult.violations.every(({ check, violation }) => (violation.severity ?? check.severity) !== 'error')
  );
}

function describeRest({ id, place }: Operation): string {
  return `${formatPlace(place)}: some requests of ${id} were accepted in sequences only, so that not all variations of them are tested`;
}
