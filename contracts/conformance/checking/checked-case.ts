/** One execution of a case: its exchanges, and the results of the checks. */
import { type Check, downgradeIfTolerated, type Violation } from '../checks/check.ts';
import type { CaseExchange, Step } from '../model/sequence.ts';
import type { CaseFacts, TestCase } from '../model/test-case.ts';
import { hasChangedMeaning } from './changed-meaning.ts';
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

/** A hook changed what an exchange of the case is about: only the form of responses is checked from there on. */
export function isChangedByHook({ testCase, exchanges }: Pick<CheckedCase, 'testCase' | 'exchanges'>): boolean {
  return exchanges.some((one) => hasChangedMeaning(factsOf(testCase, one), one.requestSpec, one.exchange));
}

function factsOf(testCase: TestCase, { step }: CaseExchange): CaseFacts {
  return step === undefined ? testCase : caseForStep(testCase, step);
}

/** What the contract requires of a request, as far as no hook changed it. */
function requiredFacts(
  testCase: TestCase,
  caseExchange: CaseExchange,
): { readonly facts: CaseFacts; readonly step: Step | undefined } {
  const { step, requestSpec, exchange, previousSteps = [] } = caseExchange;
  const facts = factsOf(testCase, caseExchange);
  const isUnchanged = [caseExchange, ...previousSteps].every((one) => one.exchange.hookChange === undefined);
  if (isUnchanged) return { facts, step };
  const isChanged =
    hasChangedMeaning(facts, requestSpec, exchange) ||
    previousSteps.some((one) => hasChangedMeaning(caseForStep(testCase, one.step), one.step.requestSpec, one.exchange));
  if (!isChanged) return { facts, step };
  if (step === undefined) return { facts: { ...facts, expectation: 'unspecified' }, step };
  const { expectedState: _expectedState, query: _query, ...rest } = step;
  return { facts, step: { ...rest, expectation: 'unspecified' } };
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

function checkCaseExchange(testCase: TestCase, caseExchange: CaseExchange): CheckResult {
  const { requestSpec, exchange, precedingExchanges, concurrentWrites, repeatedExchanges, fulfilledAfterMs } =
    caseExchange;
  const { facts, step } = requiredFacts(testCase, caseExchange);
  if (step === undefined)
    return runChecks(facts, requestSpec, exchange, { precedingExchanges, concurrentWrites, repeatedExchanges });
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
