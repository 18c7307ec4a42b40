import { isClientError, isRefusal, statusOf } from '../model/exchange.ts';
import type { Check } from './check.ts';

export const credentialsComeFirst: Check = {
  id: 'credentials-come-first',
  severity: 'advice',
  holds: 'a request without the right credentials is refused alike, whether its body is valid or not',
  title: 'The body is judged before the credentials',
  why: 'A caller without credentials can try out what the implementation takes, and makes it parse what it should never look at. Check the credentials first, before the body is read.',
  restsOn:
    'OpenAPI, Security Requirement Object. No standard says which of two faults is told, so this is advice',
  appliesTo: ({ case: { expectation }, earlier, answer }) =>
    expectation === 'refuse' && earlier.length === 1 && answer !== undefined,
  violations({ answer, earlier: [valid], draft, case: { place, operation } }) {
    const [before, now] = [valid === undefined ? undefined : statusOf(valid), answer?.status];
    if (before === undefined || now === undefined || before === now) return [];
    // After a success the request is the same; it is about one whose body is invalid, and whose valid twin was refused.
    if (!isClientError(before) || !isClientError(now) || draft.value === undefined) return [];
    // Where the right credentials got no success either, such as 409, a refusal of wrong ones tells nothing of the body.
    if (isRefusal(now) && !isRefusal(before)) return [];
    return [
      {
        expected: `status ${before}, as with a valid body and the same credentials`,
        received: `status ${now}`,
        at: { in: 'status' },
        place,
        key: operation.id,
      },
    ];
  },
};
