import { type Check, isSuccess, type Judged, type Violation } from './check.ts';
import { declaresInvalid } from './status-declared.ts';

export const invalidRejected: Check = {
  id: 'invalid-rejected',
  severity: 'fault',
  holds: 'a request that the contract does not allow is rejected with a declared client error',
  title: 'An invalid request is accepted',
  why: 'What the contract forbids is stored or acted upon, and consumers read it back. Likely causes: no validation of the body, values converted to the wanted type (coercion), truthiness taken for presence, numbers held as doubles. Validate against the schema before anything else.',
  appliesTo: ({ case: { expectation }, answer }) => expectation === 'reject' && answer !== undefined,
  violations(judged) {
    const { answer, case: tried } = judged;
    const { operation, family, place, topic } = tried;
    if (answer === undefined || !isTaken(judged)) return [];
    const errors = operation.responses
      .filter(({ status }) => status.startsWith('4'))
      .map(({ status }) => status);
    const expected =
      errors.length === 0 ? 'a client error' : `status ${errors.join(' or ')}, since the request is invalid`;
    const received = `status ${answer.status}`;
    return [weighed({ expected, received, place, key: `${family} ${topic}` }, judged)];
  },
};

/** A redirect that is not declared is told by no-redirect; one that is may be all that the contract has for forms. */
function isTaken({ answer, response, case: { operation } }: Judged): boolean {
  const status = answer?.status ?? 0;
  return isSuccess(status) || (status < 400 && response !== undefined && declaresInvalid(operation));
}

function weighed(violation: Violation, { answer, case: { open } }: Judged): Violation {
  const because = open.find(({ status }) => status === answer?.status)?.because;
  if (because === undefined) return violation;
  return { ...violation, severity: 'advice', expected: `${violation.expected} (left open: ${because})` };
}
