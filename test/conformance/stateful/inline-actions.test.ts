/** Actions of contracts that write out the schema of the record in each response. */
import { expect, onTestFinished, test } from 'vitest';
import type { RunResult } from '../../../contracts/conformance/model/run-result.ts';
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import {
  type ItemHandlers,
  item,
  itemContract,
  itemHandlers,
  missing,
  newItem,
  rejections,
  responds,
  sends,
  startItemStore,
} from '../item-store.ts';
import { describeErrors, verify } from '../support.ts';

function order(states: readonly string[] = ['open', 'cancelled']): JsonObject {
  const properties = { ...item.properties, status: { type: 'string', enum: states } };
  return { ...item, required: [...item.required, 'status'], properties };
}

function operations(conflict: string, states?: readonly string[]) {
  const { responses } = responds({ 200: order(states), ...rejections });
  return {
    'POST /items': { operationId: 'create', ...sends(newItem), ...responds({ 201: order(states), ...rejections }) },
    'GET /items/{id}': { operationId: 'read', ...responds({ 200: order(states), ...rejections }) },
    'POST /items/{id}/cancel': {
      operationId: 'cancel',
      responses: { ...Object(responses), 409: { description: conflict } },
    },
  };
}

type Kind = 'correct' | 'stores nothing' | 'repeatable';

function orderHandlers(kind: Kind): ItemHandlers {
  const items = new Map<string, JsonObject>();
  const handlers = itemHandlers(items);
  return {
    ...handlers,
    'POST /items': (request) =>
      handlers['POST /items']?.({ ...request, sent: { ...request.sent, status: 'open' } }) ?? { status: 500 },
    'POST /items/{id}/cancel': ({ values: [id = ''] }) => {
      const before = items.get(id);
      if (before === undefined) return missing;
      if (before['status'] === 'cancelled' && kind !== 'repeatable') return { status: 409 };
      const after = { ...before, status: 'cancelled' };
      if (kind !== 'stores nothing') items.set(id, after);
      return { status: 200, body: after };
    },
  };
}

async function runWith(kind: Kind, ...contractParts: Parameters<typeof operations>): Promise<RunResult> {
  const contract = await itemContract(operations(...contractParts));
  const baseUrl = await startItemStore(onTestFinished, contract, orderHandlers(kind));
  return verify({ contract, baseUrl, categories: ['lifecycles'], concurrency: 1 });
}

async function findingsOf(...parts: Parameters<typeof runWith>): Promise<readonly string[]> {
  const { findings } = await runWith(...parts);
  return findings.map(({ severity, check }) => `${severity} ${check}`);
}

test('an action that stores nothing is reported', async () => {
  expect(await findingsOf('correct', 'Conflict')).toEqual([]);
  expect(await findingsOf('stores nothing', 'Conflict')).toContain('error action-changes-state');
});

test('an action that can be repeated is an error where the contract says that it cannot', async () => {
  const sentence = 'The order is already cancelled.';
  expect(await findingsOf('correct', sentence)).toEqual([]);
  expect(await findingsOf('repeatable', sentence)).toEqual(['error conflicting-action-rejected']);
});

test('it is a warning where 409 is declared and can mean nothing else', async () => {
  expect(await findingsOf('repeatable', 'Conflict')).toEqual(['warning conflicting-action-rejected']);
  expect(await findingsOf('repeatable', 'Conflict', ['open', 'shipped', 'cancelled'])).toEqual([]);
});

test('the declared 409 is not tested where no response shows when it is sent', async () => {
  const states = ['open', 'shipped', 'cancelled'];
  const { findings, unchecked } = await runWith('repeatable', 'Conflict', states);
  expect(findings).toEqual([]);
  expect(unchecked).toEqual([
    {
      operation: 'cancel',
      casesRun: 'some',
      reason: expect.stringMatching(/^tested in part, because the contract declares 409, but not for which status/),
    },
  ]);
  const correct = await runWith('correct', 'Conflict', states);
  expect(describeErrors(correct)).toEqual([]);
  expect(correct.unchecked).toEqual([]);
  expect((await runWith('repeatable', 'The order is already cancelled.', states)).unchecked).toEqual([]);
});
