/** Plans the cases of operations that consume their record: each case gets a new record. */
import { requestIsolation } from '../cases/request-isolation.ts';
import { plainValidCase } from '../cases/valid-bodies.ts';
import { namesDeclaredRecord, noRecordReason } from '../fixtures/declared-records.ts';
import { type ReadyPreflight, runPreflight } from '../fixtures/preflight.ts';
import type { Fixtures } from '../fixtures/record-fixtures.ts';
import { planSingleUseDeletion, type SingleUsePlan } from '../fixtures/single-use.ts';
import { isClientError, statusOf } from '../model/exchange.ts';
import type { ToleratedResponse } from '../model/request-spec.ts';
import type { NeedyOperation } from '../model/run-result.ts';
import type { Sequence } from '../model/sequence.ts';
import type { RequestCase, SequenceCase, TestCase } from '../model/test-case.ts';
import type { BaselineRequest } from '../request/baseline-request.ts';
import { clearCases, lifecycles } from '../stateful/lifecycles.ts';
import { selectCategories } from '../test-categories.ts';
import { neededRecord } from './needed-values.ts';
import { mapCases, type Plan, type PlanContext, partialPlan } from './plan.ts';
import { planWithBaseline } from './with-baseline.ts';
import { accessCasesThenValid, planWithoutBaseline, planWithoutRecord } from './without-baseline.ts';

/** Each case deletes a record created for it, so that the records in the contract's examples stay for the next run. */
export async function planForDeletion(
  fixtures: Fixtures,
  baseline: BaselineRequest,
  options: PlanContext,
): Promise<Plan> {
  const singleUsePlan = await planSingleUseDeletion(fixtures, baseline);
  if (singleUsePlan === undefined) return planForDeclaredRecord(baseline, options);
  const preflight = await runPreflight(fixtures.session, singleUsePlan.firstBaseline);
  if (preflight.kind === 'ready') return planSingleUse(singleUsePlan, preflight, options);
  const plan = planWithoutBaseline(singleUsePlan.placeholderBaseline, preflight, options, {
    tolerated: toleratedInState,
    isOwnRecord: true,
  });
  return mapCases(plan, (testCase) => singleUsePlan.withNewRecord(testCase));
}

/** The record exists, but its state may not allow the deletion. */
const toleratedInState: readonly ToleratedResponse[] = [400, 402, 403, 405, 409, 412, 422, 423, 428].map((status) => ({
  status,
  reason: 'the state of the resource may not allow it',
  isExpected: true,
}));

/** When no record can be created for the deletion, the cases use the contract's examples, which may not exist. */
function planForDeclaredRecord(baseline: BaselineRequest, { categories, contract }: PlanContext): Plan {
  if (!namesDeclaredRecord(baseline)) {
    const plan = planWithoutRecord(baseline, noRecordReason(baseline), { categories, needs: neededRecord(baseline) });
    return mapCases(plan, mayConcernMissingRecord);
  }
  const observedCase = observeStatus(plainValidCase(baseline));
  const access = { categories, isOwnRecord: false, tolerated: [] };
  const requestCases = accessCasesThenValid(baseline, access).map((testCase) =>
    testCase.id === observedCase.testCase.id ? observedCase.testCase : testCase,
  );
  const cleared = selectCategories(categories).includes(lifecycles) ? clearCases(baseline, contract) : [];
  const reason = 'the run could not create a record for it, and the record in the contract does not exist';
  const unchecked: NeedyOperation = {
    operation: baseline.operation.id,
    reason,
    casesRun: 'some',
    needs: neededRecord(baseline),
  };
  return {
    ...partialPlan([...requestCases.map(mayConcernMissingRecord), ...cleared], undefined),
    get unchecked() {
      return isClientError(observedCase.status() ?? 0) ? unchecked : undefined;
    },
  };
}

export function mayConcernMissingRecord(testCase: TestCase): TestCase {
  if (testCase.kind === 'sequence') return testCase;
  return { ...testCase, buildRequest: (fresh) => ({ ...testCase.buildRequest(fresh), mayNotExist: true }) };
}

/** The case, and a function that returns the status of its response. */
function observeStatus(plainCase: RequestCase) {
  const { kind: _kind, buildRequest, prepare: _prepare, release: _release, shrink: _shrink, ...caseFacts } = plainCase;
  const { operation, mutation } = caseFacts;
  let status: number | undefined;
  const sequence: Sequence = {
    goals: [],
    requiresGoals: false,
    *generateSteps(fresh) {
      const requestSpec = { ...buildRequest(fresh), mayNotExist: true };
      status = statusOf(yield { operation, requestSpec, description: mutation });
    },
  };
  const testCase: SequenceCase = { ...caseFacts, kind: 'sequence', sequence };
  return { testCase, status: () => status };
}

/** Without cases of several requests (request isolation), since a record can be consumed only once. */
export function planSingleUse(singleUsePlan: SingleUsePlan, preflight: ReadyPreflight, options: PlanContext): Plan {
  const plan = planWithBaseline(
    singleUsePlan.placeholderBaseline,
    {
      ...preflight,
      baseline: { ...preflight.baseline, parameters: singleUsePlan.placeholderBaseline.parameters },
    },
    { ...options, isOwnRecord: true },
  );
  const { cases, findCase } = mapCases(plan, (testCase) => singleUsePlan.withNewRecord(testCase));
  return {
    ...plan,
    findCase,
    cases: { [Symbol.iterator]: () => Iterator.from(cases).filter(isIndependentOfOthers) },
  };
}

function isIndependentOfOthers({ category }: TestCase): boolean {
  return category !== requestIsolation.name;
}
