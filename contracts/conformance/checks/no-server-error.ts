import type { Operation } from '../../../spec/model/contract.ts';
import type { Expectation } from '../model/request-spec.ts';
import type { Check, CheckContext } from './check.ts';

export const noServerError: Check = {
  id: 'no-server-error',
  severity: 'error',
  invariant: 'no request causes a server error',
  title: 'The implementation returns a server error',
  why: 'A 5xx means that the implementation failed, not that the request was wrong. Likely cause: an unhandled exception, such as an unchecked missing value or a parser error. Find the exception in the log of the implementation. Return a declared success for a valid request, and a declared client error for any other.',
  references: 'RFC 9110, section 15.6 (5xx: the server failed) and section 15.5 (4xx: the request is wrong)',
  appliesTo: ({ response }) => response !== undefined,
  violations(context) {
    const { response, testCase } = context;
    const { operation, category, topic } = testCase;
    if (response === undefined || response.status < 500 || isTolerated(context)) return [];
    if (isOnlyDeclared(operation, response.status)) return [];
    const expected = expectedResponses[testCase.expectation];
    const received = `status ${response.status}`;
    const key = `${response.status} ${category} ${topic}`;
    return [{ expected, received, responsePart: { in: 'status' }, place: operation.place, key }];
  },
};

const expectedResponses: Readonly<Record<Expectation, string>> = {
  accept: 'a declared success',
  reject: 'a declared client error',
  deny: '401, 403 or a declared client error',
  unspecified: 'any response except a server error',
};

/** The contract declares nothing but failures, this one among them: it says of no request that it succeeds. */
function isOnlyDeclared(operation: Operation, status: number): boolean {
  const declared = operation.responses.map((one) => one.status);
  return declared.every((one) => /^[45]/.test(one)) && declared.includes(String(status));
}

/** 501 is HTTP's status for a method that the server does not implement: such cases list it as tolerated. */
function isTolerated({ response, testCase: { tolerated } }: CheckContext): boolean {
  return tolerated.some(({ status }) => status === response?.status);
}
