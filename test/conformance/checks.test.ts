import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Case, Expectation } from '../../contracts/conformance/case.ts';
import type { Check } from '../../contracts/conformance/checks/check.ts';
import { checks } from '../../contracts/conformance/checks/index.ts';
import type { Exchange } from '../../contracts/conformance/exchange.ts';
import { judgedOf } from '../../contracts/conformance/judge.ts';
import { type Json, stringifyJson } from '../../spec/exact-json.ts';
import { loadContract } from '../../spec/load.ts';
import { plantStore } from './support.ts';

interface Sample {
  readonly expectation?: Expectation;
  readonly sent?: Json;
  readonly status?: number;
  readonly type?: string | null;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: string;
  readonly failure?: string;
  readonly contract?: 'headers';
}

const sent = { id: 1, name: 'Boston fern', tag: 'fern' };
const plant = '{"name":"Boston fern","tag":"fern"}';
const error = '{"error":1,"message":"no"}';

/** For every check: an answer that passes it, and answers that each fail it. */
const table: Readonly<Record<string, { readonly passes: Sample; readonly fails: readonly Sample[] }>> = {
  'answer-arrives': { passes: {}, fails: [{ failure: 'no whole answer within 10 ms' }] },
  'no-server-error': {
    passes: { status: 400, body: error, expectation: 'reject' },
    fails: [{ status: 500 }, { status: 503 }],
  },
  'unauthorised-refused': {
    passes: { expectation: 'refuse', status: 401 },
    fails: [{ expectation: 'refuse' }, { expectation: 'refuse', status: 204, body: '' }],
  },
  'invalid-rejected': {
    passes: { expectation: 'reject', status: 400, body: error },
    fails: [{ expectation: 'reject' }, { expectation: 'reject', status: 202 }],
  },
  'valid-accepted': { passes: {}, fails: [{ status: 400, body: error }, { status: 422 }] },
  'status-declared': {
    passes: { expectation: 'refuse', status: 403 },
    fails: [
      { status: 201 },
      { expectation: 'reject', status: 422 },
      { expectation: 'refuse', status: 302 },
      { expectation: 'refuse', status: 404 },
    ],
  },
  'media-type-declared': {
    passes: {},
    fails: [{ type: 'text/html' }, { type: null }, { type: 'application/problem+json' }],
  },
  'encoding-as-asked': { passes: {}, fails: [{ headers: [['Content-Encoding', 'gzip']] }] },
  'body-is-json': {
    passes: {},
    fails: [
      { body: `${plant} `.concat('x') },
      { body: "{'name':'x'}" },
      { body: '' },
      { body: `\ufeff${plant}` },
    ],
  },
  'body-matches-schema': {
    passes: {},
    fails: [
      { body: '{"tag":"fern"}' },
      { body: '{"name":7}' },
      { body: '{"name":"x","tag":null}' },
      { body: '[]' },
      { expectation: 'reject', status: 400, body: '{"error":2147483648,"message":"no"}' },
      { expectation: 'reject', status: 400, body: '{"error":"1","message":"no"}' },
    ],
  },
  'created-is-echoed': {
    passes: {},
    fails: [
      { body: '{"name":"boston fern","tag":"fern"}' },
      { body: '{"name":"Boston fern"}' },
      { sent: { id: 1, name: 'Boston fern' } },
    ],
  },
  'headers-declared': {
    passes: { contract: 'headers', headers: [['X-Left', '3']] },
    fails: [{ contract: 'headers' }, { contract: 'headers', headers: [['X-Left', 'three']] }],
  },
  'challenge-given': {
    passes: { expectation: 'refuse', status: 401, headers: [['WWW-Authenticate', 'Bearer']] },
    fails: [{ expectation: 'refuse', status: 401 }],
  },
};

const withHeaders = await loadContract(new URL('../fixtures/conformance/headers.yaml', import.meta.url).href);

describe.each(checks.map((check) => [check.id, check] as const))('%s', (id, check) => {
  test('passes an answer for which it holds', () => {
    const { passes } = table[id] ?? {};
    expect(passes !== undefined && check.appliesTo(judgedFor(passes))).toBe(true);
    expect(findingsOf(check, passes)).toEqual([]);
  });

  test.each(table[id]?.fails ?? [])('finds %j', (sample) => {
    expect(findingsOf(check, sample)).not.toEqual([]);
  });
});

test('every check has answers that fail it', () => {
  expect(checks.filter(({ id }) => (table[id]?.fails.length ?? 0) === 0).map(({ id }) => id)).toEqual([]);
});

test('every check has a file of its name', () => {
  const files = readdirSync(new URL('../../contracts/conformance/checks', import.meta.url));
  const names = files
    .map((file) => file.replace('.ts', ''))
    .filter((name) => !['check', 'index'].includes(name));
  expect(names.toSorted()).toEqual(checks.map(({ id }) => id).toSorted());
});

test.each([413, 429])('status %i in place of a declared error is advice', (status) => {
  const check = checks.find(({ id }) => id === 'status-declared');
  expect(violationsOf(check, { expectation: 'reject', status }).map(({ severity }) => severity)).toEqual([
    'advice',
  ]);
});

test('what the contract leaves open is advice, with the reason', () => {
  const check = checks.find(({ id }) => id === 'valid-accepted');
  const open = [{ status: 'declared client error', because: 'an empty text may be refused' }] as const;
  const [violation] = violationsOf(check, { status: 400, body: error }, open);
  expect(violation?.severity).toBe('advice');
  expect(violation?.expected).toContain('an empty text may be refused');
});

function findingsOf(check: Check, sample: Sample | undefined): readonly unknown[] {
  if (sample === undefined) throw new Error(`${check.id} has no sample`);
  const judged = judgedFor(sample);
  return check.appliesTo(judged) ? check.violations(judged) : [];
}

function violationsOf(check: Check | undefined, sample: Sample, open: Case['open'] = []) {
  if (check === undefined) throw new Error('no such check');
  return check.violations(judgedFor(sample, open));
}

function judgedFor(sample: Sample, open: Case['open'] = []) {
  const contract = sample.contract === 'headers' ? withHeaders : plantStore;
  const [operation] = contract.operations;
  if (operation === undefined) throw new Error('no operation');
  const draft = {
    path: operation.path,
    headers: [],
    body: stringifyJson(sample.sent ?? sent),
    value: sample.sent ?? sent,
    credentials: 'right' as const,
  };
  const tried: Case = {
    id: 'case',
    operation,
    family: 'family',
    expectation: sample.expectation ?? 'accept',
    mutation: 'nothing is changed',
    place: operation.place,
    topic: 'topic',
    open,
    fixed: undefined,
    build: () => draft,
  };
  return judgedOf(tried, draft, exchangeOf(sample));
}

function exchangeOf({
  status = 200,
  type = 'application/json',
  headers = [],
  body = plant,
  failure,
}: Sample): Exchange {
  const typed = type === null ? headers : [...headers, ['Content-Type', type] as const];
  const answer = { status, headers: typed, body: Buffer.from(body) };
  return {
    request: {
      method: 'POST',
      url: 'http://127.0.0.1/plants',
      headers: [],
      body: undefined,
      delivery: 'whole',
    },
    outcome:
      failure === undefined
        ? { kind: 'answer', answer }
        : { kind: 'failure', failure: { kind: 'timeout', reason: failure } },
    ms: 1,
  };
}
