import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { type AgeOrderedMap, createAgeOrderedMap } from '../../../../mock/storage/memory/memory-records.ts';

const COUNT = 2_000;
const KEPT = 10;

describe('a value deleted from an age-ordered map', () => {
  it('is not retained if the oldest key was never read', async () => {
    const aged = createAgeOrderedMap<object>();
    expect(
      await stillHeld(
        aged,
        passThrough(aged, (index) => String(index - KEPT)),
      ),
    ).toBe(KEPT);
  });

  it('is not retained if the oldest key was read once', async () => {
    const aged = createAgeOrderedMap<object>();
    aged.set('first', {});
    expect(aged.oldest()).toBe('first');
    expect(
      await stillHeld(
        aged,
        passThrough(aged, (index) => String(index - KEPT)),
      ),
    ).toBe(KEPT);
  });

  it('is not retained if each was the oldest key', async () => {
    const aged = createAgeOrderedMap<object>();
    const leaving = (index: number) => (index < KEPT ? '' : (aged.oldest() ?? ''));
    expect(await stillHeld(aged, passThrough(aged, leaving))).toBe(KEPT);
  });
});

/** Sets keys sequentially, and after each deletes the key that `leaving` returns. */
function passThrough(aged: AgeOrderedMap<object>, leaving: (index: number) => string): readonly WeakRef<object>[] {
  return Array.from({ length: COUNT }, (_none, index) => {
    const value = { index };
    aged.set(String(index), value);
    aged.delete(leaving(index));
    return new WeakRef(value);
  });
}

/** How many of them survive garbage collection while the map is in use. */
async function stillHeld(aged: AgeOrderedMap<object>, values: readonly WeakRef<object>[]): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  await turn();
  collect();
  const held = values.filter((value) => value.deref() !== undefined).length;
  // This last use prevents the map and its contents from being collected.
  expect(aged.map.size).toBeGreaterThanOrEqual(KEPT);
  return held;
}
