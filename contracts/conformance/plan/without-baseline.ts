/** Plans an operation without an accepted valid request: what can still be checked, and why the rest cannot. */
import type { KitError } from '../../../errors.ts';
import { isEqualJson } from '../../../spec/json/exact-json.ts';
import { formatPlace } from '../../../spec/model/contract.ts';
import { isUnambiguous } from '../../../spec/wire/parameter-styles.ts';
import type { NeededValue } from '../../report/stage-report.ts';
import { authentication as credentialCases } from '../cases/authentication.ts';
import { createGeneratorContext } from '../cases/test-category.ts';
import { plainValidCase, validBodies } from '../cases/valid-bodies.ts';
import type { Preflight, ReadyPreflight } from '../fixtures/preflight.ts';
import type { ToleratedResponse } from '../model/request-spec.ts';
import type { NeedyOperation } from '../model/run-result.ts';
import type { TestCase } from '../model/test-case.ts';
import type { BaselineRequest } from '../request/baseline-request.ts';
import { isKnownToBeValid, validValue } from '../request/parameters/serialize-parameters.ts';
import { selectCategories } from '../test-categories.ts';
import { findNeededValues, neededRecord } from './needed-values.ts';
import { type Plan, type PlanContext, partialPlan, withDistinctIds } from './plan.ts';
import { aboutNoRecord, type CaseGenerator } from './unknown-record.ts';

type FailedPreflight = Exclude<Preflight, ReadyPreflight>;

interface RejectedRequest {
  /** Other responses that are allowed for the valid request. */
  readonly tolerated?: readonly ToleratedResponse[];
  /** The request names a record that the run created. */
  readonly isOwnRecord: boolean;
}

export function planWithoutBaseline(
  baseline: BaselineRequest,
  preflight: FailedPreflight,
  { categories, isAcceptedElsewhere }: PlanContext,
  rejected: RejectedRequest,
): Plan {
  if (preflight.kind === 'no baseline' && preflight.rejection.code === 'credentials-rejected')
    return planWithoutAccess(baseline, preflight.rejection, {
      categories,
      areCredentialsValid: isAcceptedElsewhere,
    });
  if (preflight.kind === 'no baseline') return planRejectedBaseline(baseline, preflight, { ...rejected, categories });
  const unchecked: NeedyOperation = {
    operation: baseline.operation.id,
    reason: preflight.reason,
    casesRun: 'some',
  };
  // The valid request got a declared response; invalid credentials may still be accepted.
  if (preflight.kind === 'no success')
    return partialPlan(accessCases(baseline, { ...rejected, categories }), unchecked);
  if (preflight.kind === 'no record')
    return planWithoutRecord(baseline, preflight.reason, { categories, needs: neededRecord(baseline) });
  return { ...partialPlan([plainValidCase(baseline)], unchecked), isAccepted: true };
}

/** Only requests without valid credentials, about no record: nothing may change one that the run did not create. */
export function planWithoutRecord(
  baseline: BaselineRequest,
  reason: string,
  { categories, needs }: { readonly categories: readonly string[]; readonly needs: readonly NeededValue[] },
): Plan {
  const cases = accessCases(baseline, { categories, isOwnRecord: false }).toArray();
  const casesRun = cases.length === 0 ? 'none' : 'some';
  return partialPlan(cases, { operation: baseline.operation.id, reason, casesRun, needs });
}

/**
 * When valid credentials are rejected, rejecting invalid ones proves nothing. Only another operation can show that they
 * are valid: then the rejection is reported.
 */
function planWithoutAccess(
  baseline: BaselineRequest,
  rejection: KitError,
  { categories, areCredentialsValid }: { readonly categories: readonly string[]; areCredentialsValid(): boolean },
): Plan {
  const mutation = 'a valid request, with credentials that another operation accepts';
  const valid = { ...plainValidCase(baseline), mutation, tolerated: [toleratesMissingRole] };
  const isSelected = selectCategories(categories).includes(validBodies);
  return {
    ...partialPlan([], {
      operation: baseline.operation.id,
      reason: `${rejection.message}; ${rejection.fix}`,
      get casesRun() {
        return isSelected && areCredentialsValid() ? ('some' as const) : ('none' as const);
      },
    }),
    finalCases: {
      *[Symbol.iterator]() {
        if (isSelected && areCredentialsValid()) yield valid;
      },
    },
    // A replay sends a single case, without the operations that showed that the credentials are valid.
    findCase: (caseId) => (caseId === valid.id ? valid : undefined),
    rejection,
  };
}

const toleratesMissingRole: ToleratedResponse = {
  status: 403,
  reason: 'the caller may lack a role that only the implementation knows',
};

function planRejectedBaseline(
  baseline: BaselineRequest,
  { rejection, contradictsContract, isRateLimited, rejected }: Extract<Preflight, { kind: 'no baseline' }>,
  access: RejectedRequest & AccessOptions,
): Plan {
  const uncertain = ambiguousParameter(baseline) ?? parameterWithoutValue(baseline);
  const cause = uncertain === undefined ? '' : `not tested: ${uncertain}; `;
  const reason = `${cause}${rejection.message}; ${rejection.fix}`;
  const needs = uncertain === undefined ? findNeededValues(baseline, rejected) : [];
  const unchecked: NeedyOperation = { operation: baseline.operation.id, reason, casesRun: 'some', needs };
  // The implementation may expect another serialization, or another value.
  if (uncertain !== undefined) return { ...partialPlan(accessCases(baseline, access), unchecked), rejection };
  const plan = partialPlan(accessCasesThenValid(baseline, access), unchecked);
  // A rejection that does not conform to the contract becomes a finding.
  return contradictsContract ? plan : { ...plan, rejection, isRateLimited, isRefutedBy: () => true };
}

function ambiguousParameter({ parameters }: BaselineRequest): string | undefined {
  const found = parameters.find(({ parameter, value }) => !isUnambiguous(parameter, value));
  if (found === undefined) return undefined;
  const { name, style } = found.parameter;
  return `OpenAPI does not specify how its required parameter "${name}" is serialized (the style ${style} with nested or separated values)`;
}

/** The made-up value may be the cause of the rejection. */
function parameterWithoutValue({ parameters }: BaselineRequest): string | undefined {
  const found = parameters.find(
    (one) => !isKnownToBeValid(one) && isEqualJson(one.value, validValue(one.parameter).value),
  );
  if (found === undefined) return undefined;
  const { name, place } = found.parameter;
  return `no valid value of its required parameter "${name}" is known (${formatPlace(place)}): give it an example that its schema allows`;
}

/**
 * For operations that succeed only once (DELETE), or not at all in the current state of the implementation: without an
 * accepted request, the rejection of invalid input proves nothing, but that of invalid credentials still does.
 */
export function* accessCasesThenValid(
  baseline: BaselineRequest,
  { tolerated = [toleratesMissingRecord], ...access }: RejectedRequest & AccessOptions,
): Generator<TestCase> {
  const selected = selectCategories(access.categories);
  yield* accessCases(baseline, access);
  if (selected.includes(validBodies)) yield { ...plainValidCase(baseline), tolerated };
}

interface AccessOptions extends Pick<RejectedRequest, 'isOwnRecord'> {
  readonly categories: readonly string[];
}

/** Those without valid credentials. */
export function* accessCases(
  baseline: BaselineRequest,
  { categories, isOwnRecord }: AccessOptions,
): Generator<TestCase> {
  if (!selectCategories(categories).includes(credentialCases)) return;
  const generate: CaseGenerator = (from) =>
    withDistinctIds(credentialCases.generate(createGeneratorContext(from))).filter(
      ({ sendMode, expectation }) => sendMode === undefined && expectation === 'deny',
    );
  yield* isOwnRecord ? generate(baseline) : aboutNoRecord(baseline, generate);
}

/** The operation is reported as not checked. */
export const toleratesMissingRecord: ToleratedResponse = {
  status: 'declared client error',
  reason: 'the record that the request names may not exist',
  isExpected: true,
};
