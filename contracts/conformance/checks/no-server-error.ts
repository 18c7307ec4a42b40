import type { Expectation } from '../model/draft.ts';
import type { Check, Judged } from './check.ts';

export const noServerError: Check = {
  id: 'no-server-error',
  severity: 'fault',
  holds: 'no request makes the implementation answer with a server error',
  title: 'The implementation fails',
  why: 'A 5xx says that the implementation broke, not that the request was wrong. Likely cause: an unhandled exception, such as a missing value that is used unchecked or a parser error that nobody catches. Look for the exception in the log of the implementation; answer a valid request with a declared success and any other with a declared client error.',
  restsOn:
    'RFC 9110, section 15.6: a 5xx is for what the server fails to do, section 15.5 for what is wrong with the request',
  appliesTo: ({ answer }) => answer !== undefined,
  violations(judged) {
    const { answer, case: tried } = judged;
    const { operation, family, topic } = tried;
    if (answer === undefined || answer.status < 500 || isOpen(judged)) return [];
    const expected = expectations[tried.expectation];
    const received = `status ${answer.status}`;
    const key = `${answer.status} ${family} ${topic}`;
    return [{ expected, received, at: { in: 'status' }, place: operation.place, key }];
  },
};

const expectations: Readonly<Record<Expectation, string>> = {
  accept: 'a declared success',
  reject: 'a declared client error',
  refuse: '401, 403 or a declared client error',
  silent: 'any answer but a server error',
};

/** 501 is HTTP's own answer to a method that the server does not know: such a case says so. */
function isOpen({ answer, case: { open } }: Judged): boolean {
  return open.some(({ status }) => status === answer?.status);
}
