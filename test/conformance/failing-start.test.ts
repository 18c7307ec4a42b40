/** Implementations whose first response is an error: optional properties are tested nevertheless. */
import { expect, onTestFinished, test } from 'vitest';
import { type ItemHandlers, itemContract, itemHandlers, pick, startItemStore } from './item-store.ts';
import { failingChecks, verify } from './support.ts';

const contract = await itemContract(pick('POST /items', 'GET /items/{id}'));

/** The first creation returns this status. */
async function verifyWithFirst(status: number | undefined) {
  const handlers = itemHandlers();
  let isFirst = true;
  const failing: ItemHandlers = {
    ...handlers,
    'POST /items': (request) => {
      const fails = isFirst && status !== undefined;
      isFirst = false;
      return fails ? { status, body: { message: 'not yet' } } : (handlers['POST /items']?.(request) ?? { status: 500 });
    },
  };
  const baseUrl = await startItemStore(onTestFinished, contract, failing);
  return verify({ contract, baseUrl, categories: ['valid-bodies', 'boundary-values'], concurrency: 1 });
}

test.each([500, 503, 400])('an implementation whose first response is %i gets all cases', async (status) => {
  const usual = await verifyWithFirst(undefined);
  const { cases, findings } = await verifyWithFirst(status);
  expect(usual.findings).toEqual([]);
  expect(cases).toBe(usual.cases);
  // A server error is reported, also if it does not happen again.
  expect(findings.map(({ check, severity }) => `${severity} ${check}`)).toEqual(
    status < 500 ? [] : ['warning no-server-error'],
  );
});

test('an implementation that always rejects an optional property is reported for it', async () => {
  const handlers = itemHandlers();
  const rejecting: ItemHandlers = {
    ...handlers,
    'POST /items': (request) =>
      request.sent['stock'] === undefined ? (handlers['POST /items']?.(request) ?? { status: 500 }) : { status: 400 },
  };
  const baseUrl = await startItemStore(onTestFinished, contract, rejecting);
  const result = await verify({ contract, baseUrl, categories: ['valid-bodies'], concurrency: 1 });
  expect(failingChecks(result)).toEqual(['valid-accepted']);
});
