import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createSharedExclusiveLock } from '../../../contracts/conformance/session/shared-exclusive-lock.ts';

test('what is to be alone begins when the others are done, and nothing begins beside it', async () => {
  const lock = createSharedExclusiveLock();
  const reported: string[] = [];
  const work = (name: string) => async () => {
    reported.push(`${name} begins`);
    await setTimeout(5);
    reported.push(`${name} ends`);
  };
  await Promise.all([
    lock.runShared(work('a')),
    lock.runShared(work('b')),
    lock.runExclusive(work('alone')),
    lock.runShared(work('c')),
    lock.runExclusive(work('also alone')),
  ]);
  const begins = (name: string) => reported.indexOf(`${name} begins`);
  const ends = (name: string) => reported.indexOf(`${name} ends`);
  expect(begins('alone')).toBeGreaterThan(Math.max(ends('a'), ends('b')));
  expect(begins('c')).toBeGreaterThan(ends('alone'));
  expect(ends('also alone') - begins('also alone')).toBe(1);
});

test('a failure lets the next one in', async () => {
  const lock = createSharedExclusiveLock();
  await expect(lock.runExclusive(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await lock.runShared(async () => 'in')).toBe('in');
});
