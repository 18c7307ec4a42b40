import type { RequestSpec, ToleratedResponse } from '../model/request-spec.ts';
import type { CaseFacts, TestCase } from '../model/test-case.ts';
import type { BaselineRequest } from '../request/baseline-request.ts';
import { validRequestSpec } from '../request/build-request-spec.ts';
import { createCase } from '../request/create-case.ts';
import type { TestCategory } from './test-category.ts';

/**
 * Undeclared methods and paths next to the declared ones. The contract does not cover them: only server errors and
 * broken connections are reported.
 */
export const undeclaredRequests: TestCategory = {
  name: 'undeclared-requests',
  summary: 'undeclared methods and paths cause no server error',
  *generate({ baseline }): Generator<TestCase> {
    for (const method of triedMethods.filter((one) => !baseline.declaredMethods.has(one))) {
      yield unspecifiedCase(baseline, {
        name: `method ${method}`,
        mutation: `the method is ${method}`,
        change: (requestSpec) => ({
          ...requestSpec,
          method,
          ...(methodsWithoutBody.has(method) ? withoutBody(requestSpec) : {}),
        }),
        // The response to HEAD has no body, so no bytes may follow its headers.
        sendMode: method === 'HEAD' ? { kind: 'watched' } : undefined,
        tolerated: toleratesUnknownMethod,
      });
    }
    for (const { name, mutation, change } of pathVariants) {
      yield unspecifiedCase(baseline, {
        name: `path ${name}`,
        mutation,
        change: (requestSpec) => ({ ...requestSpec, path: change(requestSpec.path) }),
      });
    }
  },
};

const triedMethods = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'PROPFIND', 'NOPE'];
const methodsWithoutBody = new Set(['GET', 'HEAD', 'OPTIONS', 'PROPFIND']);

function withoutBody({ headers }: RequestSpec): Pick<RequestSpec, 'body' | 'value' | 'headers'> {
  return {
    body: undefined,
    value: undefined,
    headers: headers.filter(([name]) => name.toLowerCase() !== 'content-type'),
  };
}

interface PathVariant {
  readonly name: string;
  readonly mutation: string;
  change(change: string): string;
}

const toleratesUnknownMethod: readonly ToleratedResponse[] = [
  { status: 501, reason: 'HTTP defines a status for a method that a server does not know' },
];

/** Appends before the query, if there is one. */
function appendToPath(path: string, suffix: string): string {
  const [pathname = '', query] = path.split('?', 2);
  return `${pathname}${suffix}${query === undefined ? '' : `?${query}`}`;
}

const pathVariants: readonly PathVariant[] = [
  { name: 'with a slash', mutation: 'the path ends with a slash', change: (path) => appendToPath(path, '/') },
  { name: 'below', mutation: 'the path has an extra segment', change: (path) => appendToPath(path, '/1') },
  {
    name: 'in capitals',
    mutation: 'the path is in uppercase',
    change: (path) => path.replace(/^[^?]*/, (pathname) => pathname.toUpperCase()),
  },
  { name: 'with two slashes', mutation: 'the path begins with two slashes', change: (path) => `/${path}` },
  {
    name: 'with dots',
    mutation: 'the path has the extra segments "x/.."',
    change: (path) => `/x/..${path}`,
  },
  {
    name: 'percent',
    mutation: 'the path has a lone percent sign',
    change: (path) => appendToPath(path, '/%'),
  },
  {
    name: 'not utf-8',
    mutation: 'the path has bytes that are not UTF-8',
    change: (path) => appendToPath(path, '/%ff%fe'),
  },
  { name: 'nul', mutation: 'the path has an encoded NUL', change: (path) => appendToPath(path, '/%00') },
  {
    name: 'long',
    mutation: 'the path has an extra segment of 4,000 characters',
    change: (path) => appendToPath(path, `/${'x'.repeat(4_000)}`),
  },
  {
    name: 'query',
    mutation: 'the query has an undeclared parameter',
    change: (path) => `${path}${path.includes('?') ? '&' : '?'}x-unknown=1`,
  },
];

interface UndeclaredRequest {
  readonly name: string;
  readonly mutation: string;
  readonly sendMode?: CaseFacts['sendMode'];
  readonly tolerated?: readonly ToleratedResponse[];
  change(requestSpec: RequestSpec): RequestSpec;
}

function unspecifiedCase(
  baseline: BaselineRequest,
  { name, mutation, change, sendMode, tolerated = [] }: UndeclaredRequest,
): TestCase {
  return createCase(baseline, {
    category: 'undeclared-requests',
    name,
    topic: name,
    expectation: 'unspecified',
    mutation,
    place: baseline.operation.place,
    sendMode,
    tolerated,
    buildRequest: (fresh) => change(validRequestSpec(baseline, fresh)),
  });
}
