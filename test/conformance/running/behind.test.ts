import { setImmediate as immediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createBehind } from '../../../contracts/conformance/running/ahead.ts';

test('nobody waits where nothing was begun', () => {
  expect(createBehind().wait()).toBeUndefined();
});

test('who waits comes after all that was begun, also while it waited', async () => {
  const told: string[] = [];
  const behind = createBehind();
  const begin = (name: string) => {
    setImmediate(() => told.push(name));
    behind.begun();
  };
  begin('first');
  const waiting = behind.wait()?.then(() => told.push('who waits'));
  begin('second');
  begin('third');
  await waiting;
  expect(told).toEqual(['first', 'second', 'third', 'who waits']);
});

test('who has waited does so again only where something was begun since', async () => {
  const behind = createBehind();
  behind.begun();
  await behind.wait();
  expect(behind.wait()).toBeUndefined();
  behind.begun();
  await immediate();
  expect(behind.wait()).toBeInstanceOf(Promise);
});
