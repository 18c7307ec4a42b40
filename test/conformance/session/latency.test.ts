import { expect, test } from 'vitest';
import type { Exchange } from '../../../contracts/conformance/model/exchange.ts';
import { createLatency } from '../../../contracts/conformance/session/latency.ts';

interface Sent {
  readonly operation?: string;
  readonly status?: number;
  readonly ms: number;
}

function exchangeWith({ status = 200, ms }: Sent, sentAt: number): Exchange {
  const request = { method: 'GET', url: 'http://127.0.0.1/', headers: [], body: undefined, delivery: 'whole' } as const;
  const response = { status, headers: [], body: Buffer.alloc(0) };
  return { request, outcome: { kind: 'response', response }, ms, sentAt };
}

/** The notes after 200 requests; `sentOf` describes each by its index. */
function notesAfter(sentOf: (index: number) => Sent, delay = 0): readonly string[] {
  const latency = createLatency();
  for (let index = 0; index < 200; index++) {
    const sent = sentOf(index);
    latency.record(sent.operation ?? 'listNotes', exchangeWith(sent, index));
  }
  return latency.describe(() => delay);
}

test('an operation whose responses take many times as long at the end is noted', () => {
  expect(notesAfter((index) => ({ ms: index < 100 ? 10 : 120 }))).toEqual([
    expect.stringMatching(
      /^listNotes became slower: its responses took 120 ms at the end of the run, 12 times as long/,
    ),
  ]);
});

test.each<[string, (index: number) => Sent]>([
  ['are as fast as before', () => ({ ms: 200 })],
  ['became only somewhat slower', (index) => ({ ms: index < 100 ? 50 : 150 })],
  ['take some milliseconds more', (index) => ({ ms: index < 100 ? 1 : 30 })],
  ['are slow once', (index) => ({ ms: index % 19 === 0 ? 900 : 10 })],
  ['are those of another operation', (index) => ({ operation: index < 100 ? 'a' : 'b', ms: index < 100 ? 10 : 900 })],
  ['are rejections', (index) => ({ status: index < 100 ? 200 : 400, ms: index < 100 ? 10 : 900 })],
])('nothing is noted when responses %s', (_what, sentOf) => {
  expect(notesAfter(sentOf)).toEqual([]);
});

test('nothing is noted when the verifier itself was late', () => {
  expect(notesAfter((index) => ({ ms: index < 100 ? 10 : 120 }), 110)).toEqual([]);
});
