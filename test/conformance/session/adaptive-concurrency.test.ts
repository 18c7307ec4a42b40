import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import type { Exchange } from '../../../contracts/conformance/model/exchange.ts';
import { createAdaptiveConcurrency } from '../../../contracts/conformance/session/adaptive-concurrency.ts';
import { openSession } from '../../../contracts/conformance/session/session.ts';
import { plantStoreContract, tokenCredentials } from '../support.ts';
import { startTestServer } from '../test-server.ts';

const request = { method: 'GET', url: 'http://127.0.0.1/', headers: [], body: undefined, delivery: 'whole' } as const;

function exchangeWith(status: number, headers: readonly (readonly [string, string])[] = []): Exchange {
  return { request, outcome: { kind: 'response', response: { status, headers, body: Buffer.alloc(0) } }, ms: 1 };
}

const accepted = exchangeWith(200);
const timeout: Exchange = {
  request,
  outcome: { kind: 'failure', failure: { kind: 'timeout', reason: 'no complete response within 10000 ms' } },
  ms: 10_000,
};

/** The concurrency after each exchange, at most 8. */
function concurrencyAfter(exchanges: readonly Exchange[]): readonly number[] {
  const adaptive = createAdaptiveConcurrency(8);
  return exchanges.map((exchange) => {
    adaptive.record(exchange);
    return adaptive.current();
  });
}

test.each([
  ['429', exchangeWith(429)],
  ['503', exchangeWith(503)],
  ['a request without a response in time', timeout],
  ['a limit that is over when it is sent again', { ...accepted, limitedAttempts: [exchangeWith(429)] }],
])('half as many requests are sent after %s', (_what, exchange) => {
  expect(concurrencyAfter([accepted, exchange])).toEqual([8, 4]);
});

test('those sent at the same time count once, and there is always one', () => {
  const limited = exchangeWith(429);
  const seen = concurrencyAfter(Array.from({ length: 12 }, () => limited));
  expect(seen.slice(0, 5)).toEqual([4, 4, 4, 4, 2]);
  expect(seen.at(-1)).toBe(1);
});

test('it recovers slowly, up to the maximum', () => {
  const seen = concurrencyAfter([exchangeWith(429), ...Array.from({ length: 2_000 }, () => accepted)]);
  expect([seen[79], seen[80], seen[100], seen.at(-1)]).toEqual([4, 5, 5, 8]);
  expect(Math.max(...seen)).toBe(8);
});

test.each([[500], [404], [201]])('%s says nothing about the load', (status) => {
  expect(concurrencyAfter([exchangeWith(status)])).toEqual([8]);
});

test('a session sends fewer requests at the same time to an implementation that limits them', async () => {
  const server = createServer((_request, response) => void response.writeHead(429, { 'Retry-After': '0' }).end());
  const baseUrl = await startTestServer(server, onTestFinished);
  const [operation] = plantStoreContract.operations;
  if (operation === undefined) throw new Error('the contract has no operation');
  const credentials = tokenCredentials('a-token');
  const session = openSession({
    contract: plantStoreContract,
    baseUrl,
    credentials,
    timeoutMs: 10_000,
    concurrency: 4,
  });
  onTestFinished(() => session.close());
  expect(session.currentConcurrency()).toBe(4);
  const valid = { path: operation.path, headers: [], body: '{}', value: {}, credentials: 'right' } as const;
  await session.send({ operation }, valid);
  expect(session.currentConcurrency()).toBe(2);
});
