/** What the checks of single responses name, and when they only warn. */
import { describe, expect, test } from 'vitest';
import { checks } from '../../../contracts/conformance/checks/index.ts';
import { type CheckSample, checkContextFor, error } from '../check-samples.ts';

function violationsOf(id: string, sample: CheckSample, changes: object = {}) {
  const check = checks.find((one) => one.id === id);
  if (check === undefined) throw new Error(`no check ${id}`);
  const context = { ...checkContextFor(sample), ...changes };
  return check.appliesTo(context) ? check.violations(context) : [];
}

const member = { contract: 'members', operation: 'readMember' } as const;
const uuid = '9b7c4e52-0f3d-4a61-8c2e-d15a7f60b384';

describe('status-declared', () => {
  test('names the declared statuses', () => {
    const [accepted] = violationsOf('status-declared', { ...member, status: 206 });
    expect(accepted?.expected).toBe('a declared status: 200, 400, 404');
    const [denied] = violationsOf('status-declared', { ...member, expectation: 'deny', status: 418 });
    expect(denied?.expected).toBe('401, 403 or a declared client error (400, 404)');
  });

  test('requires nothing of an operation without responses', () => {
    const { testCase } = checkContextFor({ ...member, status: 206 });
    const operation = { ...testCase.operation, responses: [] };
    expect(
      violationsOf('status-declared', { ...member, status: 206 }, { testCase: { ...testCase, operation } }),
    ).toEqual([]);
  });
});

describe('valid-accepted', () => {
  const severitiesOf = (sample: CheckSample, changes = {}) =>
    violationsOf('valid-accepted', sample, changes).map(({ severity = 'error' }) => severity);

  test.each([409, 412, 423])('only warns about a declared %i, which depends on the state of the resource', (status) => {
    const { declared, testCase } = checkContextFor({ ...member, status: 404, body: '{}' });
    expect(severitiesOf({ ...member, status, body: '{}' }, { declared })).toEqual(['warning']);
    expect(severitiesOf({ ...member, status, body: '{}' })).toEqual(['error']);
    const operation = { ...testCase.operation, parameters: [] };
    expect(severitiesOf({ ...member, status }, { declared, testCase: { ...testCase, operation } })).toEqual(['error']);
  });

  test.each([400, 404, 410, 422])('reports %i as an error, declared or not', (status) => {
    const { declared } = checkContextFor({ ...member, status: 404, body: '{}' });
    expect(severitiesOf({ ...member, status, body: '{}' }, { declared })).toEqual(['error']);
  });

  test('names the declared successes', () => {
    const [violation] = violationsOf('valid-accepted', { status: 400, body: error });
    expect(violation).toMatchObject({ expected: 'status 200, because the request is valid', received: 'status 400' });
  });

  test('accepts 412 to a precondition that is made up', () => {
    const { requestSpec } = checkContextFor({ status: 412 });
    const headers = [['If-Match', '"x"'] as const];
    expect(severitiesOf({ status: 412 }, { requestSpec: { ...requestSpec, headers } })).toEqual([]);
    expect(severitiesOf({ status: 412 })).toEqual(['error']);
    expect(severitiesOf({ status: 409 }, { requestSpec: { ...requestSpec, headers } })).toEqual(['error']);
  });
});

describe('write-only-is-hidden', () => {
  const shown = (body: object) =>
    violationsOf('write-only-is-hidden', { ...member, body: JSON.stringify({ id: uuid, name: 'Ann', ...body }) });

  test('hides the value, and only warns about null', () => {
    expect(shown({ pin: '1234' })).toMatchObject([{ received: 'a value', key: 'body.pin' }]);
    expect(shown({ pin: '1234' })[0]?.severity).toBeUndefined();
    expect(shown({ pin: null })).toMatchObject([{ received: 'null', severity: 'warning' }]);
  });

  test('only warns with OpenAPI 3.0', () => {
    const sample = { ...member, body: JSON.stringify({ id: uuid, pin: '1234' }) };
    const { testCase } = checkContextFor(sample);
    const operation = { ...testCase.operation, openapi: '3.0' };
    expect(violationsOf('write-only-is-hidden', sample, { testCase: { ...testCase, operation } })).toMatchObject([
      { severity: 'warning' },
    ]);
  });
});

describe('read-only-is-kept', () => {
  const imposing = { contract: 'members', operation: 'createMember', expectation: 'unspecified' } as const;
  const severitiesOf = (sample: CheckSample) =>
    violationsOf('read-only-is-kept', { ...imposing, status: 201, ...sample }).map(
      ({ severity = 'error' }) => severity,
    );

  test('only warns about an inner object that is not an envelope', () => {
    const inner = { sent: { data: { id: '7' } }, body: '{"data":{"id":"7"}}', imposed: ['data', 'id'] };
    expect(severitiesOf(inner)).toEqual(['error']);
    expect(severitiesOf({ ...inner, sent: { data: { id: '7' }, name: 'Ann' } })).toEqual(['warning']);
    const record = { sent: { id: '7' }, body: '{"id":"7"}', imposed: ['id'] };
    expect(severitiesOf(record)).toEqual(['error']);
    expect(severitiesOf({ ...record, body: '{"id":7}' })).toEqual([]);
    const deep = { sent: { a: { b: { id: '7' } } }, body: '{"a":{"b":{"id":"7"}}}', imposed: ['a', 'b', 'id'] };
    expect(severitiesOf(deep)).toEqual(['warning']);
  });
});

test('no-trailing-data shows the first bytes', () => {
  const [short] = violationsOf('no-trailing-data', { sendMode: { kind: 'watched' }, after: 'abc' });
  expect(short?.received).toBe('3 bytes: "abc"');
  const [long] = violationsOf('no-trailing-data', { sendMode: { kind: 'watched' }, after: 'x'.repeat(41) });
  expect(long?.received).toBe(`41 bytes: "${'x'.repeat(40)}"...`);
});

test.each([
  ['utf16le', '\ufeff<a>\u00e9</a>', 0],
  ['utf16le', '\ufeff<a>\u00e9</b>', 1],
] as const)('body-is-xml reads %s with a byte order mark: %j', (encoding, text, count) => {
  const context = checkContextFor({ type: 'application/xml', body: '' });
  const response = context.response && { ...context.response, body: Buffer.from(text, encoding) };
  const bigEndian = context.response && { ...context.response, body: Buffer.from(text, encoding).swap16() };
  for (const one of [response, bigEndian])
    expect(violationsOf('body-is-xml', { type: 'application/xml' }, { response: one })).toHaveLength(count);
});
