import { type Check, isSuccess } from './check.ts';

export const invalidRejected: Check = {
  id: 'invalid-rejected',
  severity: 'fault',
  holds: 'a request that the contract does not allow is rejected with a declared client error',
  title: 'An invalid request is accepted',
  why: 'What the contract forbids is stored or acted upon, and consumers read it back. Likely causes: no validation of the body, values converted to the wanted type (coercion), truthiness taken for presence, numbers held as doubles. Validate against the schema before anything else.',
  appliesTo: ({ case: { expectation }, answer }) => expectation === 'reject' && answer !== undefined,
  violations({ answer, case: { operation, family, place, topic } }) {
    if (answer === undefined || !isSuccess(answer.status)) return [];
    const errors = operation.responses
      .filter(({ status }) => status.startsWith('4'))
      .map(({ status }) => status);
    const expected =
      errors.length === 0 ? 'a client error' : `status ${errors.join(' or ')}, since the request is invalid`;
    return [{ expected, received: `status ${answer.status}`, place, key: `${family} ${topic}` }];
  },
};
