import { expect, onTestFinished, test } from 'vitest';
import { plainValidCase } from '../../contracts/conformance/cases/valid-bodies.ts';
import { plainBaseline } from '../../contracts/conformance/fixtures/valid-requests.ts';
import { statusOf } from '../../contracts/conformance/model/exchange.ts';
import { validRequestSpec } from '../../contracts/conformance/request/build-request-spec.ts';
import type { RunOptions } from '../../contracts/conformance/run-options.ts';
import { openSession } from '../../contracts/conformance/session/session.ts';
import { describeErrors, failingChecks, verify } from './support.ts';
import { startTestServer } from './test-server.ts';
import { createTicketStore, type TicketStoreVariant, tickets } from './ticket-store.ts';

async function verifyStore(variant: TicketStoreVariant, options: Partial<RunOptions> = {}) {
  const store = createTicketStore(variant);
  const baseUrl = await startTestServer(store.server, onTestFinished);
  return { store, result: await verify({ baseUrl, contract: tickets, ...options }) };
}

test.each<TicketStoreVariant>(['reads what is stored', 'rejects overlapping writes'])(
  'reports nothing for an implementation that takes time to save and %s',
  async (variant) => {
    const { result } = await verifyStore(variant, { categories: ['valid-bodies', 'request-isolation', 'random'] });
    expect(describeErrors(result)).toEqual([]);
    expect(result.findings).toEqual([]);
    expect(result.unchecked).toEqual([]);
  },
);

test('writes one record with one request at a time, except where a case tests concurrent requests', async () => {
  const { store } = await verifyStore('reads what is stored', { categories: ['valid-bodies', 'lifecycles'] });
  expect(store.maxOverlap()).toBe(1);
  const { store: concurrentStore } = await verifyStore('reads what is stored', { categories: ['request-isolation'] });
  expect(concurrentStore.maxOverlap()).toBeGreaterThan(1);
});

test('a request that warms up a connection waits for the writes of its record', async () => {
  const store = createTicketStore('reads what is stored', {
    seeded: [{ id: 7, title: 'Water the fern', priority: 1 }],
  });
  const baseUrl = await startTestServer(store.server, onTestFinished);
  const credentials = { token: undefined, byScheme: new Map<string, string>() };
  const session = openSession({ baseUrl, contract: tickets, credentials, timeoutMs: 60_000, concurrency: 2 });
  onTestFinished(() => session.close());
  const operation = tickets.operations.find(({ id }) => id === 'replaceTicket');
  const baseline = operation && plainBaseline(session, operation);
  if (baseline === undefined) throw new Error('replaceTicket has no valid request');
  const build = () => ({ ...validRequestSpec(baseline, session.fresh), path: '/tickets/7' });
  session.recordAccepted(baseline.operation, build);
  const testCase = { ...plainValidCase(baseline), buildRequest: build };
  const repetitions = Array.from({ length: 4 }, () => session.execute(testCase, { idleMs: 1 }));
  expect((await Promise.all(repetitions)).flat().map(({ exchange }) => statusOf(exchange))).toEqual([
    200, 200, 200, 200,
  ]);
  expect(store.maxOverlap()).toBe(1);
});

test('still reports a create that returns the record of another one', async () => {
  const { result } = await verifyStore('returns the record of an overlapping create', {
    categories: ['request-isolation'],
  });
  expect(failingChecks(result)).toContain('created-is-echoed');
});
