import { setImmediate as immediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createDeferredWork } from '../../../contracts/conformance/running/ordered-concurrent-map.ts';

test('does not wait when nothing was started', () => {
  expect(createDeferredWork().waitUntilSent()).toBeUndefined();
});

test('waits for all started work, also work started meanwhile', async () => {
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

test('waits again only when work was started since', async () => {
  const behind = createDeferredWork();
  behind.markStarted();
  await behind.waitUntilSent();
  expect(behind.waitUntilSent()).toBeUndefined();
  behind.markStarted();
  await immediate();
  expect(behind.waitUntilSent()).toBeInstanceOf(Promise);
});
