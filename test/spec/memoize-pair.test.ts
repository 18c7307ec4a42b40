import { expect, it, vi } from 'vitest';
import { memoizePair } from '../../spec/memoize.ts';

it('two objects are looked at once in their order, also where the second is lacking and there is nothing to see', () => {
  const view = vi.fn((first: { name: string }, second: { name: string } | undefined) =>
    first === second ? undefined : `${first.name}${second?.name ?? '-'}`,
  );
  const both = memoizePair(view);
  const [a, b] = [{ name: 'a' }, { name: 'b' }];
  for (const _again of [1, 2])
    expect([both(a, b), both(b, a), both(a, undefined), both(a, a)]).toEqual(['ab', 'ba', 'a-', undefined]);
  expect(view).toHaveBeenCalledTimes(4);
});
