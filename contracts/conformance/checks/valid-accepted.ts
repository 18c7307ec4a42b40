import { responseFor } from '../../../spec/contract.ts';
import { type Check, isClientError, type Judged, type Violation } from './check.ts';

export const validAccepted: Check = {
  id: 'valid-accepted',
  severity: 'fault',
  holds: 'a request that the contract allows is accepted',
  title: 'A valid request is refused',
  why: 'Clients that keep the contract are turned away. Likely causes: a rule that the contract does not state (length, characters, known properties), a number type that is too small, zero or an empty text taken for absent, a media type compared letter by letter.',
  appliesTo: ({ case: { expectation }, answer }) => expectation === 'accept' && answer !== undefined,
  violations(judged) {
    const { answer, case: tried } = judged;
    if (answer === undefined || !isClientError(answer.status)) return [];
    const successes = tried.operation.responses
      .filter(({ status }) => status.startsWith('2'))
      .map(({ status }) => status);
    const expected =
      successes.length === 0 ? 'a success' : `status ${successes.join(' or ')}, since the request is valid`;
    return [
      weighed(judged, {
        expected,
        received: `status ${answer.status}`,
        place: tried.place,
        key: `${tried.family} ${tried.topic}`,
      }),
    ];
  },
};

/** What the contract leaves open for the case is told as advice, with the reason. */
function weighed({ case: tried, answer }: Judged, violation: Violation): Violation {
  const isDeclared = answer !== undefined && responseFor(tried.operation, answer.status) !== undefined;
  const open = tried.open.find(
    ({ status }) => status === answer?.status || (status === 'declared client error' && isDeclared),
  );
  if (open === undefined) return violation;
  return {
    ...violation,
    severity: 'advice',
    expected: `${violation.expected} (left open by the contract: ${open.because})`,
  };
}
