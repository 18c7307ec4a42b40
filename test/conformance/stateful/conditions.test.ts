/** Findings about ETags, conditional requests and ranges, and correct implementations without findings. */
import { describe, test } from 'vitest';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { startMockOf } from '../../mock/support.ts';
import { verify } from '../support.ts';
import { type BoxOverrides, partOf, sendPart, startBoxStore } from './box-store.ts';

const contract = await loadContract('test/fixtures/conformance/stateful/conditions.yaml');
const categories = ['conditional-requests'];

const plain = { 'Content-Type': 'image/png' };
const stale = 'error if-match-respected';
const unmatched = 'error if-none-match-respected';
const partial = 'error range-respected';

describe('the verifier reports an implementation that', () => {
  test.concurrent.for<readonly [string, string, BoxOverrides]>([
    ['ignores If-Match', stale, { matches: () => true }],
    [
      'ignores If-Match of actions',
      stale,
      { matches: (tag, etag, method) => method === 'POST' || tag === '*' || tag.includes(etag) },
    ],
    [
      'ignores If-Match of deletions',
      stale,
      { matches: (tag, etag, method) => method === 'DELETE' || tag === '*' || tag.includes(etag) },
    ],
    ['rejects the current ETag', stale, { matches: (tag) => tag === '*' }],
    ['rejects a star in If-Match', stale, { matches: (tag, etag) => tag.includes(etag) }],
    ['compares the whole of If-Match', stale, { matches: (tag, etag) => tag === '*' || tag === etag }],
    ['changes before it evaluates If-Match', 'error read-returns-written', { changesFirst: true }],
    ['returns another ETag with each read', stale, { etag: ({ id }, reads) => `"${id}.${reads}"` }],
    [
      'keeps the ETag with an action',
      'error etag-changes',
      { etag: ({ id, label }) => `"${id}.${label.length}.${encodeURI(label)}"` },
    ],
    ['returns 304 to every If-None-Match', unmatched, { hasCurrent: () => true }],
    ['never returns 304', unmatched, { hasCurrent: () => false }],
    ['compares the whole of If-None-Match', unmatched, { hasCurrent: (tag, etag) => tag === etag }],
    [
      'returns 304 without the ETag',
      unmatched,
      { finish: (reply) => (reply.status === 304 ? { status: 304 } : reply) },
    ],
    ['sends all as a part', partial, { part: (_range, all) => sendPart(all, 'bytes 0-0/10') }],
    [
      'sends a part without Content-Range',
      partial,
      { part: (range, all) => ({ ...partOf(range, all), status: 206, headers: plain }) },
    ],
    [
      'sends a part with status 200',
      partial,
      { part: (range, all) => ({ ...partOf(range, all), status: 200, headers: plain }) },
    ],
    ['gives another size', partial, { part: (range, all) => partOf(range, all.subarray(0, 9)) }],
    ['gives another size in 416', partial, { part: (range, all) => withRange(416, 'bytes */9', partOf(range, all)) }],
    ['sends other bytes', partial, { part: (range, all) => partOf(range, Buffer.from(all).reverse()) }],
    ['reads a suffix as the beginning', partial, { part: (range, all) => partOf(range.replace('=-', '=0-'), all) }],
    [
      'rejects an end beyond the size',
      partial,
      { part: (range, all) => (/-19$/.test(range) ? { status: 416 } : partOf(range, all)) },
    ],
    [
      'rejects unknown units',
      partial,
      { part: (range, all) => (/^bytes/.test(range) ? partOf(range, all) : { status: 416 }) },
    ],
  ])('%s', async ([, expected, overrides], { expect, onTestFinished }) => {
    const baseUrl = await startBoxStore(onTestFinished, overrides);
    const { findings } = await verify({ contract, baseUrl, categories });
    expect(findings.map(({ severity, check }) => `${severity} ${check}`)).toContain(expected);
  });
});

describe('the verifier reports no error of an implementation that', () => {
  test.concurrent.for<readonly [string, BoxOverrides]>([
    ['is correct', {}],
    [
      'has weak ETags',
      { etag: ({ id, version }) => `W/"${id}.${version}"`, matches: (tag, etag) => tag === '*' || tag === etag },
    ],
    ['never matches weak ETags', { etag: ({ id, version }) => `W/"${id}.${version}"`, matches: (tag) => tag === '*' }],
    ['has no ETags', { finish: withoutEtag }],
    ['ignores ranges', { part: () => undefined }],
    ['joins several ranges', { part: (range, all) => partOf(range.replace(/=0-0,.*/, '=0-'), all) }],
    ['rejects several ranges', { part: (range, all) => (range.includes(',') ? { status: 416 } : partOf(range, all)) }],
    ['sends several parts', { part: (range, all) => (range.includes(',') ? severalParts : partOf(range, all)) }],
    [
      'does not say how long the content is',
      { part: (range, all) => withRange(206, 'bytes 0-0/*', partOf(range, all), 'bytes=0-0' === range) },
    ],
    [
      'leaves the size out of 416',
      { part: (range, all) => (partOf(range, all)?.status === 416 ? { status: 416 } : partOf(range, all)) },
    ],
  ])('%s', async ([, overrides], { expect, onTestFinished }) => {
    const baseUrl = await startBoxStore(onTestFinished, overrides);
    const { findings } = await verify({ contract, baseUrl, categories });
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});

test('the verifier reports nothing about the mock server', async ({ expect }) => {
  const { url } = await startMockOf('test/fixtures/conformance/stateful/conditions.yaml');
  const { findings } = await verify({ contract, baseUrl: url, categories });
  expect(findings).toEqual([]);
});

const severalParts = {
  status: 206,
  headers: { 'Content-Type': 'multipart/byteranges; boundary=b' },
  body: '--b\r\nContent-Range: bytes 0-0/10\r\n\r\n0\r\n--b--\r\n',
};

type Part = ReturnType<typeof partOf>;

/** The part with this Content-Range, where it has the status. */
function withRange(status: number, contentRange: string, part: Part, isChanged = true): Part {
  if (part?.status !== status || !isChanged) return part;
  return { ...part, headers: { ...part.headers, 'Content-Range': contentRange } };
}

function withoutEtag<One extends { readonly headers?: Readonly<Record<string, string>> }>(reply: One): One {
  const { ETag: _etag, ...headers } = reply.headers ?? {};
  return { ...reply, headers };
}
