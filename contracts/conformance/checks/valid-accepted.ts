import { alwaysOpen, type Check, isClientError, type Judged, type Violation } from './check.ts';

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
function weighed(judged: Judged, violation: Violation): Violation {
  const because = openReason(judged);
  if (because === undefined) return violation;
  return {
    ...violation,
    severity: 'advice',
    expected: `${violation.expected} (left open by the contract: ${because})`,
  };
}

/** Not there, in conflict, gone, a precondition failed, locked. */
const aboutState = new Set([404, 409, 410, 412, 423]);

function openReason({ case: tried, answer, response }: Judged): string | undefined {
  const status = answer?.status ?? 0;
  const namesResource = tried.operation.parameters.some((parameter) => parameter.in === 'path');
  if (namesResource && response !== undefined && aboutState.has(status))
    return 'the state of the resource may not allow it';
  if (alwaysOpen.has(status)) return alwaysOpen.get(status);
  return tried.open.find(
    (open) => open.status === status || (open.status === 'declared client error' && response !== undefined),
  )?.because;
}
