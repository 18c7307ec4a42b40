import type { Operation } from '../../../spec/model/contract.ts';
import type { RequestSpec } from '../model/request-spec.ts';
import type { TestCase } from '../model/test-case.ts';
import { validRequestSpec } from '../request/build-request-spec.ts';
import { createCase } from '../request/create-case.ts';
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
        tolerated: [{ status: 406, reason: 'HTTP defines a status for media types that a server cannot provide' }],
        buildRequest: (fresh) => withAccept(validRequestSpec(baseline, fresh), accept),
      });
    }
  },
};

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
  const [first, ...others] = successTypes(operation);
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

function successTypes({ responses }: Operation): readonly string[] {
  const successes = responses.filter(({ status }) => status.startsWith('2'));
  const types = successes.flatMap(({ content }) => content.map(({ range }) => range));
  return [...new Set(types)].filter((type) => !type.includes('*'));
}

function withAccept(requestSpec: RequestSpec, accept: string | undefined): RequestSpec {
  const otherHeaders = requestSpec.headers.filter(([name]) => name.toLowerCase() !== 'accept');
  return { ...requestSpec, headers: accept === undefined ? otherHeaders : [['Accept', accept], ...otherHeaders] };
}
