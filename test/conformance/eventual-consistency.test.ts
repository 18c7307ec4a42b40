/** The verifier against eventually consistent implementations. */
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { serveMock } from '../../mock/serve/mock-server.ts';
import { loadContract } from '../../spec/loading/load-contract.ts';
import { createListStore, equalsFilter, type ListStoreOverrides, paginate, sorted, type Thing } from './list-store.ts';
import { describeErrors, usualPauses, verify } from './support.ts';

const todos = await loadContract('test/fixtures/mock/todos.yaml');
const things = await loadContract('test/fixtures/conformance/things.yaml');

const LAG_MS = 250;

test.each([
  ['everywhere later', () => true],
  ['later on one replica', (requestNumber: number) => requestNumber % 2 === 0],
])('waits for a record that can be read %s', async (_where, isBehind) => {
  const url = await laggingTodos(isBehind);
  const result = await verify({
    ...usualPauses,
    contract: todos,
    baseUrl: url.store,
    token: url.token,
    categories: ['valid-bodies'],
  });
  expect(describeErrors(result)).toEqual([]);
  expect(result.unchecked).toEqual([]);
  expect(result.rows.map(({ operation }) => operation)).toContain('readTodo');
});

/** A proxy for a consistent implementation, behind which a recently created record is not found. */
async function laggingTodos(isBehind: (requestNumber: number) => boolean) {
  const store = await serveMock(todos, { records: { '/todos': [] } });
  const created = new Map<string, number>();
  let requestNumber = 0;
  const front = createServer(async (request, response) => {
    const { method = 'GET', url: path = '' } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const isNew = Date.now() - (created.get(path) ?? 0) < LAG_MS;
    const isHidden = method === 'GET' && isNew && isBehind(requestNumber++);
    const received = await fetch(`${store.url}${isHidden ? '/todos/987654321' : path}`, {
      method,
      headers: Object.entries(request.headers).flatMap(([name, value]) =>
        typeof value === 'string' && /^(?:authorization|content-type|accept)$/.test(name) ? [[name, value]] : [],
      ),
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
    });
    const text = await received.text();
    const [, id] = /"id":(\d+)/.exec(text) ?? [];
    if (method === 'POST' && received.ok && id !== undefined) created.set(`/todos/${id}`, Date.now());
    const kept = ['content-type', 'location', 'link', 'x-total-count'].flatMap((name) => {
      const value = received.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    response.writeHead(received.status, Object.fromEntries(kept)).end(text);
  });
  const url = await listening(front);
  onTestFinished(async () => {
    front.close();
    await store.close();
  });
  return { store: url, token: store.token };
}

async function listening(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`;
}

/** New records appear on later pages and in filters after a delay. */
function behind(): ListStoreOverrides {
  const seen = new Map<number, number>();
  const isOld = ({ id }: Thing) => {
    const since = seen.get(id) ?? Date.now();
    seen.set(id, since);
    return Date.now() - since >= LAG_MS;
  };
  return {
    sort: (all, sort) => (sort === '' ? all.toReversed() : sorted(all, sort)),
    paginate: (all, offset, limit) => paginate(offset === 0 ? all : all.filter(isOld), offset, limit),
    matchesFilter: (thing, name, requestNumber) => isOld(thing) && equalsFilter(thing, name, requestNumber),
  };
}

test.each([
  ['pages', { matchesFilter: equalsFilter }],
  ['a filter', { paginate }],
])('repeats %s that lack recent writes', async (_what, keptUp) => {
  const server = createListStore({ ...behind(), ...keptUp });
  const baseUrl = await listening(server);
  onTestFinished(() => void server.close());
  const result = await verify({ ...usualPauses, contract: things, baseUrl, categories: ['list-queries'] });
  expect(describeErrors(result)).toEqual([]);
});
