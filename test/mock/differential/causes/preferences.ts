/** Differences in what a client can ask for. */
import { type Cause, isRejection, ofKinds } from './cause.ts';

export const preferenceCauses: readonly Cause[] = [
  {
    id: 'any status can be asked for',
    prismBehavior: 'answers `Prefer: code=503` with 404 where 503 is not declared',
    reason: 'the wish: any error state in one step, declared or not',
    explains: ofKinds(
      ['Prefer an undeclared status'],
      ({ mockResponse, prismResponse }) => prismResponse.status === 404 && mockResponse.status === 503,
    ),
  },
  {
    id: 'an unknown example is refused by name',
    prismBehavior: 'answers 404 or 500, or passes it over',
    reason: 'the request is wrong, not the path (RFC 9110, 15.5.1); the answer names the examples that exist',
    explains: ofKinds(['Prefer an unknown example'], ({ mockResponse }) => isRejection(mockResponse)),
  },
  {
    id: 'the query controls stay on',
    prismBehavior: 'forgets `__code` when the request bears any `Prefer`',
    reason: 'a preference of another kind says nothing of the status (RFC 7240, 2)',
    explains: ofKinds(['__code beside another Prefer'], ({ probe, mockResponse }) =>
      probe.target.includes(`__code=${mockResponse.status}`),
    ),
  },
];
