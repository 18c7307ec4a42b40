import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createSharedExclusiveLock } from '../../../contracts/conformance/session/shared-exclusive-lock.ts';

test('an exclusive task starts after the others, and nothing starts while it runs', async () => {
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
    lock.runExclusive(work('also exclusive')),
  ]);
  const begins = (name: string) => reported.indexOf(`${name} begins`);
  const ends = (name: string) => reported.indexOf(`${name} ends`);
  expect(begins('alone')).toBeGreaterThan(Math.max(ends('a'), ends('b')));
  expect(begins('c')).toBeGreaterThan(ends('alone'));
  expect(ends('also exclusive') - begins('also exclusive')).toBe(1);
});

test('starts the next task after a failure', async () => {
  const lock = createSharedExclusiveLock();
  await expect(lock.runExclusive(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await lock.runShared(async () => 'in')).toBe('in');
});
