import type { Check } from './check.ts';

export const noServerError: Check = {
  id: 'no-server-error',
  severity: 'fault',
  holds: 'no request makes the implementation answer with a server error',
  title: 'The implementation fails',
  why: 'A 5xx says that the implementation broke, not that the request was wrong. Likely cause: an unhandled exception, such as a missing value that is used unchecked or a parser error that nobody catches. Answer an invalid request with the declared client error.',
  appliesTo: ({ answer }) => answer !== undefined,
  violations({ answer, case: { operation, family, topic, expectation } }) {
    if (answer === undefined || answer.status < 500) return [];
    const expected = expectation === 'accept' ? 'a declared success' : 'a declared client error';
    const received = `status ${answer.status}`;
    return [{ expected, received, place: operation.place, key: `${answer.status} ${family} ${topic}` }];
  },
};
