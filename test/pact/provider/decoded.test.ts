/** Content codings are decoded before a response is checked. */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Exchange } from '../../../contracts/conformance/model/exchange.ts';
import { decodeContent } from '../../../contracts/pact/provider/contract-check.ts';

function respondWith(coding: string, body: Uint8Array): Exchange {
  const headers = [['Content-Encoding', coding] as const];
  return {
    request: { method: 'GET', url: 'http://127.0.0.1/', headers: [], body: undefined, delivery: 'whole' },
    outcome: { kind: 'response', response: { status: 200, headers, body } },
    ms: 1,
  };
}

function responseIn({ outcome }: Exchange) {
  if (outcome.kind !== 'response') throw new Error('no response');
  const { headers, body } = outcome.response;
  return { headers, body: Buffer.from(body).toString('utf8') };
}

test.each([
  ['gzip', gzipSync('{"name":"Fern"}')],
  [' GZIP ', gzipSync('{"name":"Fern"}')],
  ['x-gzip', gzipSync('{"name":"Fern"}')],
  ['deflate', deflateSync('{"name":"Fern"}')],
  ['br', brotliCompressSync('{"name":"Fern"}')],
])('%s is decoded, and its header is removed', (coding, body) => {
  expect(responseIn(decodeContent(respondWith(coding, body)))).toEqual({
    headers: [],
    body: '{"name":"Fern"}',
  });
});

test.each(['identity', 'constructor', 'zstd'])('%s is kept', (coding) => {
  const exchange = respondWith(coding, Buffer.from('{}'));
  expect(decodeContent(exchange)).toBe(exchange);
});

test('a response that would decompress beyond the limit stays compressed', () => {
  const folded = gzipSync(Buffer.alloc(65_000_000));
  const { outcome } = decodeContent(respondWith('gzip', folded));
  expect(outcome).toMatchObject({ kind: 'response', response: { body: folded } });
});
