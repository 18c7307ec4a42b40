/** Cached results: computed once, and correct for each caller. */
import { expect, it, vi } from 'vitest';
import { memoize, memoizeLast, memoizeList, memoizeString } from '../../spec/memoize.ts';

it('computes a result once for an object, also an undefined one', () => {
  const view = vi.fn(({ size }: { size: number }) => (size > 0 ? size : undefined));
  const sizeOf = memoize(view);
  const [one, none] = [{ size: 1 }, { size: 0 }];
  for (const _again of [1, 2]) expect([one, none, { size: 1 }].map(sizeOf)).toEqual([1, undefined, 1]);
  expect(view.mock.calls.map(([{ size }]) => size)).toEqual([1, 0, 1, 1]);
});

it('computes again for an object only after another one', () => {
  const view = vi.fn(({ size }: { size: number }) => size);
  const sizeOf = memoizeLast(view);
  const [one, two] = [{ size: 1 }, { size: 2 }];
  expect([one, one, two, two, one].map(sizeOf)).toEqual([1, 1, 2, 2, 1]);
  expect(view.mock.calls.map(([{ size }]) => size)).toEqual([1, 2, 1]);
});

it('computes once for arrays of the same objects in the same order', () => {
  const view = vi.fn((parts: readonly { name: string }[]) => parts.map(({ name }) => name).join(' '));
  const namesOf = memoizeList(view);
  const [a, b] = [{ name: 'a' }, { name: 'b' }];
  for (const _again of [1, 2])
    expect([[], [a], [a, b], [b, a], [b]].map((parts) => namesOf(parts))).toEqual(['', 'a', 'a b', 'b a', 'b']);
  expect(view).toHaveBeenCalledTimes(5);
});

it('computes once for a string, unless it is too long to cache', () => {
  const view = vi.fn((text: string) => text.length);
  const lengthOf = memoizeString(view);
  for (const _again of [1, 2]) expect(['a', 'bc', 'x'.repeat(1_000)].map(lengthOf)).toEqual([1, 2, 1_000]);
  expect(view).toHaveBeenCalledTimes(4);
});

it('evicts the first of very many strings', () => {
  const view = vi.fn((text: string) => Number(text));
  const numberOf = memoizeString(view);
  for (let n = 0; n <= 40_000; n++) numberOf(`${n}`);
  expect(numberOf('0')).toBe(0);
  expect(view).toHaveBeenCalledTimes(40_002);
});
