import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Case, Draft, Expectation } from '../../contracts/conformance/case.ts';
import type { Check } from '../../contracts/conformance/checks/check.ts';
import { checks } from '../../contracts/conformance/checks/index.ts';
import type { Exchange } from '../../contracts/conformance/exchange.ts';
import { judgedOf } from '../../contracts/conformance/judge.ts';
import type { ListQuery } from '../../contracts/conformance/lists/query.ts';
import { jsonOf, partOf } from '../../contracts/conformance/stories/records.ts';
import type { Known, Recall } from '../../contracts/conformance/stories/story.ts';
import type { Operation } from '../../spec/contract.ts';
import { isJsonArray, type Json, parseJsonBytes, stringifyJson } from '../../spec/exact-json.ts';
import { loadContract } from '../../spec/load.ts';
import { asked, listBody } from './list-samples.ts';
import { plantStore } from './support.ts';

/** Of the record that was created, seen or removed. */
type Recalled = 'record' | 'nothing' | 'refusal' | 'listed' | 'unlisted' | 'elsewhere' | 'new';

interface Sample {
  readonly expectation?: Expectation;
  readonly sent?: Json;
  readonly sentType?: string;
  /** Where it is not the JSON of what was sent. */
  readonly sentText?: string;
  readonly status?: number;
  readonly type?: string | null;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: string;
  readonly encoding?: 'utf8' | 'latin1';
  readonly failure?: string;
  /** What came after the answer. */
  readonly after?: string;
  readonly company?: Case['company'];
  /** What the requests before it on the connection were answered. */
  readonly earlier?: readonly number[];
  readonly contract?: 'headers' | 'messages' | 'lending' | 'members';
  readonly operation?: string;
  /** What the story knows by then. */
  readonly recall?: Recalled;
  /** Where it is not that of the operation. */
  readonly method?: string;
  readonly path?: string;
  readonly family?: string;
  /** Where a value of ours stands for what only the implementation may set. */
  readonly imposed?: Draft['imposed'];
  /** What was asked of a list. */
  readonly query?: ListQuery;
}

const sent = { id: 1, name: 'Boston fern', tag: 'fern' };
const plant = '{"name":"Boston fern","tag":"fern"}';
const error = '{"error":1,"message":"no"}';

const unknownUser = {
  contract: 'lending',
  operation: 'readUser',
  family: 'unknown-names',
  expectation: 'silent',
} as const;

/** What a story has created with the request that is usual here. */
const known = recordOf(operationOf({}));
const seen: Known = { ...known, shown: exchangeOf({}, operationOf({})) };
const removed: Known = { ...known, removal: known.shown };
const member = { contract: 'members', operation: 'readMember' } as const;
const imposing: Sample = {
  contract: 'members',
  operation: 'createMember',
  expectation: 'silent',
  status: 201,
  sent: { id: '7', name: 'Ann' },
  imposed: ['id'],
};
const again: Sample = {
  contract: 'messages',
  operation: 'moved',
  expectation: 'silent',
  recall: 'refusal',
};

/** For every check: an answer that passes it, and answers that each fail it. */
const table: Readonly<Record<string, { readonly passes: Sample; readonly fails: readonly Sample[] }>> = {
  'created-is-new': {
    passes: { recall: 'new', status: 201, sent: { name: 'Moss' }, body: '{"id":2,"name":"Moss"}' },
    fails: [{ recall: 'new', status: 201, sent: { name: 'Moss' }, body: '{"id":1,"name":"Moss"}' }],
  },
  'created-is-there': {
    passes: { recall: 'record' },
    fails: [404, 410].map((status) => ({
      status,
      body: error,
      recall: 'record',
    })),
  },
  'read-returns-written': {
    passes: { recall: 'record' },
    fails: ['{"name":"Boston","tag":"fern"}', '{"tag":"fern"}', '{"id":2,"name":"Boston fern"}'].map(
      (body) => ({
        body,
        recall: 'record',
      }),
    ),
  },
  'list-has-created': {
    passes: { body: '[{"id":"1"}]', recall: 'listed' },
    fails: ['[]', '[{"id":2}]'].map((body) => ({ body, recall: 'listed' })),
  },
  'removed-is-gone': {
    passes: { body: '[{"id":2}]', recall: 'unlisted' },
    fails: [{ body: '[{"id":1}]', recall: 'unlisted' }, { recall: 'nothing' }],
  },
  'kept-below-its-parent': {
    passes: { body: '{"name":"another","tag":"fern"}', recall: 'elsewhere' },
    fails: [{ recall: 'elsewhere' }],
  },
  'removed-once': {
    passes: { ...again, status: 404, body: '{}' },
    fails: [{ ...again, status: 200, body: '{}' }],
  },
  'unknown-not-found': {
    passes: { ...unknownUser, status: 404, body: '{"message":"no"}' },
    fails: [
      { ...unknownUser, body: '{"id":7,"name":"Nobody"}' },
      { ...unknownUser, operation: 'removeUser', method: 'DELETE', status: 204, body: '' },
    ],
  },
  'limit-is-kept': {
    passes: { query: asked.two, body: listBody(1, 2) },
    fails: [{ query: asked.two, body: listBody(1, 2, 3) }],
  },
  'pages-make-the-whole': {
    passes: { query: asked.pages, body: listBody(3, 2, 1) },
    fails: [
      { query: asked.overlapping, body: listBody(1, 2, 3) },
      { query: asked.gapped, body: listBody(1, 2, 3) },
    ],
  },
  'filter-is-kept': {
    passes: { query: asked.open, body: listBody({ status: 'Open' }, {}, { status: null }) },
    fails: [
      { query: asked.open, body: listBody({ status: 'open' }, { status: 'shut' }) },
      { query: asked.fern, body: listBody({ label: 'Boston Fern' }, { label: 'moss' }) },
      { query: asked.leftOut, body: listBody({ status: 'open' }) },
      { query: asked.free, body: listBody({ stock: 0 }, { stock: 1 }) },
    ],
  },
  'sort-is-kept': {
    passes: { query: asked.byStock, body: listBody({ stock: 9 }, { stock: 9 }, {}, { stock: 10 }) },
    fails: [
      { query: asked.byStock, body: listBody({ stock: 10 }, { stock: 9 }) },
      { query: asked.byStockDown, body: listBody({ stock: 9 }, { stock: 10 }) },
    ],
  },
  'total-is-right': {
    passes: { query: asked.pages, body: listBody(1, 2, 3) },
    fails: [{ query: asked.pages, body: '{"items":[{"id":1},{"id":2}],"total":1}' }],
  },
  'answer-arrives': { passes: {}, fails: [{ failure: 'no whole answer within 10 ms' }] },
  'nothing-follows': {
    passes: { company: { watched: true } },
    fails: [
      { company: { watched: true }, after: 'bytes that belong to no answer' },
      { company: { watched: true }, after: 'a second answer', expectation: 'silent', status: 404 },
    ],
  },
  'credentials-come-first': {
    passes: { expectation: 'refuse', status: 401, earlier: [401] },
    fails: [
      { expectation: 'refuse', status: 400, body: error, earlier: [401] },
      { expectation: 'refuse', status: 415, earlier: [403] },
    ],
  },
  'headers-well-formed': {
    passes: { headers: [['Content-Length', '37']], type: 'application/json; charset="utf-8"; a=b;' },
    fails: [
      {
        headers: [
          ['Content-Length', '37'],
          ['Content-Length', '38'],
        ],
      },
      { headers: [['content-length', '37, 38']] },
      { headers: [['Content-Length', 'many']] },
      {
        headers: [
          ['Content-Length', '37'],
          ['Transfer-Encoding', 'chunked'],
        ],
      },
      { status: 204, body: '', headers: [['Transfer-Encoding', 'chunked']] },
      { type: 'json' },
      { type: 'application/json charset=utf-8' },
      { type: 'application/json, application/json' },
      { type: '' },
      { type: 'application/json; charset' },
      { headers: [['content-type', 'text/plain']] },
      { headers: [['content-type', 'application/json']] },
      { expectation: 'silent', status: 404, type: 'html' },
    ],
  },
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
    fails: [
      { expectation: 'reject' },
      { expectation: 'reject', status: 202 },
      { contract: 'messages', operation: 'moved', expectation: 'reject', status: 303 },
      { contract: 'messages', operation: 'moved', expectation: 'reject', status: 304 },
    ],
  },
  'valid-accepted': { passes: {}, fails: [{ status: 400, body: error }, { status: 422 }] },
  'write-only-is-hidden': {
    passes: { ...member, body: '{"id":"7","name":"Ann","profile":{"motto":"on"}}' },
    fails: [
      { ...member, body: '{"id":"7","name":"Ann","pin":"1234","contacts":[{"mail":"a"}]}' },
      { ...member, body: '{"name":"Ann","contacts":[{"mail":"a"}],"id":"7","profile":{"hint":"x"}}' },
      { ...member, operation: 'listMembers', body: '[{"pin":"1234"}]' },
    ].map((sample) => ({
      ...sample,
      body: sample.body.replaceAll('"7"', '"9b7c4e52-0f3d-4a61-8c2e-d15a7f60b384"'),
    })),
  },
  'read-only-is-kept': {
    passes: { ...imposing, body: '{"id":"8"}' },
    fails: [
      { ...imposing, body: '{"id":"7"}' },
      { ...imposing, body: '{"data":{"id":"7"}}' },
    ],
  },
  'status-declared': {
    passes: { expectation: 'refuse', status: 403 },
    fails: [
      { status: 201 },
      { expectation: 'reject', status: 422 },
      { expectation: 'refuse', status: 404 },
      { expectation: 'reject', status: 304 },
      { expectation: 'reject', status: 199 },
    ],
  },
  'no-redirect': {
    passes: { contract: 'messages', operation: 'moved', status: 303, body: '' },
    fails: [
      { expectation: 'refuse', status: 302, headers: [['Location', '/login']] },
      { status: 301 },
      { status: 308 },
      { expectation: 'reject', status: 303 },
      { contract: 'messages', operation: 'moved', status: 307 },
    ],
  },
  'no-body-where-none': {
    passes: { contract: 'messages', operation: 'gone', status: 204, type: null, body: '' },
    fails: [
      { contract: 'messages', operation: 'gone', status: 204, body: '{}' },
      { contract: 'messages', operation: 'gone', status: 204, body: '', headers: [['Content-Length', '2']] },
      { status: 205, body: 'x' },
      { status: 304, body: 'x' },
      { method: 'HEAD', body: 'x' },
    ],
  },
  'media-type-declared': {
    passes: {},
    fails: [
      { type: 'text/html' },
      { type: null },
      { type: 'application/problem+json' },
      { type: 'text/json; charset' },
    ],
  },
  'encoding-as-asked': { passes: {}, fails: [{ headers: [['Content-Encoding', 'gzip']] }] },
  'charset-is-utf-8': {
    passes: { type: 'Application/JSON; x=";charset=y"; Charset="UTF-8"' },
    fails: [
      { type: 'application/json; charset=iso-8859-1' },
      { type: 'application/json;charset="utf-16"' },
      { type: 'application/json; charset=us-ascii', body: '{"name":"é"}' },
      { type: 'text/html; charset=UTF-8', body: '<p>é</p>', encoding: 'latin1' },
    ],
  },
  'keys-are-unique': {
    passes: {},
    fails: [
      { body: '{"name":"x","name":"x"}' },
      { body: '{"name":"x","n\\u0061me":"y"}' },
      { body: '{"name":"x","more":[{"a":1},{"b":{"c":1,"d":{},"c":2}}]}' },
      { expectation: 'reject', status: 400, body: '{"error":1,"message":"no","error":2}' },
    ],
  },
  'body-is-json': {
    passes: {},
    fails: [
      { body: `${plant} `.concat('x') },
      { body: "{'name':'x'}" },
      { body: '' },
      { body: `\ufeff${plant}` },
    ],
  },
  'body-is-xml': {
    passes: {
      type: 'text/xml; charset=utf-8',
      body: '<?xml version="1.0"?><plant id="1">é &amp; <![CDATA[<b>]]></plant>',
    },
    fails: [
      { type: 'application/xml', body: '' },
      { type: 'application/xml', body: plant },
      { type: 'text/xml', body: '<plant><name>fern</plant>' },
      { type: 'application/atom+xml', body: '<feed>this & that</feed>' },
      { type: 'application/xml', body: '<plant/><plant/>' },
      { type: 'application/xml', body: '<plant name=fern/>' },
      { type: 'application/xml', body: '<p:plant/>' },
      { type: 'application/xml', body: '<plant>é</plant>', encoding: 'latin1' },
      { expectation: 'reject', status: 400, type: 'application/problem+xml', body: '<problem>' },
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
  'allow-given': {
    passes: { expectation: 'silent', method: 'PATCH', status: 405, headers: [['allow', '']] },
    fails: [{ expectation: 'silent', method: 'PATCH', status: 405 }, { status: 405 }],
  },
};

const fixture = (name: string) =>
  loadContract(new URL(`../fixtures/conformance/${name}.yaml`, import.meta.url).href);
const fixtures = {
  headers: await fixture('headers'),
  messages: await fixture('messages'),
  lending: await fixture('lending'),
  members: await fixture('members'),
};

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

test.each(checks.map(({ id, why }) => [id, why] as const))('%s says what to do', (_id, why) => {
  const last =
    why
      .trim()
      .split(/(?<=[.])\s+(?=[A-Z])/)
      .at(-1) ?? '';
  expect(last).toMatch(
    /^(Add|Answer|Check|Compare|Compress|Declare|Leave|Let|Look|Make|Return|Send|Set|Store|Take|Validate|Write) /,
  );
});

test.each<readonly [string, Sample, object | undefined]>([
  ['invalid-rejected', { expectation: 'reject' }, { in: 'status' }],
  ['media-type-declared', { type: 'text/html' }, { in: 'header', name: 'Content-Type' }],
  ['body-is-json', { body: '{"name":Boston}' }, { in: 'body', offset: 8 }],
  ['body-is-json', { body: '{"name":"Bost' }, { in: 'body', offset: 12 }],
  ['body-is-json', { body: '{"name":"é"}', encoding: 'latin1' }, { in: 'body', offset: 9 }],
  ['body-is-json', { body: '' }, undefined],
  ['body-is-xml', { type: 'text/xml', body: '<a><b></a>' }, { in: 'body', offset: 9 }],
  ['body-matches-schema', { body: '{"name":7}' }, { in: 'body', path: ['name'] }],
  ['body-matches-schema', { body: '{"tag":"fern"}' }, { in: 'body', path: ['name'] }],
  ['keys-are-unique', { body: '{"name":"x","name":"x"}' }, { in: 'body', path: ['name'] }],
  [
    'created-is-echoed',
    { body: '{"name":"Boston Fern","tag":"fern"}' },
    { in: 'body', path: ['name'], from: 7 },
  ],
  ['created-is-echoed', { body: '{"name":"Boston fern"}' }, { in: 'body', path: ['tag'] }],
  ['headers-declared', { contract: 'headers' }, { in: 'header', name: 'X-Left' }],
])('%s points at the part of the answer that is wrong: %j', (id, sample, at) => {
  const [violation] = violationsOf(
    checks.find((check) => check.id === id),
    sample,
  );
  expect(violation?.at).toEqual(at);
});

test('every check has answers that fail it', () => {
  expect(checks.filter(({ id }) => (table[id]?.fails.length ?? 0) === 0).map(({ id }) => id)).toEqual([]);
});

test('every check has a file of its name', () => {
  const folder = new URL('../../contracts/conformance/checks', import.meta.url);
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.replace('.ts', ''))
    .filter((name) => !['check', 'index'].includes(name));
  expect(names.toSorted()).toEqual(checks.map(({ id }) => id).toSorted());
});

test.each([413, 414, 429, 431])('status %i in place of a declared error is advice', (status) => {
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

/** Whatever is wrong with it: a server error, an undeclared status, a broken body, another media type, a redirect. */
const silentSamples: readonly Sample[] = [200, 400, 404, 204, 302, 405, 418, 501, 503].flatMap((status) => [
  { status, method: 'PURGE' },
  { status, path: '/plants/' },
  { status, method: 'PURGE', body: 'no JSON {', headers: [['Content-Encoding', 'gzip']] },
  { status, path: '/elsewhere', type: 'text/html', body: '<p>' },
  { status, path: '/elsewhere', type: null, body: '' },
  { status: status === 200 || status === 400 ? 404 : status, body: '{"name":1,"name":2}' },
]);

function openFor({ method }: Sample): Case['open'] {
  return method === undefined ? [] : [{ status: 501, because: 'the server does not know the method' }];
}

test.each(silentSamples)(
  'nothing but a broken message is held against an answer that the contract is silent on: %j',
  (sample) => {
    const judged = judgedFor({ ...sample, expectation: 'silent' }, openFor(sample));
    const faults = checks
      .filter((check) => check.appliesTo(judged))
      .flatMap((check) =>
        check.violations(judged).map(({ severity }) => [check.id, severity ?? check.severity]),
      )
      .filter(([, severity]) => severity === 'fault')
      .map(([id]) => id);
    const isServerError = sample.status === 503 || (sample.status === 501 && openFor(sample).length === 0);
    expect(faults).toEqual(isServerError ? ['no-server-error'] : []);
  },
);

describe('a silent case whose answer is declared', () => {
  const idsOf = (sample: Sample) =>
    checks
      .filter((check) => findingsOf(check, { ...sample, expectation: 'silent' }).length > 0)
      .map(({ id }) => id);

  test('may be taken or refused', () => {
    expect(idsOf({})).toEqual([]);
    expect(idsOf({ status: 400, body: error })).toEqual([]);
  });

  test('has the body that is declared', () => {
    expect(idsOf({ status: 400, body: '{}' })).toEqual(['body-matches-schema']);
    expect(idsOf({ status: 200, body: '{' })).toEqual(['body-is-json']);
  });

  test('may be a page of the server that stands in front', () => {
    expect(idsOf({ status: 400, type: 'text/html', body: '<p>' })).toEqual([]);
  });
});

describe('a rejection', () => {
  const idsOf = (sample: Sample) =>
    checks
      .filter(
        (check) => findingsOf(check, { ...sample, contract: 'messages', expectation: 'reject' }).length > 0,
      )
      .map(({ id }) => id);

  test('may have any client error that is declared', () => {
    expect(idsOf({ operation: 'moved', status: 404, body: '{}' })).toEqual([]);
    expect(idsOf({ operation: 'moved', status: 400, body: '{}' })).toEqual([]);
  });

  test('may be the redirect that is all the contract has for forms', () => {
    expect(idsOf({ operation: 'form', status: 303, body: '', type: null })).toEqual([]);
  });

  test('is told once where it is a redirect that is not declared', () => {
    expect(idsOf({ operation: 'moved', status: 302, body: '' })).toEqual(['no-redirect']);
  });
});

test('an invalid request that is taken as an older standard allowed is advice, with the reason', () => {
  const check = checks.find(({ id }) => id === 'invalid-rejected');
  const [violation] = violationsOf(check, { expectation: 'reject' }, [{ status: 200, because: 'RFC 7159' }]);
  expect(violation).toMatchObject({ severity: 'advice', expected: expect.stringContaining('RFC 7159') });
});

test.each<Sample>([
  { type: 'text/html', body: '<p>é</p>', encoding: 'latin1' },
  { type: 'text/html; charset=iso-8859-1', body: '<p>é</p>', encoding: 'latin1' },
  { type: 'text/html; charset=utf-8', body: '<p>é</p>' },
  { type: 'image/png; charset=utf-8', body: 'é', encoding: 'latin1' },
  { type: 'text/html; charset=utf-8', body: 'é', encoding: 'latin1', headers: [['Content-Encoding', 'br']] },
  { type: 'text/html; charset=utf-8', body: 'é', encoding: 'latin1', expectation: 'silent', status: 404 },
])('only text that says so is held to be UTF-8: %j', (sample) => {
  const check = checks.find(({ id }) => id === 'charset-is-utf-8');
  if (check === undefined) throw new Error('no such check');
  expect(findingsOf(check, sample)).toEqual([]);
});

test.each<Sample>([
  {
    type: 'application/xml',
    body: '<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>',
    encoding: 'latin1',
  },
  { type: 'text/xml; charset=iso-8859-1', body: '<a>é</a>', encoding: 'latin1' },
  { type: 'application/xml', body: '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' },
  { type: 'text/xml; charset=nobody-knows', body: '<a>é</a>', encoding: 'latin1' },
  { type: 'text/html', body: '<p>a & b' },
  { type: 'application/xml', status: 204, body: '' },
  { type: 'application/xml', headers: [['Content-Encoding', 'gzip']], body: 'packed' },
  { type: 'application/xml', body: '<', expectation: 'silent', status: 404 },
])('what is XML, or need not be, is not held to be malformed: %j', (sample) => {
  const check = checks.find(({ id }) => id === 'body-is-xml');
  if (check === undefined) throw new Error('no such check');
  expect(findingsOf(check, sample)).toEqual([]);
});

test('the wrong charset of a body that is UTF-8 is advice', () => {
  const check = checks.find(({ id }) => id === 'charset-is-utf-8');
  const type = 'application/json; charset=iso-8859-1';
  expect(violationsOf(check, { type })).toMatchObject([{ severity: 'advice' }]);
  expect(violationsOf(check, { type, body: '{"name":"é"}', encoding: 'latin1' })[0]).not.toHaveProperty(
    'severity',
  );
});

test.each([401, 403])(
  'a refusal of wrong credentials is no advice where the right ones got 409: %i',
  (status) => {
    const check = checks.find(({ id }) => id === 'credentials-come-first');
    if (check === undefined) throw new Error('no such check');
    expect(findingsOf(check, { expectation: 'refuse', status, body: error, earlier: [409] })).toEqual([]);
  },
);

test('a body that the contract does not declare is left open, one that HTTP forbids is a fault', () => {
  const check = checks.find(({ id }) => id === 'no-body-where-none');
  const gone = { contract: 'messages', operation: 'gone', body: '{}' } as const;
  expect(violationsOf(check, { ...gone, status: 404 })).toEqual([]);
  expect(violationsOf(check, { ...gone, status: 204 })).toHaveLength(1);
});

test.each<Sample>([
  { status: 304, body: '', headers: [['Content-Length', '37']] },
  { method: 'HEAD', body: '', headers: [['Content-Length', '37']] },
  { status: 204, body: '', headers: [['Content-Length', '0']] },
])('a length that HTTP allows is no body: %j', (sample) => {
  const check = checks.find(({ id }) => id === 'no-body-where-none');
  expect(violationsOf(check, sample)).toEqual([]);
});

test('a key that is there twice is named with its path', () => {
  const check = checks.find(({ id }) => id === 'keys-are-unique');
  const body = '{"name":"x","pots":[{},{"size":1,"size":1}]}';
  expect(violationsOf(check, { body })).toMatchObject([{ received: 'body.pots[1].size twice' }]);
});

test.each([
  ['deeper', `{"name":"x","more":${'['.repeat(2_000)}${']'.repeat(2_000)}}`],
  ['of more digits', `{"name":"x","more":${'7'.repeat(6_000)}}`],
  ['larger', '{"name":"x","more":1e999999999}'],
])(
  'a body that is %s than our parser takes is only taken from a store that was sent such a one',
  (_how, body) => {
    const check = checks.find(({ id }) => id === 'body-is-json');
    expect(violationsOf(check, { body, sentText: body })).toEqual([]);
    expect(violationsOf(check, { body })).toHaveLength(1);
  },
);

describe('what a POST answers', () => {
  const check = checks.find(({ id }) => id === 'created-is-echoed');

  test('is the record where both sides are described by the same schema', () => {
    const [violation] = violationsOf(check, { body: '{"name":"other","tag":"fern"}' });
    expect(violation?.severity).toBeUndefined();
  });

  test('is compared as doubles where it is no integer', () => {
    const sample = { contract: 'messages', operation: 'measure', status: 201 } as const;
    const body = '{"length":1.7976931348623157e+308}';
    expect(violationsOf(check, { ...sample, sent: { length: 1.7976931348623157e308 }, body })).toEqual([]);
    expect(violationsOf(check, { ...sample, sent: { length: 0.29 }, body: '{"length":0.28}' })).toHaveLength(
      1,
    );
  });

  test('is compared item by item, in whatever order they come back', () => {
    const sent = [
      { length: 1, unit: 'm' },
      { length: 2, unit: 'ft' },
    ];
    const sample = { contract: 'messages', operation: 'measures', status: 201, sent } as const;
    const answered = (...items: object[]) => violationsOf(check, { ...sample, body: JSON.stringify(items) });
    expect(answered({ length: 2, unit: 'ft' }, { length: 1, unit: 'm' })).toEqual([]);
    expect(answered({ length: 1, unit: 'm' })).toEqual([]);
    expect(answered({ length: 1, unit: 'm' }, { length: 0, unit: 'ft' })).toMatchObject([
      { expected: 'body[1].length: integer 2, as sent' },
    ]);
  });

  test('may be a result of its own where only the names are the same', () => {
    const sample = { contract: 'messages', operation: 'translate', sent: { text: 'fern' } } as const;
    expect(violationsOf(check, { ...sample, body: '{"text":"Farn"}' })).toMatchObject([
      { severity: 'advice' },
    ]);
  });
});

test('what comes back is compared by the media type that was sent', () => {
  const check = checks.find(({ id }) => id === 'created-is-echoed');
  const body = '{"name":"Boston Fern","tag":"fern"}';
  expect(violationsOf(check, { body, sentType: 'Application/JSON; charset=utf-8' })).toHaveLength(1);
  expect(violationsOf(check, { body, sentType: 'text/plain' })).toEqual([]);
});

test('a redirect shows where it leads', () => {
  const check = checks.find(({ id }) => id === 'no-redirect');
  const headers = [['Location', 'https://login.example/?next=1']] as const;
  expect(violationsOf(check, { status: 302, headers })).toMatchObject([
    { received: 'status 302 to "https://login.example/?next=1"' },
  ]);
});

describe('a header is read as its schema means it', () => {
  const check = checks.find(({ id }) => id === 'headers-declared');
  const receivedOf = (name: string, ...values: readonly string[]) =>
    violationsOf(check, {
      contract: 'messages',
      operation: 'headed',
      headers: values.map((value) => [name, value] as const),
    }).map(({ expected, received }) => `${expected}; ${received}`);

  test.each([
    ['X-Ids', '1,2, 3'],
    ['X-Ids', '9007199254740993'],
    ['X-Ids', ''],
    ['X-Point', 'x,1,y,2'],
    ['X-Point', 'x=1,y=2'],
    ['X-Until', '2026-11-11T11:11:11Z'],
    ['Last-Modified', 'Wed, 11 Nov 2026 11:11:11 GMT'],
    ['X-Flag', 'true'],
    ['X-Page', '007'],
    ['X-Either', '7'],
    ['X-Either', 'none'],
    ['X-Untyped', '3'],
  ])('%s: %s is valid', (name, value) => {
    expect(receivedOf(name, value)).toEqual([]);
  });

  test.each([
    ['X-Ids', '1,two'],
    ['X-Point', 'x,1'],
    ['X-Until', 'Wed, 11 Nov 2026 11:11:11 GMT'],
    ['Last-Modified', 'yesterday'],
    ['X-Flag', 'yes'],
    ['X-Page', '1.5'],
    ['X-Either', 'some'],
    ['X-Untyped', '9'],
  ])('%s: %s is not', (name, value) => {
    expect(receivedOf(name, value)).toHaveLength(1);
  });

  test('several lines are one list, but each cookie stands alone', () => {
    expect(receivedOf('X-Ids', '1', '2')).toEqual([]);
    expect(receivedOf('Set-Cookie', 'theme=dark', 'session=1; Path=/')).toEqual([]);
    expect(receivedOf('Set-Cookie', 'theme=dark')).toHaveLength(1);
  });
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

function recordOf(operation: Operation): Known {
  const exchange = exchangeOf({}, operation);
  const draft = {
    path: operation.path,
    headers: [['Content-Type', 'application/json'] as const],
    body: stringifyJson(sent),
    value: sent,
    credentials: 'right' as const,
  };
  return {
    values: [1],
    idName: 'id',
    read: operation,
    remove: operation,
    isFirm: true,
    lingers: false,
    writes: [{ kind: 'create', operation, draft, exchange }],
    shown: exchange,
  };
}

function recallOf(recalled: Recalled | undefined): Recall | undefined {
  switch (recalled) {
    case 'record':
      return { expects: 'record', record: known };
    case 'nothing':
      return { expects: 'nothing', record: removed };
    case 'refusal':
      return { expects: 'refusal', record: removed };
    case 'elsewhere':
      return { expects: 'nothing elsewhere', record: known };
    case 'new':
      return newBeside(known);
    case 'listed':
      return listingOf(seen);
    case 'unlisted':
      return listingOf(removed);
    default:
      return undefined;
  }
}

/** Another one was created before it, with other contents. */
function newBeside(record: Known): Recall {
  const writes = record.writes.map((write) => ({
    ...write,
    draft: { ...write.draft, body: 'other contents' },
    exchange: exchangeOf({ status: 201 }, write.operation),
  }));
  const draft = { path: '/plants', headers: [], body: '{}', value: {}, credentials: 'right' } as const;
  const called = (exchange: Exchange) => partOf(jsonOf(exchange), 'id');
  return { expects: 'new', others: [{ ...record, writes }], draft, called };
}

function listingOf(record: Known): Recall {
  const itemsIn = ({ outcome }: Exchange) => {
    const parsed = outcome.kind === 'answer' ? parseJsonBytes(outcome.answer.body) : undefined;
    return parsed?.ok && isJsonArray(parsed.value) ? parsed.value : undefined;
  };
  return {
    expects: 'list',
    records: [record],
    pages: { before: [], itemsIn, isEnd: () => true, because: () => undefined },
  };
}

function judgedFor(sample: Sample, open: Case['open'] = []) {
  const operation = operationOf(sample);
  const draft = {
    path: sample.path ?? operation.path,
    headers: [['Content-Type', sample.sentType ?? 'application/json'] as const],
    body: sample.sentText ?? stringifyJson(sample.sent ?? sent),
    value: sample.sent ?? sent,
    credentials: 'right' as const,
    ...(sample.imposed === undefined ? {} : { imposed: sample.imposed }),
  };
  const tried: Case = {
    id: 'case',
    operation,
    family: sample.family ?? 'family',
    expectation: sample.expectation ?? 'accept',
    mutation: 'nothing is changed',
    place: operation.place,
    topic: 'topic',
    open,
    fixed: undefined,
    company: sample.company,
    build: () => draft,
  };
  const earlier = (sample.earlier ?? []).map((status) => exchangeOf({ status }, operation));
  return {
    ...judgedOf(tried, draft, exchangeOf(sample, operation), earlier),
    query: sample.query,
    recall: recallOf(sample.recall),
  };
}

function operationOf({ contract, operation }: Sample): Operation {
  const { operations } = contract === undefined ? plantStore : fixtures[contract];
  const found = operations.find(({ id }) => operation === undefined || id === operation);
  if (found === undefined) throw new Error('no operation');
  return found;
}

function exchangeOf(sample: Sample, operation: Operation): Exchange {
  return {
    request: {
      method: sample.method ?? operation.method,
      url: 'http://127.0.0.1/plants',
      headers: [],
      body: undefined,
      delivery: 'whole',
    },
    outcome: outcomeOf(sample),
    ms: 1,
  };
}

function outcomeOf({
  status = 200,
  type = 'application/json',
  headers = [],
  body = plant,
  encoding = 'utf8',
  failure,
  after,
}: Sample): Exchange['outcome'] {
  if (failure !== undefined) return { kind: 'failure', failure: { kind: 'timeout', reason: failure } };
  const typed = type === null ? headers : [...headers, ['Content-Type', type] as const];
  const answer = {
    status,
    headers: typed,
    body: Buffer.from(body, encoding),
    ...(after === undefined ? {} : { after: Buffer.from(after) }),
  };
  return { kind: 'answer', answer };
}
