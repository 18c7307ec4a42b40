import type { Expectation } from '../model/request-spec.ts';
import type { Check, CheckContext } from './check.ts';

export const noServerError: Check = {
  id: 'no-server-error',
  severity: 'error',
  invariant: 'no request makes the implementation answer with a server error',
  title: 'The implementation fails',
  why: 'A 5xx says that the implementation broke, not that the request was wrong. Likely cause: an unhandled exception, such as a missing value that is used unchecked or a parser error that nobody catches. Look for the exception in the log of the implementation; answer a valid request with a declared success and any other with a declared client error.',
  references:
    'RFC 9110, section 15.6: a 5xx is for what the server fails to do, section 15.5 for what is wrong with the request',
  appliesTo: ({ response }) => response !== undefined,
  violations(context) {
    const { response, testCase } = context;
    const { operation, category, topic } = testCase;
    if (response === undefined || response.status < 500 || isTolerated(context)) return [];
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
  unspecified: 'any answer but a server error',
};

/** 501 is HTTP's status for a method that the server does not implement: such cases list it as tolerated. */
function isTolerated({ response, testCase: { tolerated } }: CheckContext): boolean {
  return tolerated.some(({ status }) => status === response?.status);
}
