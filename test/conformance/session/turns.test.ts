import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTurns } from '../../../contracts/conformance/session/turns.ts';

test('what is to be alone begins when the others are done, and nothing begins beside it', async () => {
  const turns = createTurns();
  const told: string[] = [];
  const work = (name: string) => async () => {
    told.push(`${name} begins`);
    await setTimeout(5);
    told.push(`${name} ends`);
  };
  await Promise.all([
    turns.share(work('a')),
    turns.share(work('b')),
    turns.alone(work('alone')),
    turns.share(work('c')),
    turns.alone(work('also alone')),
  ]);
  const begins = (name: string) => told.indexOf(`${name} begins`);
  const ends = (name: string) => told.indexOf(`${name} ends`);
  expect(begins('alone')).toBeGreaterThan(Math.max(ends('a'), ends('b')));
  expect(begins('c')).toBeGreaterThan(ends('alone'));
  expect(ends('also alone') - begins('also alone')).toBe(1);
});

test('a failure lets the next one in', async () => {
  const turns = createTurns();
  await expect(turns.alone(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await turns.share(async () => 'in')).toBe('in');
});
