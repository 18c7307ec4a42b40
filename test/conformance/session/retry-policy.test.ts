import { expect, test } from 'vitest';
import type { Exchange, SentRequest } from '../../../contracts/conformance/model/exchange.ts';
import { createRetryPolicy } from '../../../contracts/conformance/session/retry-policy.ts';

const request: SentRequest = {
  method: 'GET',
  url: 'http://127.0.0.1/pots',
  headers: [],
  body: undefined,
  delivery: 'whole',
};

/** How often each request is sent; every response has the status at that time. */
function createCountingPolicy() {
  const policy = createRetryPolicy();
  return async (status: number): Promise<number> => {
    let count = 0;
    const transport = async (): Promise<Exchange> => {
      count++;
      const response = { status, headers: [['Retry-After', '0'] as const], body: new Uint8Array() };
      return { request, outcome: { kind: 'response', response }, ms: 1 };
    };
    await policy.send(transport, request);
    return count;
  };
}

test('a limited request is repeated three times, and only once when waiting has not helped several requests', async () => {
  const send = createCountingPolicy();
  const counts: number[] = [];
  for (const status of [429, 429, 503, 429, 429, 429, 200, 429]) counts.push(await send(status));
  expect(counts).toEqual([4, 4, 4, 4, 2, 2, 1, 4]);
});
