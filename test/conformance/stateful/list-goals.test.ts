/** The goal that a list contains created records is reached by requests of that list only. */
import { expect, test } from 'vitest';
import type { ExecutedStep, KnownRecord } from '../../../contracts/conformance/model/sequence.ts';
import { listGoal } from '../../../contracts/conformance/stateful/goals/lifecycle-goals.ts';
import type { Operation } from '../../../spec/model/contract.ts';
import { contractFromJson } from '../../mock/support.ts';

const responses = { 200: { description: 'OK' } };
const { operations } = await contractFromJson({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: { '/items': { get: { responses }, post: { responses } }, '/sales': { get: { responses } } },
});

function operationOf(method: string, path: string): Operation {
  const found = operations.find((one) => one.method === method && one.path === path);
  if (found === undefined) throw new Error(`there is no ${method} ${path}`);
  return found;
}

const [list, create, otherList] = [
  operationOf('GET', '/items'),
  operationOf('POST', '/items'),
  operationOf('GET', '/sales'),
];

const created: KnownRecord = {
  pathValues: [7],
  idName: 'id',
  read: undefined,
  remove: undefined,
  isConfirmed: true,
  writes: [],
  lastShown: undefined,
  isStillShown: false,
};

/** The whole list has no items. */
function readEmpty(operation: Operation): ExecutedStep {
  return {
    step: {
      operation,
      requestSpec: {
        path: operation.path,
        headers: [],
        body: undefined,
        value: undefined,
        credentials: 'right',
      },
      description: 'it is read',
      expectedState: {
        expects: 'list',
        records: [created],
        pages: {
          previousPages: [],
          itemsIn: () => [],
          isEnd: () => true,
          reasonForMissing: () => undefined,
        },
      },
    },
    exchange: {
      request: { method: 'GET', url: operation.path, headers: [], body: undefined, delivery: 'whole' },
      outcome: { kind: 'response', response: { status: 200, headers: [], body: Buffer.from('[]') } },
      ms: 1,
    },
  };
}

test('a list is tested by its own requests, not by those of another list', () => {
  const goal = listGoal(list, { create, idNames: ['id'] });
  expect(goal.isReached([readEmpty(list)])).toBe(true);
  expect(goal.isReached([readEmpty(otherList)])).toBe(false);
});
