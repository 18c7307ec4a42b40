/** One execution of a case: its exchanges, and the results of the checks. */
import { type Check, downgradeIfTolerated, type Violation } from '../checks/check.ts';
import type { CaseExchange } from '../model/sequence.ts';
import type { TestCase } from '../model/test-case.ts';
import { type CheckResult, runChecks, runChecksForStep } from './run-checks.ts';

export interface CheckedCase {
  readonly testCase: TestCase;
  readonly exchanges: readonly CheckedExchange[];
}

export interface CheckedExchange extends CaseExchange {
  readonly checkResult: CheckResult;
}

export interface CaseFailure {
  readonly exchange: CheckedExchange;
  readonly check: Check;
  readonly violation: Violation;
  /** Check, operation and severity: the fingerprint without the cause. */
  readonly fingerprintPrefix: string;
}

export function checkCase(testCase: TestCase, exchanges: readonly CaseExchange[]): CheckedCase {
  return {
    testCase,
    exchanges: exchanges.map((caseExchange) => ({
      ...caseExchange,
      checkResult: checkCaseExchange(testCase, caseExchange),
    })),
  };
}

function checkCaseExchange(
  testCase: TestCase,
  { requestSpec, exchange, precedingExchanges, step, fulfilledAfterMs }: CaseExchange,
): CheckResult {
  if (step === undefined) return runChecks(testCase, requestSpec, exchange, precedingExchanges);
  const checkResult = runChecksForStep(testCase, step, exchange);
  return fulfilledAfterMs === undefined
    ? checkResult
    : { ...checkResult, violations: downgradeDelayed(checkResult.violations, fulfilledAfterMs) };
}

/** Eventual consistency is allowed: a write may become visible everywhere only after a moment. */
function downgradeDelayed(failures: CheckResult['violations'], ms: number): CheckResult['violations'] {
  const reason = `the same request passed ${ms} ms later`;
  return failures.map(({ check, violation }) => ({
    check,
    violation: check.mayBeDelayed ? downgradeIfTolerated(violation, reason) : violation,
  }));
}

/** The first failure of each cause, by fingerprint. */
export function failuresByFingerprint({ exchanges }: CheckedCase): ReadonlyMap<string, CaseFailure> {
  const failures = new Map<string, CaseFailure>();
  for (const checkedExchange of exchanges) {
    for (const { check, violation } of checkedExchange.checkResult.violations) {
      const { operation } = checkedExchange.checkResult.context.testCase;
      const fingerprintPrefix = [check.id, operation.id, violation.severity ?? check.severity].join('|');
      const fingerprint = `${fingerprintPrefix}|${violation.key}`;
      if (!failures.has(fingerprint))
        failures.set(fingerprint, { exchange: checkedExchange, check, violation, fingerprintPrefix });
    }
  }
  return failures;
}
