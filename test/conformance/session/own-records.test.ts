import { expect, test } from 'vitest';
import type { Exchange } from '../../../contracts/conformance/model/exchange.ts';
import { createOwnRecords } from '../../../contracts/conformance/session/own-records.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';

const contract = await loadContract('test/fixtures/mock/todos.yaml');

/** What is left to remove after these exchanges: `POST /todos 201 7`, with the id in the response. */
function remainingAfter(...exchanges: readonly string[]): readonly string[] {
  const records = createOwnRecords(contract);
  for (const text of exchanges) {
    const [method = '', path = '', status, id] = text.split(' ');
    const item = /\d/.test(path) ? '/todos/{id}' : '/todos';
    const operation = contract.operations.find((one) => one.method === method && one.path === item);
    if (operation === undefined) throw new Error(`${text}: no such operation`);
    const body = Buffer.from(id === undefined ? '' : JSON.stringify({ id: Number(id), title: 'Moss', done: false }));
    const request = {
      method,
      url: `http://127.0.0.1${path}`,
      headers: [],
      body: undefined,
      delivery: 'whole',
    } as const;
    const exchange: Exchange = {
      request,
      outcome: { kind: 'response', response: { status: Number(status), headers: [], body } },
      ms: 1,
    };
    const requestSpec = { path, headers: [], body: undefined, value: undefined, credentials: 'right' } as const;
    records.record(operation, requestSpec, exchange);
  }
  return records.remaining().map((one) => `${one.deletion.id} ${one.path}`);
}

test('records that the run created are left to remove, the last one first', () => {
  expect(remainingAfter('POST /todos 201 907', 'POST /todos/ 201 908')).toEqual([
    'deleteTodo /todos/908',
    'deleteTodo /todos/907',
  ]);
});

test.each([
  ['a record that was deleted', ['POST /todos 201 907', 'DELETE /todos/907 204']],
  ['a response that does not say that it created one', ['POST /todos 200 907', 'POST /todos 202 908']],
  ['a rejection', ['POST /todos 400 907']],
  ['a response without an id', ['POST /todos 201']],
  ['an id that was given twice', ['POST /todos 201 907', 'POST /todos 201 907', 'POST /todos 201 907']],
  ['a change', ['PUT /todos/907 200 907', 'PATCH /todos/908 200 908']],
  ['another spelling of the path', ['POST /./todos 201 907']],
])('nothing is removed for %s', (_what, exchanges) => {
  expect(remainingAfter(...exchanges)).toEqual([]);
});
