import { expect, test } from 'vitest';
import { type MaybePromise, recoverWhenReady, whenReady } from '../../mock/model/when-ready.ts';

const double = (value: number) => 2 * value;

test('continues immediately with a value, and later with that of a promise', async () => {
  expect(whenReady(1, double)).toBe(2);
  const later = whenReady(Promise.resolve(1), double);
  expect(later).toBeInstanceOf(Promise);
  expect(await later).toBe(2);
});

test('recovers from what work throws and from what its promise rejects with', async () => {
  const recover = (error: unknown) => String(error);
  const failing = (): MaybePromise<string> => {
    throw new Error('at once');
  };
  expect(recoverWhenReady(failing, recover)).toBe('Error: at once');
  expect(await recoverWhenReady(() => Promise.reject(new Error('later')), recover)).toBe('Error: later');
  expect(recoverWhenReady(() => 'a', recover)).toBe('a');
});
