/** The verifier against stores that know what they were told everywhere only a moment later. */
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { serveMock } from '../../mock/serve/server.ts';
import { loadContract } from '../../spec/loading/load.ts';
import { cut, isSame, listStore, type Manner, sorted, type Thing } from './list-store.ts';
import { faultsOf, verify } from './support.ts';

const todos = await loadContract('test/fixtures/mock/todos.yaml');
const things = await loadContract('test/fixtures/conformance/things.yaml');

const LAG_MS = 250;

test.each([
  ['everywhere later', () => true],
  ['later on one of two replicas', (asked: number) => asked % 2 === 0],
])('a record of our own that can be read %s is waited for', async (_where, isBehind) => {
  const url = await laggingTodos(isBehind);
  const result = await verify({
    contract: todos,
    baseUrl: url.store,
    token: url.token,
    only: ['valid-bodies'],
  });
  expect(faultsOf(result)).toEqual([]);
  expect(result.unjudged).toEqual([]);
  expect(result.rows.map(({ operation }) => operation)).toContain('readTodo');
});

/** Before a store that is never behind: what was created a moment ago is not found. */
async function laggingTodos(isBehind: (asked: number) => boolean) {
  const store = await serveMock(todos, { records: { '/todos': [] } });
  const created = new Map<string, number>();
  let asked = 0;
  const front = createServer(async (request, response) => {
    const { method = 'GET', url: path = '' } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const isNew = Date.now() - (created.get(path) ?? 0) < LAG_MS;
    const isHidden = method === 'GET' && isNew && isBehind(asked++);
    const answer = await fetch(`${store.url}${isHidden ? '/todos/987654321' : path}`, {
      method,
      headers: Object.entries(request.headers).flatMap(([name, value]) =>
        typeof value === 'string' && /^(?:authorization|content-type|accept)$/.test(name)
          ? [[name, value]]
          : [],
      ),
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
    });
    const text = await answer.text();
    const [, id] = /"id":(\d+)/.exec(text) ?? [];
    if (method === 'POST' && answer.ok && id !== undefined) created.set(`/todos/${id}`, Date.now());
    const kept = ['content-type', 'location', 'link', 'x-total-count'].flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    response.writeHead(answer.status, Object.fromEntries(kept)).end(text);
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

/** What is new comes to later pages and to filters a moment after the whole has it. */
function behind(): Manner {
  const seen = new Map<number, number>();
  const isOld = ({ id }: Thing) => {
    const since = seen.get(id) ?? Date.now();
    seen.set(id, since);
    return Date.now() - since >= LAG_MS;
  };
  return {
    sorts: (all, sort) => (sort === '' ? all.toReversed() : sorted(all, sort)),
    cuts: (all, offset, limit) => cut(offset === 0 ? all : all.filter(isOld), offset, limit),
    chooses: (thing, name, asked) => isOld(thing) && isSame(thing, name, asked),
  };
}

test.each([
  ['pages', { chooses: isSame }],
  ['a filter', { cuts: cut }],
])('%s that lack what came a moment before are asked for again', async (_what, keptUp) => {
  const server = listStore({ ...behind(), ...keptUp });
  const baseUrl = await listening(server);
  onTestFinished(() => void server.close());
  const result = await verify({ contract: things, baseUrl, only: ['list-queries'] });
  expect(faultsOf(result)).toEqual([]);
});
