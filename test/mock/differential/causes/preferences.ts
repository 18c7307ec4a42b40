/** Differences in what a client can ask for. */
import { type Cause, isRejection, ofKinds } from './cause.ts';

export const preferenceCauses: readonly Cause[] = [
  {
    id: 'any status can be requested',
    prismBehavior: 'returns 404 for `Prefer: code=503` where 503 is not declared',
    reason: 'goal of the mock: any error state in one step, declared or not',
    explains: ofKinds(
      ['Prefer an undeclared status'],
      ({ mockResponse, prismResponse }) => prismResponse.status === 404 && mockResponse.status === 503,
    ),
  },
  {
    id: 'an unknown example is rejected by name',
    prismBehavior: 'returns 404 or 500, or ignores it',
    reason: 'the request is wrong, not the path (RFC 9110, 15.5.1); the response names the examples that exist',
    explains: ofKinds(['Prefer an unknown example'], ({ mockResponse }) => isRejection(mockResponse)),
  },
  {
    id: 'the query controls stay on',
    prismBehavior: 'ignores `__code` if the request has any `Prefer`',
    reason: 'a preference of another kind does not affect the status (RFC 7240, 2)',
    explains: ofKinds(['__code beside another Prefer'], ({ probe, mockResponse }) =>
      probe.target.includes(`__code=${mockResponse.status}`),
    ),
  },
];
