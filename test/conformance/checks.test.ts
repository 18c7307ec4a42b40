import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checks } from '../../contracts/conformance/checks/index.ts';
import { pagesComplete } from '../../contracts/conformance/checks/pages-complete.ts';
import type { TestCase } from '../../contracts/conformance/model/test-case.ts';
import { type CheckSample, checkContextFor, checkSamples, error, findingsOf, violationsOf } from './check-samples.ts';
import { listBody, listQueries } from './list-query-samples.ts';

describe.each(checks.map((check) => [check.id, check] as const))('%s', (id, check) => {
  test('passes an answer for which it holds', () => {
    const { passes } = checkSamples[id] ?? {};
    expect(passes !== undefined && check.appliesTo(checkContextFor(passes))).toBe(true);
    expect(findingsOf(check, passes)).toEqual([]);
  });

  test.each(checkSamples[id]?.fails ?? [])('finds %j', (sample) => {
    expect(findingsOf(check, sample)).not.toEqual([]);
  });
});

test.each([
  ['is the end of the list', listBody()],
  ['has something again', listBody(5, 6)],
])('a page far behind that %s is not made up', (_what, body) => {
  const sample = { query: listQueries.madeUp, body };
  expect(pagesComplete.appliesTo(checkContextFor(sample))).toBe(true);
  expect(findingsOf(pagesComplete, sample)).toEqual([]);
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
])('%s points at the part of the answer that is wrong: %j', (id, sample, at) => {
  const [violation] = violationsOf(
    checks.find((check) => check.id === id),
    sample,
  );
  expect(violation?.responsePart).toEqual(at);
});

test('every check has answers that fail it', () => {
  expect(checks.filter(({ id }) => (checkSamples[id]?.fails.length ?? 0) === 0).map(({ id }) => id)).toEqual([]);
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
  expect(violationsOf(check, { expectation: 'reject', status }).map(({ severity }) => severity)).toEqual(['advice']);
});

test('what the contract leaves open is advice, with the reason', () => {
  const check = checks.find(({ id }) => id === 'valid-accepted');
  const tolerated = [{ status: 'declared client error', reason: 'an empty string may be rejected' }] as const;
  const [violation] = violationsOf(check, { status: 400, body: error }, tolerated);
  expect(violation?.severity).toBe('advice');
  expect(violation?.expected).toContain('an empty string may be rejected');
});

/** Whatever is wrong with it: a server error, an undeclared status, a broken body, another media type, a redirect. */
const silentSamples: readonly CheckSample[] = [200, 400, 404, 204, 302, 405, 418, 501, 503].flatMap((status) => [
  { status, method: 'PURGE' },
  { status, path: '/plants/' },
  { status, method: 'PURGE', body: 'no JSON {', headers: [['Content-Encoding', 'gzip']] },
  { status, path: '/elsewhere', type: 'text/html', body: '<p>' },
  { status, path: '/elsewhere', type: null, body: '' },
  { status: status === 200 || status === 400 ? 404 : status, body: '{"name":1,"name":2}' },
]);

function toleratedFor({ method }: CheckSample): TestCase['tolerated'] {
  return method === undefined ? [] : [{ status: 501, reason: 'the server does not know the method' }];
}

test.each(silentSamples)(
  'nothing but a broken message is held against an answer that the contract is silent on: %j',
  (sample) => {
    const checkContext = checkContextFor({ ...sample, expectation: 'silent' }, toleratedFor(sample));
    const errors = checks
      .filter((check) => check.appliesTo(checkContext))
      .flatMap((check) => check.violations(checkContext).map(({ severity }) => [check.id, severity ?? check.severity]))
      .filter(([, severity]) => severity === 'fault')
      .map(([id]) => id);
    const isServerError = sample.status === 503 || (sample.status === 501 && toleratedFor(sample).length === 0);
    expect(errors).toEqual(isServerError ? ['no-server-error'] : []);
  },
);

describe('a silent case whose answer is declared', () => {
  const idsOf = (sample: CheckSample) =>
    checks.filter((check) => findingsOf(check, { ...sample, expectation: 'silent' }).length > 0).map(({ id }) => id);

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
  const idsOf = (sample: CheckSample) =>
    checks
      .filter((check) => findingsOf(check, { ...sample, contract: 'messages', expectation: 'reject' }).length > 0)
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
  const [violation] = violationsOf(check, { expectation: 'reject' }, [{ status: 200, reason: 'RFC 7159' }]);
  expect(violation).toMatchObject({ severity: 'advice', expected: expect.stringContaining('RFC 7159') });
});

test.each<CheckSample>([
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

test.each<CheckSample>([
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
  expect(violationsOf(check, { type, body: '{"name":"é"}', encoding: 'latin1' })[0]).not.toHaveProperty('severity');
});

test.each([401, 403])('a refusal of wrong credentials is no advice where the right ones got 409: %i', (status) => {
  const check = checks.find(({ id }) => id === 'credentials-checked-first');
  if (check === undefined) throw new Error('no such check');
  expect(findingsOf(check, { expectation: 'refuse', status, body: error, earlier: [409] })).toEqual([]);
});

test('a body that the contract does not declare is left open, one that HTTP forbids is a fault', () => {
  const check = checks.find(({ id }) => id === 'no-forbidden-body');
  const gone = { contract: 'messages', operation: 'gone', body: '{}' } as const;
  expect(violationsOf(check, { ...gone, status: 404 })).toEqual([]);
  expect(violationsOf(check, { ...gone, status: 204 })).toHaveLength(1);
});

test.each<CheckSample>([
  { status: 304, body: '', headers: [['Content-Length', '37']] },
  { method: 'HEAD', body: '', headers: [['Content-Length', '37']] },
  { status: 204, body: '', headers: [['Content-Length', '0']] },
])('a length that HTTP allows is no body: %j', (sample) => {
  const check = checks.find(({ id }) => id === 'no-forbidden-body');
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
])('a body that is %s than our parser takes is only taken from a store that was sent such a one', (_how, body) => {
  const check = checks.find(({ id }) => id === 'body-is-json');
  expect(violationsOf(check, { body, sentText: body })).toEqual([]);
  expect(violationsOf(check, { body })).toHaveLength(1);
});

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
    expect(violationsOf(check, { ...sample, sent: { length: 0.29 }, body: '{"length":0.28}' })).toHaveLength(1);
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
    expect(violationsOf(check, { ...sample, body: '{"text":"Farn"}' })).toMatchObject([{ severity: 'advice' }]);
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
