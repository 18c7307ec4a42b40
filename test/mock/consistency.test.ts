import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningMock, serveMock } from '../../mock/serve/mock-server.ts';
import { defaultDocument } from '../../spec/kit.ts';
import { loadContract } from '../../spec/loading/load-contract.ts';
import { verify } from '../conformance/support.ts';

let mock: RunningMock;
beforeAll(async () => {
  mock = await serveMock(await loadContract(defaultDocument.href));
});
afterAll(() => mock.close());

test('a requested 401 looks like the one for a missing token', async () => {
  const own = await post({});
  const requested401 = await post({ Authorization: `Bearer ${mock.token}`, Prefer: 'code=401' });
  expect(requested401.status).toBe(own.status);
  expect(requested401.headers.get('content-type')).toBe(own.headers.get('content-type'));
  expect(requested401.headers.get('www-authenticate')).toBe(own.headers.get('www-authenticate'));
  expect(await requested401.json()).toEqual({ error: expect.any(Number), message: expect.any(String) });
  expect(await own.json()).toEqual({ error: expect.any(Number), message: expect.any(String) });
});

test('an error that several parts of a schema find is reported once', async () => {
  const response = await post({ Authorization: `Bearer ${mock.token}` }, '[]');
  expect(await response.json()).toMatchObject({ message: 'body: expected object, got array' });
});

/**
 * Cases for each operation, one of each category in turn, so that each category has several. The default document has one
 * operation: its whole run has all malformed bodies and texts, of which the others would repeat thousands.
 */
const CASES = 40;

/** Some of each category: the second run is about the records of the first. */
const CASES_OF_SECOND = 12;

interface Trial {
  readonly file: string;
  readonly cases?: number;
  /** A scheme that requires a user name before the token. */
  readonly basic?: string;
}

/** Neither its own records nor those of an earlier run may make the mock violate its contract. */
test.each<Trial>([
  { file: defaultDocument.href, cases: Number.POSITIVE_INFINITY },
  { file: 'test/fixtures/mock/todos.yaml' },
  { file: 'test/fixtures/mock/pets.yaml' },
  { file: 'test/fixtures/mock/books.yaml' },
  { file: 'test/fixtures/mock/shop.yaml' },
  { file: 'test/fixtures/mock/shapes.yaml' },
  { file: 'test/evals/zoo/tools/tools.yaml', cases: 20 },
  { file: 'test/evals/zoo/desk/desk.yaml', cases: 20, basic: 'staff' },
])('the verifier finds nothing in two sequential runs: $file', async ({ file, basic, cases = CASES }) => {
  const contract = await loadContract(file);
  const mock = await serveMock(contract);
  const byScheme = new Map(basic === undefined ? [] : [[basic, `mock:${mock.token}`]]);
  const credentials = { token: mock.token, byScheme };
  const options = { contract, baseUrl: mock.url, credentials, timeoutMs: 60_000 };
  for (const ofEach of [cases, CASES_OF_SECOND]) {
    const { findings, unchecked } = await verify({ ...options, budget: ofEach * contract.operations.length });
    const reported = findings.map(({ check, evidence, received }) => `${check}: ${evidence?.caseId}: ${received}`);
    // What a document does not declare cannot be checked, and is no error of its mock.
    const byStore = unchecked.filter(({ reason }) => !reason.startsWith('the contract declares no success'));
    expect([reported, byStore]).toEqual([[], []]);
  }
  await mock.close();
});

function post(headers: Readonly<Record<string, string>>, body = '{"id":1,"name":"fern"}'): Promise<Response> {
  return fetch(`${mock.url}/plants`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  });
}
