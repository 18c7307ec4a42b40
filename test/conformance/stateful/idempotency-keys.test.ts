import { expect, onTestFinished, test } from 'vitest';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { describeErrors, verify } from '../support.ts';
import { startTestServer } from '../test-server.ts';
import { createPaymentStore } from './payment-store.ts';

const contract = await loadContract('test/fixtures/conformance/payments.yaml');

async function errorsOf(kind?: Parameters<typeof createPaymentStore>[0]): Promise<readonly string[]> {
  const baseUrl = await startTestServer(createPaymentStore(kind), onTestFinished);
  return describeErrors(await verify({ contract, baseUrl, categories: ['idempotency-keys'] }));
}

test.each([undefined, 'rejects while in progress'] as const)('accepts a correct implementation: %s', async (kind) => {
  expect(await errorsOf(kind)).toEqual([]);
});

test.each([
  ['ignores the key', 'the same request was sent before'],
  ['stores the key late', 'sent several times concurrently'],
  ['rejects repetitions', 'the same request was sent before'],
  ['returns the first payment to other bodies', 'with another body'],
] as const)('finds an implementation that %s', async (kind, mutation) => {
  const errors = await errorsOf(kind);
  expect(errors.filter((error) => error.includes(mutation))).toEqual([
    expect.stringContaining('idempotency-key-respected'),
  ]);
});
