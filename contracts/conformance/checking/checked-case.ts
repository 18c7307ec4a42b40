/** One execution of a case: its exchanges, and the results of the checks. */
import { type Check, downgradeIfTolerated, type Violation } from '../checks/check.ts';
import type { CaseExchange } from '../model/sequence.ts';
import type { TestCase } from '../model/test-case.ts';
import { type CheckResult, caseForStep, runChecks, runChecksForLimited, runChecksForStep } from './run-checks.ts';

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
    exchanges: exchanges.flatMap((caseExchange) => [
      ...checkLimitedAttempts(testCase, caseExchange),
      { ...caseExchange, checkResult: checkCaseExchange(testCase, caseExchange) },
    ]),
  };
}

/** The earlier attempts at the request that violate what the contract declares for 429 or 503. */
function checkLimitedAttempts(testCase: TestCase, caseExchange: CaseExchange): readonly CheckedExchange[] {
  const { requestSpec, exchange, step } = caseExchange;
  const facts = step === undefined ? testCase : caseForStep(testCase, step);
  return (exchange.limitedAttempts ?? []).flatMap((attempt) => {
    const checkResult = runChecksForLimited(facts, requestSpec, attempt);
    const hasFailed = checkResult !== undefined && checkResult.violations.length > 0;
    return hasFailed ? [{ ...caseExchange, exchange: attempt, checkResult }] : [];
  });
}

function checkCaseExchange(
  testCase: TestCase,
  {
    requestSpec,
    exchange,
    precedingExchanges,
    concurrentWrites,
    repeatedExchanges,
    step,
    fulfilledAfterMs,
  }: CaseExchange,
): CheckResult {
  if (step === undefined)
    return runChecks(testCase, requestSpec, exchange, { precedingExchanges, concurrentWrites, repeatedExchanges });
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

/** The case with other violations of each exchange. */
export function mapViolations(
  checkedCase: CheckedCase,
  change: (violations: CheckResult['violations'], exchange: CheckedExchange) => CheckResult['violations'],
): CheckedCase {
  const exchanges = checkedCase.exchanges.map((one) => ({
    ...one,
    checkResult: { ...one.checkResult, violations: change(one.checkResult.violations, one) },
  }));
  return { ...checkedCase, exchanges };
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
