/** Failures that say only that an operation does not exist yet: the run lists it, and they are no findings. */

import type { Operation } from '../../../spec/model/contract.ts';
import type { Finding } from '../../finding/finding.ts';
import type { NotBuiltOperation } from '../../report/stage-report.ts';
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

/** Whether a finding shows only that one of these operations does not exist. */
export function isAboutNotBuilt({ subject, evidence }: Finding, notBuilt: readonly NotBuiltOperation[]): boolean {
  const isMissingStatus = missingStatuses.has(evidence?.response?.status ?? 0);
  return isMissingStatus && notBuilt.some(({ operation }) => operation === subject);
}

/** A valid request fails, which names a record of the run if it names one. */
function isSuspected({ exchange, requestSpec, checkResult }: CheckedExchange): boolean {
  const { testCase, expectedState } = checkResult.context;
  const isMissingStatus = missingStatuses.has(statusOf(exchange) ?? 0);
  const expectsNothing = ['nothing', 'rejection', 'denial', 'nothing below'].includes(expectedState?.expects ?? '');
  return (
    checkResult.violations.length > 0 &&
    isMissingStatus &&
    testCase.expectation === 'accept' &&
    requestSpec.mayNotExist !== true &&
    !expectsNothing
  );
}

function operationOf({ checkResult }: CheckedExchange): Operation {
  return checkResult.context.testCase.operation;
}

/** All its failures with such a status, whatever was sent. */
function withoutFailures(checkedCase: CheckedCase, notBuilt: ReadonlySet<Operation>): CheckedCase {
  return mapViolations(checkedCase, (violations, exchange) =>
    missingStatuses.has(statusOf(exchange.exchange) ?? 0) && notBuilt.has(operationOf(exchange)) ? [] : violations,
  );
}
