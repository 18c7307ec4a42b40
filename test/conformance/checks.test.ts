import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checks } from '../../contracts/conformance/checks/index.ts';
import { pagesComplete } from '../../contracts/conformance/checks/pages-complete.ts';
import type { TestCase } from '../../contracts/conformance/model/test-case.ts';
import {
  type CheckSample,
  checkContextFor,
  checkSamples,
  error,
  findingsOf,
  isResponsePart,
  violationsOf,
} from './check-samples.ts';
import { listBody, listQueries } from './list-query-samples.ts';

describe.each(checks.map((check) => [check.id, check] as const))('%s', (id, check) => {
  test('accepts a correct response', () => {
    const { passes } = checkSamples[id] ?? {};
    expect(passes !== undefined && check.appliesTo(checkContextFor(passes))).toBe(true);
    expect(findingsOf(check, passes)).toEqual([]);
  });

  test.each(checkSamples[id]?.fails ?? [])('finds %j', (sample) => {
    expect(findingsOf(check, sample)).not.toEqual([]);
  });
});

const text = expect.stringMatching(/\S/);

test.each(
  checks.flatMap((check) => (checkSamples[check.id]?.fails ?? []).map((sample) => [check.id, sample, check] as const)),
)('%s describes each violation completely: %j', (_id, sample, check) => {
  for (const violation of violationsOf(check, sample)) {
    const { expected, received, key, place, responsePart } = violation;
    expect({ expected, received, key }).toEqual({ expected: text, received: text, key: text });
    expect(place).toMatchObject({ file: text, pointer: expect.any(String), line: expect.any(Number) });
    expect(responsePart === undefined || isResponsePart(responsePart)).toBe(true);
    expect(`${expected} ${received} ${violation.requirement ?? ''}`).not.toMatch(/undefined|NaN|\[object/);
  }
});

test.each(checks)('$id describes itself completely', ({ title, invariant, why, references, severity }) => {
  expect({ title, invariant, why, references }).toEqual({ title: text, invariant: text, why: text, references: text });
  expect(['error', 'warning']).toContain(severity);
});

test.each([
  ['is empty', listBody()],
  ['repeats a record', listBody(5, 6)],
])('pages-complete accepts a page far beyond the end that %s', (_what, body) => {
  const sample = { query: listQueries.madeUp, body };
  expect(pagesComplete.appliesTo(checkContextFor(sample))).toBe(true);
  expect(findingsOf(pagesComplete, sample)).toEqual([]);
});

test.each(checks.map(({ id, why }) => [id, why] as const))('%s explains the fix in its last sentence', (_id, why) => {
  const last =
    why
      .trim()
      .split(/(?<=[.])\s+(?=[A-Z])/)
      .at(-1) ?? '';
  expect(last).toMatch(
    /^(Accept|Add|Build|Check|Compare|Compress|Declare|Derive|Filter|If|Leave|Let|Make|Omit|Paginate|Respond|Return|Send|Set|Sort|Store|Validate|Write) /,
  );
});

test.each<readonly [string, CheckSample, object | undefined]>([
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
  ['created-is-echoed', { body: '{"name":"Boston Fern","tag":"fern"}' }, { in: 'body', path: ['name'], from: 7 }],
  ['created-is-echoed', { body: '{"name":"Boston fern"}' }, { in: 'body', path: ['tag'] }],
  ['headers-declared', { contract: 'headers' }, { in: 'header', name: 'X-Left' }],
])('%s points to the wrong part of the response: %j', (id, sample, at) => {
  const [violation] = violationsOf(
    checks.find((check) => check.id === id),
    sample,
  );
  expect(violation?.responsePart).toEqual(at);
});

test('every check has responses that fail it', () => {
  expect(checks.filter(({ id }) => (checkSamples[id]?.fails.length ?? 0) === 0).map(({ id }) => id)).toEqual([]);
});

test('every check has a file named after its id', () => {
  const folder = new URL('../../contracts/conformance/checks', import.meta.url);
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.replace('.ts', ''))
    .filter((name) => !['check', 'index'].includes(name));
  expect(names.toSorted()).toEqual(checks.map(({ id }) => id).toSorted());
});

test.each([413, 414, 429, 431])('warns about status %i instead of a declared error', (status) => {
  const check = checks.find(({ id }) => id === 'status-declared');
  expect(violationsOf(check, { expectation: 'reject', status }).map(({ severity }) => severity)).toEqual(['warning']);
});

test('warns, with the reason, about a response that the contract does not rule out', () => {
  const check = checks.find(({ id }) => id === 'valid-accepted');
  const tolerated = [{ status: 'declared client error', reason: 'an empty string may be rejected' }] as const;
  const [violation] = violationsOf(check, { status: 400, body: error }, tolerated);
  expect(violation?.severity).toBe('warning');
  expect(violation?.expected).toContain('an empty string may be rejected');
});

/** With all kinds of errors: a server error, an undeclared status, an invalid body, another media type, a redirect. */
const silentSamples: readonly CheckSample[] = [200, 400, 404, 204, 302, 405, 418, 501, 503].flatMap((status) => [
  { status, method: 'PURGE' },
  { status, path: '/plants/' },
  { status, method: 'PURGE', body: 'no JSON {', headers: [['Content-Encoding', 'gzip']] },
  { status, path: '/elsewhere', type: 'text/html', body: '<p>' },
  { status, path: '/elsewhere', type: null, body: '' },
  { status: status === 200 || status === 400 ? 404 : status, body: '{"name":1,"name":2}' },
]);

function toleratedFor({ method }: CheckSample): TestCase['tolerated'] {
  return method === undefined ? [] : [{ status: 501, reason: 'the server does not implement the method' }];
}

test.each(silentSamples)(
  'reports only malformed messages if the contract does not specify the response: %j',
  (sample) => {
    const checkContext = checkContextFor({ ...sample, expectation: 'unspecified' }, toleratedFor(sample));
    const errors = checks
      .filter((check) => check.appliesTo(checkContext))
      .flatMap((check) => check.violations(checkContext).map(({ severity }) => [check.id, severity ?? check.severity]))
      .filter(([, severity]) => severity === 'error')
      .map(([id]) => id);
    const isServerError = sample.status === 503 || (sample.status === 501 && toleratedFor(sample).length === 0);
    expect(errors).toEqual(isServerError ? ['no-server-error'] : []);
  },
);

describe('a request that the contract does not specify, with a declared response', () => {
  const idsOf = (sample: CheckSample) =>
    checks
      .filter((check) => findingsOf(check, { ...sample, expectation: 'unspecified' }).length > 0)
      .map(({ id }) => id);

  test('may be accepted or rejected', () => {
    expect(idsOf({})).toEqual([]);
    expect(idsOf({ status: 400, body: error })).toEqual([]);
  });

  test('requires the declared body', () => {
    expect(idsOf({ status: 400, body: '{}' })).toEqual(['body-matches-schema']);
    expect(idsOf({ status: 200, body: '{' })).toEqual(['body-is-json']);
  });

  test('may be a page from a server in front', () => {
    expect(idsOf({ status: 400, type: 'text/html', body: '<p>' })).toEqual([]);
  });
});

describe('a rejection', () => {
  const idsOf = (sample: CheckSample) =>
    checks
      .filter((check) => findingsOf(check, { ...sample, contract: 'messages', expectation: 'reject' }).length > 0)
      .map(({ id }) => id);

  test('may have any declared client error', () => {
    expect(idsOf({ operation: 'moved', status: 404, body: '{}' })).toEqual([]);
    expect(idsOf({ operation: 'moved', status: 400, body: '{}' })).toEqual([]);
  });

  test('may be a redirect if the contract declares no other error for a form', () => {
    expect(idsOf({ operation: 'form', status: 303, body: '', type: null })).toEqual([]);
  });

  test('is reported once if it is an undeclared redirect', () => {
    expect(idsOf({ operation: 'moved', status: 302, body: '' })).toEqual(['no-redirect']);
  });
});

test('warns, with the reason, about an accepted request that only an older standard allows', () => {
  const check = checks.find(({ id }) => id === 'invalid-rejected');
  const [violation] = violationsOf(check, { expectation: 'reject' }, [{ status: 200, reason: 'RFC 7159' }]);
  expect(violation).toMatchObject({ severity: 'warning', expected: expect.stringContaining('RFC 7159') });
});

test.each<CheckSample>([
  { type: 'text/html', body: '<p>é</p>', encoding: 'latin1' },
  { type: 'text/html; charset=iso-8859-1', body: '<p>é</p>', encoding: 'latin1' },
  { type: 'text/html; charset=utf-8', body: '<p>é</p>' },
  { type: 'image/png; charset=utf-8', body: 'é', encoding: 'latin1' },
  { type: 'text/html; charset=utf-8', body: 'é', encoding: 'latin1', headers: [['Content-Encoding', 'br']] },
  { type: 'text/html; charset=utf-8', body: 'é', encoding: 'latin1', expectation: 'unspecified', status: 404 },
])('checks for UTF-8 only in text that declares it: %j', (sample) => {
  const check = checks.find(({ id }) => id === 'charset-is-utf-8');
  if (check === undefined) throw new Error('no such check');
  expect(findingsOf(check, sample)).toEqual([]);
});

test.each<CheckSample>([
  {
    type: 'application/xml',
    body: '<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>',
    encoding: 'latin1',
  },
  { type: 'text/xml; charset=iso-8859-1', body: '<a>é</a>', encoding: 'latin1' },
  { type: 'application/xml', body: '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' },
  { type: 'text/xml; charset=unknown', body: '<a>é</a>', encoding: 'latin1' },
  { type: 'text/html', body: '<p>a & b' },
  { type: 'application/xml', status: 204, body: '' },
  { type: 'application/xml', headers: [['Content-Encoding', 'gzip']], body: 'packed' },
  { type: 'application/xml', body: '<', expectation: 'unspecified', status: 404 },
])('body-is-xml accepts XML, and bodies that need not be XML: %j', (sample) => {
  const check = checks.find(({ id }) => id === 'body-is-xml');
  if (check === undefined) throw new Error('no such check');
  expect(findingsOf(check, sample)).toEqual([]);
});

test('warns about a wrong charset if the body is UTF-8', () => {
  const check = checks.find(({ id }) => id === 'charset-is-utf-8');
  const type = 'application/json; charset=iso-8859-1';
  expect(violationsOf(check, { type })).toMatchObject([{ severity: 'warning' }]);
  expect(violationsOf(check, { type, body: '{"name":"é"}', encoding: 'latin1' })[0]).not.toHaveProperty('severity');
});

test.each([401, 403])('accepts the rejection of invalid credentials if valid ones got 409: %i', (status) => {
  const check = checks.find(({ id }) => id === 'credentials-checked-first');
  if (check === undefined) throw new Error('no such check');
  expect(findingsOf(check, { expectation: 'deny', status, body: error, earlier: [409] })).toEqual([]);
});

test('allows an undeclared body, and rejects one that HTTP forbids', () => {
  const check = checks.find(({ id }) => id === 'no-forbidden-body');
  const gone = { contract: 'messages', operation: 'gone', body: '{}' } as const;
  expect(violationsOf(check, { ...gone, status: 404 })).toEqual([]);
  expect(violationsOf(check, { ...gone, status: 204 })).toHaveLength(1);
});

test.each<CheckSample>([
  { status: 304, body: '', headers: [['Content-Length', '37']] },
  { method: 'HEAD', body: '', headers: [['Content-Length', '37']] },
  { status: 204, body: '', headers: [['Content-Length', '0']] },
])('does not count an allowed Content-Length as a body: %j', (sample) => {
  const check = checks.find(({ id }) => id === 'no-forbidden-body');
  expect(violationsOf(check, sample)).toEqual([]);
});

test('names a duplicate key with its path', () => {
  const check = checks.find(({ id }) => id === 'keys-are-unique');
  const body = '{"name":"x","pots":[{},{"size":1,"size":1}]}';
  expect(violationsOf(check, { body })).toMatchObject([{ received: 'body.pots[1].size twice' }]);
});

test.each([
  ['deeper', `{"name":"x","more":${'['.repeat(2_000)}${']'.repeat(2_000)}}`],
  ['with more digits', `{"name":"x","more":${'7'.repeat(6_000)}}`],
  ['larger', '{"name":"x","more":1e999999999}'],
])('accepts a body %s than our parser supports only in response to such a request', (_how, body) => {
  const check = checks.find(({ id }) => id === 'body-is-json');
  expect(violationsOf(check, { body, sentText: body })).toEqual([]);
  expect(violationsOf(check, { body })).toHaveLength(1);
});

describe('the response to a POST', () => {
  const check = checks.find(({ id }) => id === 'created-is-echoed');

  test('is the record if request and response have the same schema', () => {
    const [violation] = violationsOf(check, { body: '{"name":"other","tag":"fern"}' });
    expect(violation?.severity).toBeUndefined();
  });

  test('is compared as doubles unless it is an integer', () => {
    const sample = { contract: 'messages', operation: 'measure', status: 201 } as const;
    const body = '{"length":1.7976931348623157e+308}';
    expect(violationsOf(check, { ...sample, sent: { length: 1.7976931348623157e308 }, body })).toEqual([]);
    expect(violationsOf(check, { ...sample, sent: { length: 0.29 }, body: '{"length":0.28}' })).toHaveLength(1);
  });

  test('is compared item by item, in any order', () => {
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

  test('may be a separate result if only the names are the same', () => {
    const sample = { contract: 'messages', operation: 'translate', sent: { text: 'fern' } } as const;
    expect(violationsOf(check, { ...sample, body: '{"text":"Farn"}' })).toMatchObject([{ severity: 'warning' }]);
  });
});

test('compares the response only if the request was JSON', () => {
  const check = checks.find(({ id }) => id === 'created-is-echoed');
  const body = '{"name":"Boston Fern","tag":"fern"}';
  expect(violationsOf(check, { body, sentType: 'Application/JSON; charset=utf-8' })).toHaveLength(1);
  expect(violationsOf(check, { body, sentType: 'text/plain' })).toEqual([]);
});

test('reports the target of a redirect', () => {
  const check = checks.find(({ id }) => id === 'no-redirect');
  const headers = [['Location', 'https://login.example/?next=1']] as const;
  expect(violationsOf(check, { status: 302, headers })).toMatchObject([
    { received: 'status 302 to "https://login.example/?next=1"' },
  ]);
});

describe('parses a header by its schema', () => {
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
  ])('%s: %s is invalid', (name, value) => {
    expect(receivedOf(name, value)).toHaveLength(1);
  });

  test('joins the lines of a header, except cookies', () => {
    expect(receivedOf('X-Ids', '1', '2')).toEqual([]);
    expect(receivedOf('Set-Cookie', 'theme=dark', 'session=1; Path=/')).toEqual([]);
    expect(receivedOf('Set-Cookie', 'theme=dark')).toHaveLength(1);
  });
});
