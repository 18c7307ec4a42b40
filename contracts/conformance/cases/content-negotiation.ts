import type { Operation } from '../../../spec/model/contract.ts';
import type { RequestSpec, ToleratedResponse } from '../model/request-spec.ts';
import type { TestCase } from '../model/test-case.ts';
import type { BaselineRequest } from '../request/baseline-request.ts';
import { validRequestSpec } from '../request/build-request-spec.ts';
import { createCase } from '../request/create-case.ts';
import { declaredSuccessTypes, isEverySuccessAcceptable } from '../request/parameters/acceptable-types.ts';
import type { TestCategory } from './test-category.ts';

/** Varies the Accept header: the response has to stay a declared one. */
export const contentNegotiation: TestCategory = {
  name: 'content-negotiation',
  summary: 'responses are declared, for every Accept header',
  *generate({ baseline }): Generator<TestCase> {
    for (const { name, mutation, accept, expectation = 'accept' } of acceptVariants(baseline.operation)) {
      yield createCase(baseline, {
        category: 'content-negotiation',
        name,
        topic: name,
        expectation,
        mutation,
        place: baseline.operation.place,
        tolerated: isEverySuccessAcceptable(baseline.operation, accept) ? [] : toleratesNotAcceptable,
        buildRequest: (fresh) => withHeader(validRequestSpec(baseline, fresh), 'Accept', accept),
      });
    }
    yield* compressedCases(baseline);
  },
};

const toleratesNotAcceptable: readonly ToleratedResponse[] = [
  { status: 406, reason: 'HTTP defines a status for media types that a server cannot provide' },
];

interface AcceptVariant {
  readonly name: string;
  readonly mutation: string;
  /** Undefined omits the header. */
  readonly accept: string | undefined;
  readonly expectation?: 'unspecified';
}

function* acceptVariants(operation: Operation): Generator<AcceptVariant> {
  yield { name: 'nothing said', mutation: 'the Accept header is missing', accept: undefined };
  yield { name: 'anything', mutation: 'Accept is */*', accept: '*/*' };
  const types = declaredSuccessTypes(operation).filter((type) => !type.includes('*'));
  const [first, ...others] = types;
  const range = commonRange(types);
  if (range !== undefined)
    yield { name: 'a range', mutation: `Accept is ${range}, which includes each declared media type`, accept: range };
  if (first !== undefined) {
    const accept = `text/html, ${first};q=0.9, */*;q=0.1`;
    yield { name: 'with weights', mutation: `Accept is ${accept}`, accept };
  }
  for (const type of first === undefined || others.length === 0 ? [] : [first, ...others])
    yield { name: `only ${type}`, mutation: `Accept is ${type}, one of several declared media types`, accept: type };
  yield {
    name: 'what is not declared',
    mutation: 'Accept is image/png',
    accept: 'image/png',
    expectation: 'unspecified',
  };
}

/** `application/*`, when all of them have the same main type. */
function commonRange(types: readonly string[]): string | undefined {
  const [range, ...others] = new Set(types.map((type) => `${type.split('/')[0]}/*`));
  return others.length === 0 ? range : undefined;
}

/** The decoded body has to be the declared one. */
function* compressedCases(baseline: BaselineRequest): Generator<TestCase> {
  const { operation } = baseline;
  const isDeclared = operation.parameters.some(
    ({ in: location, name }) => location === 'header' && name.toLowerCase() === 'accept-encoding',
  );
  if (isDeclared || declaredSuccessTypes(operation).length === 0) return;
  yield createCase(baseline, {
    category: 'content-negotiation',
    name: 'gzip',
    topic: 'gzip',
    expectation: 'accept',
    mutation: 'Accept-Encoding is gzip',
    place: operation.place,
    buildRequest: (fresh) => withHeader(validRequestSpec(baseline, fresh), 'Accept-Encoding', 'gzip'),
  });
}

function withHeader(requestSpec: RequestSpec, name: string, value: string | undefined): RequestSpec {
  const otherHeaders = requestSpec.headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase());
  return { ...requestSpec, headers: value === undefined ? otherHeaders : [[name, value], ...otherHeaders] };
}
