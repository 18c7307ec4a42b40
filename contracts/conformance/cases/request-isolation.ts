import type { SecurityScheme } from '../../../spec/model/contract.ts';
import { findResponse } from '../../../spec/model/contract.ts';
import type { CredentialValue, FreshValues, RequestSpec, ToleratedResponse } from '../model/request-spec.ts';
import type { PrecedingRequests, TestCase } from '../model/test-case.ts';
import { type BaselineRequest, mainPayload } from '../request/baseline-request.ts';
import { jsonRequestSpec, rawRequestSpec, validRequestSpec } from '../request/build-request-spec.ts';
import { createCase } from '../request/create-case.ts';
import { carriedSchemes } from '../request/credentials/carriers.ts';
import { isInvalidCredential } from '../request/credentials/security-alternatives.ts';
import { freshenAll } from '../request/values/freshen.ts';
import { findLocations, removeAt } from '../request/values/value-locations.ts';
import { attacksForScheme } from './authentication.ts';
import { allowsRemoval } from './shared/allowed-changes.ts';
import { invalidBodyVariants } from './shared/invalid-requests.ts';
import { findRequiredPlace } from './shared/keyword-place.ts';
import type { TestCategory } from './test-category.ts';

/** Earlier and concurrent requests must not affect a response, where the contract has no state for that. */
export const requestIsolation: TestCategory = {
  name: 'request-isolation',
  summary: 'responses do not depend on earlier or concurrent requests',
  *generate({ baseline }): Generator<TestCase> {
    // A resource can be deleted only once.
    if (baseline.operation.method === 'DELETE') return;
    yield* validAfterOthers(baseline);
    yield* invalidAfterValid(baseline);
    yield* incompleteAfterMalformed(baseline);
    yield createCase(baseline, {
      ...validSeed(baseline),
      name: 'sequential',
      mutation: `a valid request, ${SEQUENTIAL_COUNT} times sequentially on one connection`,
      sendMode: { kind: 'sequential', count: SEQUENTIAL_COUNT },
    });
    yield createCase(baseline, {
      ...validSeed(baseline),
      name: 'concurrent',
      mutation: `${CONCURRENT_COUNT} different valid requests, sent concurrently`,
      sendMode: { kind: 'concurrent', count: CONCURRENT_COUNT },
      tolerated: toleratedConflicts(baseline),
    });
    yield* unauthorizedBesideValid(baseline);
  },
};

/** Enough to detect an error in every 25th request. */
const SEQUENTIAL_COUNT = 30;
/** An implementation that handles requests sequentially, in 300 ms each, stays within the default time limit. */
const CONCURRENT_COUNT = 12;
/** Half of the concurrent requests have credentials. */
const ACCOMPANIED_COUNT = CONCURRENT_COUNT / 2;

/** Conflict, precondition failed, locked: where the contract declares them, concurrent requests may get them. */
const conflictStatuses = [409, 412, 423];

function toleratedConflicts({ operation }: BaselineRequest): readonly ToleratedResponse[] {
  return conflictStatuses
    .filter((status) => findResponse(operation, status) !== undefined)
    .map((status) => ({ status, reason: 'concurrent requests may conflict', isExpected: true }));
}

function commonSeed({ operation, body }: BaselineRequest) {
  return { category: 'request-isolation', topic: 'sequence', place: body?.media.place ?? operation.place } as const;
}

function validSeed(baseline: BaselineRequest) {
  return {
    ...commonSeed(baseline),
    expectation: 'accept',
    buildRequest: (fresh: FreshValues) => distinctRequestSpec(baseline, fresh),
  } as const;
}

/** Detects credentials that are kept for all requests, such as a user in a global variable. */
function* unauthorizedBesideValid(baseline: BaselineRequest): Generator<TestCase> {
  const scheme = replaceableScheme(baseline);
  if (scheme === undefined) return;
  const without = withCredentialValue(baseline, { kind: 'none' });
  yield createCase(baseline, {
    category: 'request-isolation',
    name: 'unauthorized beside valid',
    topic: 'unauthorized beside valid',
    place: scheme.place,
    expectation: 'deny',
    mutation: `the credential of ${JSON.stringify(scheme.name)} is missing, while valid requests are under way`,
    sendMode: {
      kind: 'accompanied',
      count: ACCOMPANIED_COUNT,
      buildOther: (fresh) => distinctRequestSpec(baseline, fresh),
    },
    buildRequest: (fresh) => without(distinctRequestSpec(baseline, fresh)),
  });
}

function* validAfterOthers(baseline: BaselineRequest): Generator<TestCase> {
  for (const { name, description, tolerated = [], ...precedingRequests } of precedingVariants(baseline)) {
    yield createCase(baseline, {
      ...validSeed(baseline),
      name: `valid after ${name}`,
      topic: `after ${name}`,
      mutation: `a valid request, right after ${description} on the same connection`,
      sendMode: { kind: 'preceded', ...precedingRequests },
      tolerated,
    });
  }
}

/** Detects validation that runs only once, or only once per connection. */
function* invalidAfterValid(baseline: BaselineRequest): Generator<TestCase> {
  const { body } = baseline;
  if (body === undefined || invalidBodyVariants(baseline, jsonRequestSpec(baseline, body.full)).length === 0) return;
  yield createCase(baseline, {
    ...commonSeed(baseline),
    name: 'invalid after valid',
    topic: 'invalid after valid',
    expectation: 'reject',
    mutation: 'one property has a wrong type, right after a valid request on the same connection',
    sendMode: {
      kind: 'preceded',
      buildRequests: (_mainRequest, fresh) => [validRequestSpec(baseline, fresh)],
    },
    buildRequest: (fresh) => {
      const requestSpec = validRequestSpec(baseline, fresh);
      return invalidBodyVariants(baseline, requestSpec)[0] ?? requestSpec;
    },
  });
}

/** Parser state of the malformed request must not fill in the missing property. */
function* incompleteAfterMalformed(baseline: BaselineRequest): Generator<TestCase> {
  const { body } = baseline;
  if (body === undefined) return;
  const required = findLocations(body.schema, body.full).filter(
    ({ path: [name, ...deeper] }) =>
      typeof name === 'string' && deeper.length === 0 && !allowsRemoval({ body, path: [name] }),
  );
  for (const { name, path } of required) {
    yield createCase(baseline, {
      ...commonSeed(baseline),
      name: `${name} missing after a broken one`,
      topic: 'missing after a broken one',
      expectation: 'reject',
      mutation: `the required property ${name} is missing, right after a request with truncated JSON on the same connection`,
      place: findRequiredPlace(body.schema, String(path[0])),
      sendMode: {
        kind: 'preceded',
        buildRequests: (_mainRequest, fresh) => [truncatedRequest(baseline, fresh)],
      },
      buildRequest: (fresh) => {
        const { value = {} } = validRequestSpec(baseline, fresh);
        return jsonRequestSpec(baseline, removeAt(value, path));
      },
    });
  }
}

function truncatedRequest(baseline: BaselineRequest, fresh: FreshValues) {
  return rawRequestSpec(baseline, { content: String(validRequestSpec(baseline, fresh).body).slice(0, -3) });
}

/** Requests that may precede a valid request without affecting its response. */
interface PrecedingVariant extends Omit<PrecedingRequests, 'kind'> {
  readonly name: string;
  readonly description: string;
  readonly tolerated?: readonly ToleratedResponse[];
}

function* precedingVariants(baseline: BaselineRequest): Generator<PrecedingVariant> {
  yield {
    name: 'the same request',
    description: 'the same request',
    buildRequests: (mainRequest) => [mainRequest],
    tolerated: toleratesDuplicate,
  };
  if (baseline.setsCookies) yield validWithCookies(baseline);
  if (baseline.body !== undefined) yield* rejectedVariants(baseline);
  yield* unauthorizedVariants(baseline);
}

const toleratesDuplicate: readonly ToleratedResponse[] = [
  { status: 'declared client error', reason: 'an implementation may reject duplicates', isExpected: true },
];

function validWithCookies(baseline: BaselineRequest): PrecedingVariant {
  return {
    name: 'a valid one, with its cookies',
    description: 'another valid request, with the cookies that it set,',
    buildRequests: (_mainRequest, fresh) => [validRequestSpec(baseline, fresh)],
    keepsCookies: true,
  };
}

/** A rejected request must have no effect, whether it concerns the same record or another. */
function* rejectedVariants(baseline: BaselineRequest): Generator<PrecedingVariant> {
  yield {
    shouldBeRejected: true,
    name: 'invalid ones',
    description: 'the same request with a wrong type for each property in turn',
    buildRequests: (mainRequest) => invalidBodyVariants(baseline, mainRequest),
  };
  yield {
    shouldBeRejected: true,
    name: 'an invalid one of its own',
    description: 'another request with a wrong type for one property',
    buildRequests: (_mainRequest, fresh) =>
      invalidBodyVariants(baseline, distinctRequestSpec(baseline, fresh)).slice(0, 1),
  };
  yield {
    shouldBeRejected: true,
    name: 'invalid ones of their own',
    description: 'another request with a wrong type for each property in turn',
    buildRequests: (_mainRequest, fresh) => invalidBodyVariants(baseline, distinctRequestSpec(baseline, fresh)),
  };
  yield {
    shouldBeRejected: true,
    name: 'a broken one',
    description: 'a request with truncated JSON',
    buildRequests: (mainRequest) => [rawRequestSpec(baseline, { content: String(mainRequest.body).slice(0, -3) })],
  };
}

/** A request rejected for its credentials must have no effect. */
function* unauthorizedVariants(baseline: BaselineRequest): Generator<PrecedingVariant> {
  const scheme = replaceableScheme(baseline);
  if (scheme === undefined) return;
  const none = withCredentialValue(baseline, { kind: 'none' });
  yield {
    shouldBeRejected: true,
    name: 'unauthorized',
    description: 'the same request without credentials',
    buildRequests: (mainRequest) => [none(mainRequest)],
  };
  const wrong = attacksForScheme(scheme).find(({ name }) => name === 'wrong');
  if (wrong === undefined) return;
  const withWrong = withCredentialValue(baseline, wrong.value);
  yield {
    shouldBeRejected: true,
    name: 'invalid credentials',
    description: 'the same request three times with invalid credentials',
    buildRequests: (mainRequest) => [withWrong(mainRequest), withWrong(mainRequest), withWrong(mainRequest)],
  };
  if (baseline.body === undefined) return;
  yield {
    name: 'all of them',
    description: 'a valid request, an invalid one, and one without credentials',
    buildRequests: (mainRequest, fresh) => [
      validRequestSpec(baseline, fresh),
      ...invalidBodyVariants(baseline, mainRequest).slice(0, 1),
      none(mainRequest),
    ],
  };
}

/** The first one without whose credential the request has to be rejected. */
function replaceableScheme(baseline: BaselineRequest): SecurityScheme | undefined {
  const { schemes } = baseline;
  return carriedSchemes(schemes).find((scheme) =>
    isInvalidCredential(baseline, { schemes, scheme, value: { kind: 'none' } }),
  );
}

function withCredentialValue(
  baseline: BaselineRequest,
  value: CredentialValue,
): (requestSpec: RequestSpec) => RequestSpec {
  const { schemes } = baseline;
  const scheme = replaceableScheme(baseline);
  return (requestSpec) => {
    return scheme === undefined ? requestSpec : { ...requestSpec, credentials: { schemes, scheme, value } };
  };
}

/** A valid request that shares no text and no number with another request. */
function distinctRequestSpec(baseline: BaselineRequest, fresh: FreshValues): RequestSpec {
  const { full, schema } = baseline.body ?? mainPayload(baseline) ?? {};
  if (full === undefined || schema === undefined) return validRequestSpec(baseline, fresh);
  const value = freshenAll(full, schema, fresh);
  const payload = mainPayload(baseline);
  return payload === undefined ? jsonRequestSpec(baseline, value) : rawRequestSpec(baseline, payload.write(value));
}
