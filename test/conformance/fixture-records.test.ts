/** The verifier against implementations without the records of the contract's examples. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { serveMock } from '../../mock/serve/mock-server.ts';
import { isJsonObject, parseJson } from '../../spec/json/exact-json.ts';
import { loadContract } from '../../spec/loading/load-contract.ts';
import { describeErrors, verify } from './support.ts';

const todos = await loadContract('test/fixtures/mock/todos.yaml');
const books = await loadContract('test/fixtures/mock/books.yaml');

test('checks item operations with a created record when the example does not exist', async () => {
  const store = await serveMock(todos, { records: { '/todos': [] } });
  onTestFinished(() => store.close());
  const result = await verify({ contract: todos, baseUrl: store.url, token: store.token });
  expect(describeErrors(result)).toEqual([]);
  expect(result.unchecked).toEqual([]);
  expect(result.rows.filter(({ operation }) => operation === 'replaceTodo').length).toBeGreaterThan(3);
});

test('deletes only records that the run created', async () => {
  const store = await serveMock(todos);
  onTestFinished(() => store.close());
  const { deletedRecords, rows } = await verify({ contract: todos, baseUrl: store.url, token: store.token });
  expect(deletedRecords).toEqual([]);
  expect(rows.filter(({ operation }) => operation === 'deleteTodo').length).toBeGreaterThan(3);
  expect((await fetch(`${store.url}/todos/1`)).status).toBe(200);
});

test('creates a record with PUT and a new name when there is no POST', async () => {
  const operations = books.operations.filter(({ method }) => method !== 'POST');
  const contract = { ...books, operations };
  const store = await serveMock(contract);
  onTestFinished(() => store.close());
  const result = await verify({
    contract,
    baseUrl: store.url,
    token: store.token,
    categories: ['valid-bodies'],
  });
  expect(result.unchecked).toEqual([]);
  expect(result.deletedRecords).toEqual([]);
  expect(describeErrors(result)).toEqual([]);
  expect(result.rows.map(({ operation }) => operation)).toContain('deleteBook');
});

test.each([
  ['accepts the name in the path as the identifier', '8', []],
  ['reports any other identifier as an error', '9', ['created-is-echoed', 'created-is-echoed']],
])('in the response to a PUT and a PATCH: %s', async (_rule, id, expected) => {
  const store = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const parsed = parseJson(Buffer.concat(chunks).toString());
    const sent = parsed.ok && isJsonObject(parsed.value) ? parsed.value : {};
    const head = { 'Content-Type': 'application/json' };
    const shownId = request.method === 'POST' ? 8 : Number(id);
    response.writeHead(200, head).end(JSON.stringify({ title: 'Mosses', ...sent, id: shownId }));
  });
  await new Promise<void>((resolve) => void store.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void store.close());
  const address = store.address();
  const port = portOf(address);
  const only = ['valid-bodies'];
  const { findings } = await verify({
    contract: books,
    baseUrl: `http://127.0.0.1:${port}`,
    categories: only,
  });
  const about = findings.filter(
    ({ subject, check }) => check === 'created-is-echoed' && /^(replace|change)Book$/.test(subject),
  );
  expect(about.map(({ check }) => check)).toEqual(expected);
});

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}
