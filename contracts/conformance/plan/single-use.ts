/** Which cases to try of what uses up what it is about: each is about a record of its own. */
import type { UncheckedOperation } from '../../report/stage-report.ts';
import { requestIsolation } from '../cases/request-isolation.ts';
import { plainValidCase } from '../cases/valid-bodies.ts';
import { type ReadyPreflight, runPreflight } from '../fixtures/preflight.ts';
import type { Fixtures } from '../fixtures/record-fixtures.ts';
import { planSingleUseDeletion, type SingleUsePlan } from '../fixtures/single-use.ts';
import { isClientError, statusOf } from '../model/exchange.ts';
import type { ToleratedResponse } from '../model/request-spec.ts';
import type { Sequence } from '../model/sequence.ts';
import type { RequestCase, SequenceCase, TestCase } from '../model/test-case.ts';
import type { BaselineRequest } from '../request/baseline-request.ts';
import { mapCases, type Plan, type PlanContext, partialPlan } from './plan.ts';
import { planWithBaseline } from './with-baseline.ts';
import { accessCasesThenValid, planWithoutBaseline } from './without-baseline.ts';

/** What the contract's examples name stays for the next run: each case takes away a record of its own. */
export async function planForDeletion(
  fixtures: Fixtures,
  baseline: BaselineRequest,
  options: PlanContext,
): Promise<Plan> {
  const singleUsePlan = await planSingleUseDeletion(fixtures, baseline);
  if (singleUsePlan === undefined) return planWithoutRecord(baseline, options.categories);
  const preflight = await runPreflight(fixtures.session, singleUsePlan.firstBaseline);
  if (preflight.kind === 'ready') return planSingleUse(singleUsePlan, preflight, options);
  const plan = planWithoutBaseline(singleUsePlan.markedBaseline, preflight, options, toleratedInState);
  return mapCases(plan, (testCase) => singleUsePlan.withOwnRecord(testCase));
}

/** What it is about is there, but that need not be all that it takes. */
const toleratedInState: readonly ToleratedResponse[] = [400, 402, 403, 405, 409, 412, 422, 423, 428].map((status) => ({
  status,
  reason: 'the state of the resource may not allow it',
  isExpected: true,
}));

/** Where no record of our own can be taken away, the one that the contract's examples name may not be there. */
function planWithoutRecord(baseline: BaselineRequest, categories: readonly string[]): Plan {
  const observedCase = observeStatus(plainValidCase(baseline));
  const cases = accessCasesThenValid(baseline, categories).map((testCase) =>
    testCase.id === observedCase.tried.id ? observedCase.tried : testCase,
  );
  const reason = 'no record of our own could be made for it, and what the contract names is not there';
  const unchecked: UncheckedOperation = { operation: baseline.operation.id, reason, ran: 'part' };
  return {
    ...partialPlan(cases.map(mayConcernMissingRecord).toArray(), undefined),
    get unchecked() {
      return isClientError(observedCase.status() ?? 0) ? unchecked : undefined;
    },
  };
}

export function mayConcernMissingRecord(testCase: TestCase): TestCase {
  if (testCase.kind === 'sequence') return testCase;
  return { ...testCase, buildRequest: (fresh) => ({ ...testCase.buildRequest(fresh), mayNotExist: true }) };
}

/** A case that knows what it was answered. */
function observeStatus(plainCase: RequestCase) {
  const { kind: _kind, buildRequest, prepare: _prepare, shrink: _shrink, ...caseFacts } = plainCase;
  const { operation, mutation: words } = caseFacts;
  let status: number | undefined;
  const sequence: Sequence = {
    *generateSteps(fresh) {
      const requestSpec = { ...buildRequest(fresh), mayNotExist: true };
      status = statusOf(yield { operation, requestSpec, description: words });
    },
  };
  const testCase: SequenceCase = { ...caseFacts, kind: 'sequence', sequence };
  return { tried: testCase, status: () => status };
}

/** Nothing follows upon what has been used up: what comes in a row, or at once, is not for it. */
export function planSingleUse(singleUsePlan: SingleUsePlan, preflight: ReadyPreflight, options: PlanContext): Plan {
  const plan = planWithBaseline(
    singleUsePlan.markedBaseline,
    {
      ...preflight,
      baseline: { ...preflight.baseline, parameters: singleUsePlan.markedBaseline.parameters },
    },
    options,
  );
  const { cases, findCase } = mapCases(plan, (testCase) => singleUsePlan.withOwnRecord(testCase));
  return {
    ...plan,
    findCase,
    cases: { [Symbol.iterator]: () => Iterator.from(cases).filter(isIndependentOfOthers) },
  };
}

function isIndependentOfOthers({ category }: TestCase): boolean {
  return category !== requestIsolation.name;
}
