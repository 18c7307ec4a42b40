import { setImmediate as immediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createDeferredWork } from '../../../contracts/conformance/running/ordered-concurrent-map.ts';

test('nobody waits where nothing was begun', () => {
  expect(createDeferredWork().waitUntilSent()).toBeUndefined();
});

test('who waits comes after all that was begun, also while it waited', async () => {
  const reported: string[] = [];
  const behind = createDeferredWork();
  const begin = (name: string) => {
    setImmediate(() => reported.push(name));
    behind.markStarted();
  };
  begin('first');
  const waiting = behind.waitUntilSent()?.then(() => reported.push('who waits'));
  begin('second');
  begin('third');
  await waiting;
  expect(reported).toEqual(['first', 'second', 'third', 'who waits']);
});

test('who has waited does so again only where something was begun since', async () => {
  const behind = createDeferredWork();
  behind.markStarted();
  await behind.waitUntilSent();
  expect(behind.waitUntilSent()).toBeUndefined();
  behind.markStarted();
  await immediate();
  expect(behind.waitUntilSent()).toBeInstanceOf(Promise);
});
