import { isSecured, type SecurityScheme } from '../../../spec/model/contract.ts';
import type { Delivery } from '../model/exchange.ts';
import type { CredentialChange, ToleratedResponse } from '../model/request-spec.ts';
import type { SendMode, TestCase } from '../model/test-case.ts';
import { type BaselineRequest, mainPayload } from '../request/baseline-request.ts';
import { validRequestSpec } from '../request/build-request-spec.ts';
import { type CaseSeed, createCase } from '../request/create-case.ts';
import { carriedSchemes } from '../request/credentials/carriers.ts';
import { isInvalidCredential } from '../request/credentials/security-alternatives.ts';
import { framingCases } from './connections/framing.ts';
import { simplestInvalidRequest } from './shared/invalid-requests.ts';
import type { TestCategory } from './test-category.ts';

/** Varies the connection: new or kept alive, closed, 100-continue, slow reads. */
export const connections: TestCategory = {
  name: 'connections',
  summary:
    'requests get the same response on every connection, and nothing follows the response; unclear lengths are rejected',
  *generate({ baseline }): Generator<TestCase> {
    yield* variantCases(baseline);
    yield* watchedCases(baseline);
    yield* framingCases(baseline);
  },
};

interface ConnectionVariant {
  readonly name: string;
  readonly mutation: string;
  readonly header?: readonly [string, string];
  readonly delivery?: Delivery;
  readonly sendMode?: SendMode;
  readonly tolerated?: readonly ToleratedResponse[];
  readonly requiresBody?: boolean;
}

const toleratesExpectationFailed: readonly ToleratedResponse[] = [
  { status: 417, reason: 'HTTP lets a server reject an Expect header' },
];
const toleratesLengthRequired: readonly ToleratedResponse[] = [
  { status: 411, reason: 'a server may require the length of the body' },
];

/** RFC 9112, sections 6 and 9; RFC 9110, section 10.1.1. */
const connectionVariants: readonly ConnectionVariant[] = [
  { name: 'new', mutation: 'the connection is new', sendMode: { kind: 'new connection' } },
  {
    name: 'closed',
    mutation: 'the client closes the connection after the response',
    header: ['Connection', 'close'],
    sendMode: { kind: 'new connection' },
  },
  {
    name: 'chunked',
    mutation: 'the body is sent chunked, without its length',
    delivery: 'chunked',
    sendMode: { kind: 'paused' },
    tolerated: toleratesLengthRequired,
    requiresBody: true,
  },
  {
    name: 'in pieces',
    mutation: 'the body is sent in two packets',
    delivery: 'in pieces',
    sendMode: { kind: 'paused' },
    requiresBody: true,
  },
  {
    name: 'expecting 100',
    mutation: 'the client waits for 100 Continue before it sends the body',
    delivery: 'expecting 100',
    tolerated: toleratesExpectationFailed,
    requiresBody: true,
  },
  {
    name: 'read slowly',
    mutation: 'the client reads the response slowly',
    delivery: 'read slowly',
    sendMode: { kind: 'paused' },
  },
];

function* variantCases(baseline: BaselineRequest): Generator<TestCase> {
  for (const { name, mutation, header, delivery, sendMode, tolerated, requiresBody } of connectionVariants) {
    if (requiresBody && baseline.body === undefined && mainPayload(baseline) === undefined) continue;
    yield createCase(baseline, {
      ...commonSeed(baseline),
      name,
      topic: name,
      expectation: 'accept',
      mutation,
      sendMode,
      tolerated: tolerated ?? [],
      buildRequest: (fresh) => {
        const requestSpec = validRequestSpec(baseline, fresh);
        const headers = header === undefined ? requestSpec.headers : [...requestSpec.headers, header];
        return { ...requestSpec, headers, ...(delivery === undefined ? {} : { delivery }) };
      },
    });
  }
}

function commonSeed(baseline: BaselineRequest): Pick<CaseSeed, 'category' | 'place'> {
  const { media } = baseline.body ?? mainPayload(baseline) ?? {};
  return { category: 'connections', place: media?.place ?? baseline.operation.place };
}

/** After a response of each kind no more bytes may arrive. */
function* watchedCases(baseline: BaselineRequest): Generator<TestCase> {
  const { schemes } = baseline;
  const scheme = isSecured(baseline.operation)
    ? carriedSchemes(schemes).find((one) => isInvalidCredential(baseline, withoutCredential(schemes, one)))
    : undefined;
  const seed = (name: string, mutation: string) => ({
    ...commonSeed(baseline),
    name: `watched/${name}`,
    topic: 'watched',
    mutation: `${mutation}, and the connection is watched after the response`,
    sendMode: { kind: 'watched' } as const,
  });
  yield createCase(baseline, {
    ...seed('valid', 'the request is valid'),
    expectation: 'accept',
    buildRequest: (fresh) => validRequestSpec(baseline, fresh),
  });
  const invalid = simplestInvalidRequest(baseline);
  if (invalid !== undefined)
    yield createCase(baseline, {
      ...seed('invalid', 'the body is invalid'),
      expectation: 'reject',
      buildRequest: () => invalid,
    });
  if (scheme === undefined) return;
  yield createCase(baseline, {
    ...seed('rejected', `the credential of ${JSON.stringify(scheme.name)} is missing`),
    place: scheme.place,
    expectation: 'deny',
    buildRequest: (fresh) => ({
      ...validRequestSpec(baseline, fresh),
      credentials: withoutCredential(schemes, scheme),
    }),
  });
}

function withoutCredential(schemes: readonly SecurityScheme[], scheme: SecurityScheme): CredentialChange {
  return { schemes, scheme, value: { kind: 'none' } };
}
