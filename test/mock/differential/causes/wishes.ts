/** Differences in what a client can ask for. */
import { type Cause, isRefusal, ofKinds } from './cause.ts';

export const wishCauses: readonly Cause[] = [
  {
    id: 'any status can be asked for',
    prism: 'answers `Prefer: code=503` with 404 where 503 is not declared',
    why: 'the wish: any error state in one step, declared or not',
    explains: ofKinds(
      ['Prefer an undeclared status'],
      ({ ours, prisms }) => prisms.status === 404 && ours.status === 503,
    ),
  },
  {
    id: 'an unknown example is refused by name',
    prism: 'answers 404 or 500, or passes it over',
    why: 'the request is wrong, not the path (RFC 9110, 15.5.1); the answer names the examples that exist',
    explains: ofKinds(['Prefer an unknown example'], ({ ours }) => isRefusal(ours)),
  },
  {
    id: 'the query controls stay on',
    prism: 'forgets `__code` when the request bears any `Prefer`',
    why: 'a preference of another kind says nothing of the status (RFC 7240, 2)',
    explains: ofKinds(['__code beside another Prefer'], ({ probe, ours }) =>
      probe.target.includes(`__code=${ours.status}`),
    ),
  },
];
