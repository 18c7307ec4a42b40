/** Records that the implementation had before the run stay as they are, unless the contract names them. */
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import type { RunResult } from '../../contracts/conformance/model/run-result.ts';
import type { JsonObject } from '../../spec/json/exact-json.ts';
import { loadContract } from '../../spec/loading/load-contract.ts';
import type { Contract } from '../../spec/model/contract.ts';
import { describeErrors, verify } from './support.ts';
import { startTestServer } from './test-server.ts';
import { createTicketStore, tickets } from './ticket-store.ts';

const seeded: readonly JsonObject[] = Array.from({ length: 100 }, (_none, index) => ({ id: index + 1, title: 'Seed' }));

const changes = ['replaceTicket', 'changeTicket', 'reopenTicket'];

async function verifySeeded(contract: Contract): Promise<{ writes: readonly string[]; result: RunResult }> {
  const store = createTicketStore('reads what is stored', { seeded });
  const baseUrl = await startTestServer(store.server, onTestFinished);
  const result = await verify({
    contract,
    baseUrl,
    categories: ['valid-bodies', 'parameters', 'unknown-identifiers', 'lifecycles'],
  });
  return { writes: store.seededWrites, result };
}

/** Without the operation that creates tickets. */
function withoutCreate({ operations, ...rest }: Contract): Contract {
  return { ...rest, operations: operations.filter(({ id }) => id !== 'createTicket') };
}

/** Without the examples of path parameters. */
function withoutExamples({ operations, ...rest }: Contract): Contract {
  return {
    ...rest,
    operations: operations.map((operation) => ({
      ...operation,
      parameters: operation.parameters.map((parameter) => {
        const { schema } = parameter;
        return { ...parameter, schema: schema === undefined ? schema : { ...schema, examples: [] } };
      }),
    })),
  };
}

test('changes records that it creates, also where the contract names another one', async () => {
  const { writes, result } = await verifySeeded(tickets);
  expect(describeErrors(result)).toEqual([]);
  expect(result.unchecked).toEqual([]);
  expect(writes).toEqual([]);
});

test('does not test a change where it cannot create a record, and says what to supply', async () => {
  const { writes, result } = await verifySeeded(withoutExamples(withoutCreate(tickets)));
  expect(writes).toEqual([]);
  expect(result.unchecked.map(({ operation }) => operation)).toEqual(changes);
  for (const { reason } of result.unchecked) {
    expect(reason).toContain('the run could not create a record');
    expect(reason).toContain('an example of the path parameter "ticketId"');
  }
});

test('changes the record that an example of the contract names, where it cannot create one', async () => {
  const { writes, result } = await verifySeeded(withoutCreate(tickets));
  expect(describeErrors(result)).toEqual([]);
  // It is read back there.
  expect(result.unchecked).toEqual([]);
  expect(new Set(writes)).toEqual(new Set(['PUT /tickets/1', 'PATCH /tickets/1', 'POST /tickets/1/reopen']));
});

test('does not claim that a record was deleted, only that the implementation says so', async () => {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(request.method === 'DELETE' ? 204 : request.method === 'GET' ? 200 : 404).end();
  });
  const { deletedRecords } = await verify({
    contract: await loadContract('test/fixtures/mock/books.yaml'),
    baseUrl: await startTestServer(server, onTestFinished),
    categories: ['valid-bodies'],
  });
  expect(deletedRecords).toEqual(['deleteBook reports that it deleted /books/8/, which the run did not create']);
});
