/** Failures that say only that an operation does not exist yet: the run lists it, and they are no findings. */

import type { Operation } from '../../../spec/model/contract.ts';
import { type CheckedCase, type CheckedExchange, mapViolations } from '../checking/checked-case.ts';
import { statusOf } from '../model/exchange.ts';
import { type BuiltOperations, missingStatuses } from '../session/built-operations.ts';
import type { FilterDuplicates } from './unique-values.ts';

export function createNotBuiltFilter(built: BuiltOperations): FilterDuplicates {
  return async (checkedCase) => {
    const suspected = new Set(checkedCase.exchanges.filter(isSuspected).map(operationOf));
    const notBuilt = new Set<Operation>();
    for (const operation of suspected) if (await built.isNotBuilt(operation)) notBuilt.add(operation);
    return notBuilt.size === 0 ? checkedCase : withoutFailures(checkedCase, notBuilt);
  };
}

function isSuspected({ exchange, checkResult }: CheckedExchange): boolean {
  return checkResult.violations.length > 0 && missingStatuses.has(statusOf(exchange) ?? 0);
}

function operationOf({ checkResult }: CheckedExchange): Operation {
  return checkResult.context.testCase.operation;
}

function withoutFailures(checkedCase: CheckedCase, notBuilt: ReadonlySet<Operation>): CheckedCase {
  return mapViolations(checkedCase, (violations, exchange) =>
    isSuspected(exchange) && notBuilt.has(operationOf(exchange)) ? [] : violations,
  );
}
