import { expect, it, vi } from 'vitest';
import { memoizePair } from '../../spec/memoize.ts';

it('computes a result once for two objects in order, also for undefined as second object or result', () => {
  const view = vi.fn((first: { name: string }, second: { name: string } | undefined) =>
    first === second ? undefined : `${first.name}${second?.name ?? '-'}`,
  );
  const both = memoizePair(view);
  const [a, b] = [{ name: 'a' }, { name: 'b' }];
  for (const _again of [1, 2])
    expect([both(a, b), both(b, a), both(a, undefined), both(a, a)]).toEqual(['ab', 'ba', 'a-', undefined]);
  expect(view).toHaveBeenCalledTimes(4);
});
