import { describe, expect, it } from 'vitest';
import { violationsHeader } from '../../../mock/respond/violations-header.ts';
import {
  createPlant,
  errorMessage,
  gardenSpec,
  member,
  plantStoreSpec,
  send,
  startMockOf,
  type TestResponse,
} from '../support.ts';

const violationsOf = ({ headers }: TestResponse) => JSON.parse(headers.get('sl-violations') ?? 'null');
const create = async (body: string, headers: Record<string, string> = {}) =>
  createPlant(await startMockOf(plantStoreSpec), body, headers);

describe('the header sl-violations', () => {
  it('has every violation of an invalid body, each with its location, rule and message', async () => {
    expect(violationsOf(await create('{"id":"7","tag":5}'))).toEqual([
      {
        location: ['request', 'body', 'name'],
        severity: 'Error',
        code: 'required',
        message: 'body.name: expected a value (the property is required), got nothing',
      },
      {
        location: ['request', 'body', 'tag'],
        severity: 'Error',
        code: 'type',
        message: 'body.tag: expected string, got integer 5',
      },
      {
        location: ['request', 'body', 'id'],
        severity: 'Error',
        code: 'type',
        message: 'body.id: expected integer, got string "7"',
      },
    ]);
  });

  it('has the violations of parameters and of the body', async () => {
    const mock = await startMockOf(gardenSpec, { auth: false });
    const init = { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body: '{}' };
    const entries = violationsOf(await send(`${mock.url}/beds/none`, init));
    expect(entries.map(({ location }: { location: unknown }) => location)).toEqual([
      ['request', 'path', 'bedId'],
      ['request', 'body', 'soil'],
    ]);
  });

  it.each([
    ['no token', '{}', { Authorization: '' }, ['request', 'security'], 'credentials-missing'],
    ['broken JSON', '{', {}, ['request', 'body'], 'body-malformed'],
    ['another type', '{}', { 'Content-Type': 'text/csv' }, ['request', 'header', 'Content-Type'], 'media-type'],
    ['an invalid preference', '{}', { Prefer: 'code=x' }, ['request', 'header', 'Prefer'], 'prefer'],
  ])('contains the location of the violation: %s', async (_what, body, headers, location, code) => {
    expect(violationsOf(await create(body, headers))).toEqual([
      { location, severity: 'Error', code, message: expect.stringContaining('expected') },
    ]);
  });

  it('is not sent for valid requests and requested errors', async () => {
    expect((await create('{"id":7,"name":"a"}')).headers.has('sl-violations')).toBe(false);
    const requested = await create('{"id":7,"name":"a"}', { Prefer: 'code=400' });
    expect([requested.status, requested.headers.has('sl-violations')]).toEqual([400, false]);
  });

  it('can be read by a page on another origin', async () => {
    const response = await create('{}', { Origin: 'http://localhost:5173' });
    expect(response.headers.get('access-control-expose-headers')).toContain('sl-violations');
  });

  it('is ASCII for any request', async () => {
    const response = await create('{"id":"\u00e4\\r\\nX: 1 🌵","name":"a"}');
    expect(response.headers.get('sl-violations')).toMatch(/^[\x20-\x7e]+$/);
    expect(violationsOf(response)[0].message).toContain('\u00e4');
  });
});

describe('a violations header', () => {
  const fault = (name: string, message = `body.${name}: expected integer, got string "x"`) => ({
    rule: 'type',
    code: 1102,
    at: ['body', name],
    message,
  });

  it.each([
    ['many violations', Array.from({ length: 100 }, (_unused, n) => fault(`part${n}`))],
    ['a long name', [fault('a'.repeat(100_000), 'a'.repeat(400))]],
    ['a long non-ASCII name', [fault('\u{1f335}'.repeat(9_999), '\u{1f335}'.repeat(200)), fault('b')]],
    ['a deep location', [{ ...fault('a'), at: Array.from({ length: 900 }, (_unused, n) => n) }]],
    ['a lone surrogate', [fault('\ud83c', '\ud83c')]],
  ])('is valid JSON under 4 KB for %s', (_what, errors) => {
    const text = violationsHeader(errors)['sl-violations'] ?? '';
    expect(text.length).toBeLessThan(4_096);
    expect(text).toMatch(/^[\x20-\x7e]+$/);
    expect(JSON.parse(text)).not.toEqual([]);
  });

  it('has the number of omitted violations in its last entry', () => {
    const errors = Array.from({ length: 100 }, (_unused, n) => fault(`part${n}`));
    const entries = JSON.parse(violationsHeader(errors)['sl-violations'] ?? '');
    const reported = entries.length - 1;
    expect(entries.at(-1)).toEqual({
      location: ['request'],
      severity: 'Error',
      code: 'more',
      message: `and ${100 - reported} more`,
    });
  });

  it('is empty without a violation', () => {
    expect(violationsHeader([])).toEqual({});
  });
});

describe('a rejection', () => {
  const labels = 'test/fixtures/mock/labels.yaml';
  const read = async (path: string) => send(`${(await startMockOf(labels)).url}${path}`);

  it('is text if the contract declares text, and respects its maxLength', async () => {
    const response = await read('/plain?size=many');
    expect([response.status, response.headers.get('content-type')]).toEqual([400, 'text/plain; charset=utf-8']);
    expect(response.text).toBe('query.size: expected integer, got string');
  });

  it('is XML if the contract declares XML', async () => {
    const response = await read('/xml?size=%3Cb%3E');
    expect([response.status, response.headers.get('content-type')]).toEqual([400, 'application/xml']);
    expect(response.text).toMatch(/<Error><code>1102<\/code><message>[^<]*&lt;b&gt;[^<]*<\/message><\/Error>$/);
  });

  it('is HTML with the sent values escaped', async () => {
    const response = await read('/html?size=%3Cscript%3E');
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.text).toContain('&lt;script&gt;');
    expect(response.text).not.toContain('<script>');
  });

  it.each([
    ['Content-Type', 'text/csv', 1003],
    ['Content-Encoding', 'br', 1011],
  ])('of %s: %s is 415 if no client error is declared', async (name, value, code) => {
    const mock = await startMockOf(labels);
    const headers = { 'Content-Type': 'application/json', [name]: value };
    const response = await send(`${mock.url}/bytes`, { method: 'POST', headers, body: '{}' });
    expect([response.status, member(response.json, 'code')]).toEqual([415, code]);
  });

  it('shows a number as it was sent, not as it is stored', async () => {
    const response = await create('{"id":1.00000000000000000001,"name":"a"}');
    expect(errorMessage(response)).toBe('body.id: expected integer, got number 1.00000000000000000001');
  });
});

describe('XML', () => {
  it('has an element for each property and each item, with escaped text', async () => {
    const mock = await startMockOf('test/fixtures/mock/labels.yaml');
    const response = await send(`${mock.url}/xml`);
    expect(response.text.split('\n')[1]).toBe(
      '<Label><text>Salt &amp; &quot;pepper&quot; &lt;b&gt;</text><sizes>1</sizes><sizes>2</sizes></Label>',
    );
  });
});
