/** The plan of an operation of which no valid request succeeds: what can be judged even so, and why the rest cannot. */

import type { KitError } from '../../../errors.ts';
import type { UncheckedOperation } from '../../report/stage-report.ts';
import { authentication as credentialCases } from '../cases/authentication.ts';
import { createGeneratorContext } from '../cases/test-category.ts';
import { plainValidCase, validBodies } from '../cases/valid-bodies.ts';
import type { Preflight, ReadyPreflight } from '../fixtures/preflight.ts';
import type { ToleratedResponse } from '../model/request-spec.ts';
import type { TestCase } from '../model/test-case.ts';
import type { BaselineRequest } from '../request/baseline-request.ts';
import { selectCategories } from '../test-categories.ts';
import { type Plan, type PlanContext, partialPlan, withDistinctIds } from './plan.ts';

type FailedPreflight = Exclude<Preflight, ReadyPreflight>;

/** `open` is what an implementation may answer to the valid request as well. */
export function planWithoutBaseline(
  baseline: BaselineRequest,
  preflight: FailedPreflight,
  { categories, isAcceptedElsewhere }: PlanContext,
  tolerated: readonly ToleratedResponse[] = [toleratesMissingRecord],
): Plan {
  if (preflight.kind === 'no twin' && preflight.rejection.code === 'credentials-refused')
    return planWithoutAccess(baseline, preflight.rejection, {
      only: categories,
      areRight: isAcceptedElsewhere,
    });
  if (preflight.kind === 'no twin')
    return planRejectedBaseline(baseline, preflight, { only: categories, open: tolerated });
  const unchecked: UncheckedOperation = {
    operation: baseline.operation.id,
    reason: preflight.reason,
    ran: 'part',
  };
  // What is declared, the valid request has shown; wrong credentials may still open what the right ones do not.
  if (preflight.kind === 'no success') return partialPlan(accessCases(baseline, categories), unchecked);
  return { ...partialPlan([plainValidCase(baseline)], unchecked), isAccepted: true };
}

/**
 * Where the right credentials are refused, refusing wrong ones proves nothing. That they are right, only another operation
 * can tell: then the refusal is what is wrong.
 */
function planWithoutAccess(
  baseline: BaselineRequest,
  rejection: KitError,
  { only: categories, areRight: areCredentialsRight }: { readonly only: readonly string[]; areRight(): boolean },
): Plan {
  const mutation = 'a valid request, with credentials that open another operation';
  const valid = { ...plainValidCase(baseline), mutation, tolerated: [toleratesMissingRole] };
  const isSelected = selectCategories(categories).includes(validBodies);
  return {
    ...partialPlan([], {
      operation: baseline.operation.id,
      reason: `${rejection.message}; ${rejection.fix}`,
      get ran() {
        return isSelected && areCredentialsRight() ? ('part' as const) : ('none' as const);
      },
    }),
    finalCases: {
      *[Symbol.iterator]() {
        if (isSelected && areCredentialsRight()) yield valid;
      },
    },
    // A single case is sent again without the others that have shown it.
    findCase: (caseId) => (caseId === valid.id ? valid : undefined),
    rejection,
  };
}

const toleratesMissingRole: ToleratedResponse = {
  status: 403,
  reason: 'whoever the credentials stand for may lack a role that only the implementation knows',
};

function planRejectedBaseline(
  baseline: BaselineRequest,
  { rejection, contradictsContract }: Extract<Preflight, { kind: 'no twin' }>,
  {
    only: categories,
    open: tolerated,
  }: { readonly only: readonly string[]; readonly open: readonly ToleratedResponse[] },
): Plan {
  const reason = `${rejection.message}; ${rejection.fix}`;
  const unchecked: UncheckedOperation = { operation: baseline.operation.id, reason, ran: 'part' };
  const plan = partialPlan(accessCasesThenValid(baseline, categories, tolerated), unchecked);
  // What contradicts the contract is told as that.
  return contradictsContract ? plan : { ...plan, rejection };
}

/**
 * For what can succeed only once, such as a DELETE, or not at all in the state that the implementation is in: without an
 * accepted request a rejection proves nothing, but a refusal of wrong credentials still does.
 */
export function* accessCasesThenValid(
  baseline: BaselineRequest,
  categories: readonly string[],
  tolerated: readonly ToleratedResponse[] = [],
): Generator<TestCase> {
  const selected = selectCategories(categories);
  yield* accessCases(baseline, categories);
  if (selected.includes(validBodies)) yield { ...plainValidCase(baseline), tolerated };
}

function* accessCases(baseline: BaselineRequest, categories: readonly string[]): Generator<TestCase> {
  if (selectCategories(categories).includes(credentialCases))
    yield* withDistinctIds(credentialCases.generate(createGeneratorContext(baseline))).filter(
      ({ sendMode, expectation }) => sendMode === undefined && expectation === 'refuse',
    );
}

/** Told as not judged. */
const toleratesMissingRecord: ToleratedResponse = {
  status: 'declared client error',
  reason: 'what the request names may not exist there',
  isExpected: true,
};
