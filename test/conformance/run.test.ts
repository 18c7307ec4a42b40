import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunResult } from '../../contracts/conformance/model/run-result.ts';
import { testCategories } from '../../contracts/conformance/test-categories.ts';
import { KitError } from '../../errors.ts';
import { type RunningPlantStore, startVariant, variants } from '../evals/zoo/index.ts';
import { freePort } from '../free-port.ts';
import { describeErrors, verify } from './support.ts';

let right: RunningPlantStore;
beforeAll(async () => {
  right = await start('right-store');
});
afterAll(() => right.close());

describe('a run that cannot check reports the reason', () => {
  test.each<[string, string, () => Promise<RunResult>]>([
    ['an invalid token', 'credentials-rejected', () => verify({ baseUrl: right.url, token: 'wrong' })],
    ['no token', 'credentials-missing', () => verify({ baseUrl: right.url })],
    ['no server at the port', 'target-unreachable', () => verify({ baseUrl: 'http://127.0.0.1:1', token: 't' })],
    ['a port that closes every connection', 'target-unreachable', () => verifyClosing()],
    ['a wrong base path', 'nothing-mounted', () => verify({ baseUrl: `${right.url}/nowhere`, token: right.token })],
    [
      'an unknown test category',
      'option-invalid',
      () => verify({ baseUrl: right.url, token: right.token, categories: ['nope'] }),
    ],
    [
      'a test category without cases here',
      'nothing-checked',
      () => verify({ baseUrl: right.url, token: right.token, categories: ['parameters'] }),
    ],
    [
      'an unknown security scheme',
      'option-invalid',
      () => verify({ baseUrl: right.url, credentials: { token: 't', byScheme: new Map([['nope', 'x']]) } }),
    ],
  ])('%s: %s', async (_what, code, run) => {
    const error = await run().then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(KitError);
    expect(error instanceof KitError ? error.code : undefined).toBe(code);
  });
});

test('uses a credential for a named scheme', async () => {
  const credentials = { token: undefined, byScheme: new Map([['bearerAuth', right.token]]) };
  expect(describeErrors(await verify({ baseUrl: right.url, credentials }))).toEqual([]);
});

/** Test categories for features that the Plant Store does not have. */
const notHere = new Set([
  'decimals',
  'boundary-values',
  'parameters',
  'form-fields',
  'schema-combinations',
  'lifecycles',
  'conditional-requests',
  'idempotency-keys',
  'list-queries',
  'read-only',
  'unknown-identifiers',
  'random-sequences',
  'other-users',
]);
/** Runs first, with its first case. */
const first = 'authentication';

test('every row of the run has cases, and every check was applied', async () => {
  const result = await verify({ baseUrl: right.url, token: right.token });
  expect(result.rows.map(({ category }) => category)).toEqual([
    first,
    ...testCategories.map(({ name }) => name).filter((name) => name !== first && !notHere.has(name)),
  ]);
  expect(result.rows.every(({ cases }) => cases > 0)).toBe(true);
  expect(result.rows.reduce((sum, { cases }) => sum + cases, 0)).toBe(result.cases);
  expect(result.checkCounts.map(({ check }) => check)).toContain('created-is-echoed');
  expect(result.unchecked).toEqual([]);
});

test('notes once that the contract does not specify rejected credentials, without a finding', async () => {
  const result = await verify({ baseUrl: right.url, token: right.token });
  expect(result.contractGaps).toHaveLength(1);
  expect(result.contractGaps[0]).toMatch(/plant-store\.yaml:\d+: createPlant requires credentials but declares no 401/);
});

test('a finding has what is needed to reproduce it', async () => {
  const store = await start('takes-numeric-string-as-id');
  const result = await verify({ baseUrl: store.url, token: store.token });
  await store.close();
  const [finding] = result.findings;
  expect(finding).toMatchObject({
    check: 'invalid-rejected',
    severity: 'error',
    subject: 'createPlant',
    received: 'status 200',
    evidence: {
      mutation: expect.stringContaining('body.id is its value as a string'),
      reproduction: { reproduced: 3, attempts: 3 },
      response: { status: 200 },
    },
  });
  expect(finding?.lineText).toBe('type: integer');
  expect(finding?.evidence?.curl).toMatch(/^curl -i -X POST 'http:.*"\$PLANT_STORE_TOKEN".*--data-raw '\{.*"id":"\d+"/);
  expect(finding?.evidence?.replay).toContain(`${finding?.evidence?.caseId}`);
});

test('reports an intermittent error as flaky', async () => {
  let requests = 0;
  const close = await serve((request, response) => {
    request.resume();
    response.statusCode = request.headers.authorization?.startsWith('Bearer right') === true ? 200 : 401;
    // Thue-Morse: of three requests in turn, and of each second one, some fail and some do not.
    const isRight = [...(requests++).toString(2)].filter((digit) => digit === '1').length % 2 === 0;
    const body = isRight ? '{"name":"x"}' : '{"name":7}';
    response.setHeader('Content-Type', 'application/json').end(body);
  });
  const result = await verify({
    baseUrl: close.url,
    token: 'right-token',
    categories: ['valid-bodies'],
    concurrency: 1,
  });
  await close.stop();
  const flaky = result.findings.filter(({ evidence }) => {
    const { reproduced = 0, attempts = 0 } = evidence?.reproduction ?? {};
    return reproduced > 0 && reproduced < attempts;
  });
  expect(flaky).not.toEqual([]);
});

test('folds findings with the same cause into one, with a count', async () => {
  const store = await start('takes-any-token');
  const result = await verify({ baseUrl: store.url, token: store.token, categories: ['authentication'] });
  await store.close();
  const rejected = result.findings.filter(({ check }) => check === 'unauthorized-rejected');
  // No valid secret, and the valid one in the wrong form: two causes.
  expect(rejected).toHaveLength(2);
  expect(rejected.every(({ similarCount }) => similarCount > 0)).toBe(true);
});

test('stops a run against an implementation that never responds', async () => {
  const hanging = await serve((request) => void request.resume());
  const result = await verify({ baseUrl: hanging.url, token: 't', timeoutMs: 50 });
  await hanging.stop();
  expect(result.cases).toBeLessThan(40);
  expect(result.unchecked).toEqual([
    { operation: 'createPlant', reason: expect.stringContaining('no complete response'), casesRun: 'some' },
  ]);
  expect(describeErrors(result)).not.toEqual([]);
});

test('reports an implementation that stops during a run, without a crash', async () => {
  let requests = 0;
  const dying = createServer((request, response) => {
    request.resume();
    if (++requests > 20) {
      dying.close();
      request.socket.destroy();
      return;
    }
    response.writeHead(200, { 'Content-Type': 'application/json', Connection: 'close' }).end('{"name":"x"}');
  });
  // Not an ephemeral port: no other process may respond there afterwards.
  const port = await freePort();
  await new Promise<void>((resolve) => void dying.listen(port, '127.0.0.1', resolve));
  const result = await verify({ baseUrl: `http://127.0.0.1:${port}`, token: 't' });
  expect(new Set(result.findings.map(({ check }) => check))).toEqual(
    new Set(['response-arrives', 'created-is-echoed', 'unauthorized-rejected']),
  );
  expect(result.unchecked[0]?.reason).toContain('became unreachable');
  expect(result.ended).toMatch(/became unreachable .*, after POST \/\S+ \(createPlant\/.*: no complete response/);
  expect(describeErrors(result).filter((errorFinding) => errorFinding.includes('ECONNREFUSED'))).toEqual([]);
  expect(result.cases).toBeLessThan(40);
});

async function start(name: string): Promise<RunningPlantStore> {
  const variant = variants.find((one) => one.name === name);
  if (variant === undefined) throw new Error(`no variant ${name}`);
  return startVariant(variant);
}

async function serve(listener: RequestListener): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function verifyClosing(): Promise<RunResult> {
  const closing = createTcpServer((socket) => void socket.on('error', () => {}).end());
  await new Promise<void>((resolve) => void closing.listen(0, '127.0.0.1', resolve));
  const address = closing.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return verify({ baseUrl: `http://127.0.0.1:${port}`, token: 't' }).finally(() => closing.close());
}
