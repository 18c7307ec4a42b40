import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningMock, serveMock } from '../../mock/serve/server.ts';
import { homeDocument } from '../../spec/home.ts';
import { loadContract } from '../../spec/load.ts';
import { verify } from '../conformance/support.ts';

let mock: RunningMock;
beforeAll(async () => {
  mock = await serveMock(await loadContract(homeDocument.href));
});
afterAll(() => mock.close());

test('a 401 that is asked for looks like the one that a missing token gets', async () => {
  const own = await post({});
  const asked = await post({ Authorization: `Bearer ${mock.token}`, Prefer: 'code=401' });
  expect(asked.status).toBe(own.status);
  expect(asked.headers.get('content-type')).toBe(own.headers.get('content-type'));
  expect(asked.headers.get('www-authenticate')).toBe(own.headers.get('www-authenticate'));
  expect(await asked.json()).toEqual({ error: expect.any(Number), message: expect.any(String) });
  expect(await own.json()).toEqual({ error: expect.any(Number), message: expect.any(String) });
});

test('a fault that several parts of a schema find is told once', async () => {
  const answer = await post({ Authorization: `Bearer ${mock.token}` }, '[]');
  expect(await answer.json()).toMatchObject({ message: 'body: expected object, got array' });
});

/** Its own records must not make the store contradict its contract, nor what an earlier run has left behind. */
test.each([
  homeDocument.href,
  'test/fixtures/mock/todos.yaml',
  'test/fixtures/mock/pets.yaml',
  'test/fixtures/mock/books.yaml',
  'test/fixtures/mock/shop.yaml',
  'test/fixtures/mock/shapes.yaml',
])(
  'the verifier finds nothing, twice in a row: %s',
  async (file) => {
    const contract = await loadContract(file);
    const store = await serveMock(contract);
    const options = { contract, baseUrl: store.url, token: store.token, timeoutMs: 20_000 };
    for (const _run of ['first', 'second']) {
      const { findings, unjudged } = await verify(options);
      const told = findings.map(
        ({ check, evidence, received }) => `${check}: ${evidence?.caseId}: ${received}`,
      );
      expect([told, unjudged]).toEqual([[], []]);
    }
    await store.close();
  },
  120_000,
);

function post(headers: Readonly<Record<string, string>>, body = '{"id":1,"name":"fern"}'): Promise<Response> {
  return fetch(`${mock.url}/plants`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  });
}
