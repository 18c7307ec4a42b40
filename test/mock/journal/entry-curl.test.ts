import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { entryCurl } from '../../../mock/journal/entry-curl.ts';
import type { JournalEntry, JournalRequest } from '../../../mock/model/journal-entry.ts';
import type { SecurityScheme } from '../../../spec/model/contract.ts';

const place = { file: 'x', pointer: '', line: 1 };
const plain: JournalRequest = { method: 'GET', target: '/beds', headers: {}, body: null };

function key(where: 'header' | 'query' | 'cookie', parameterName: string): SecurityScheme {
  return { name: where, type: 'apiKey', in: where, parameterName, scheme: undefined, place };
}

const schemes = [key('header', 'X-Key'), key('query', 'k[]'), key('cookie', 'sid')];

function entryOf(request: Partial<JournalRequest>): JournalEntry {
  return {
    ...{ id: 1, kind: 'request', time: '', milliseconds: 0, mount: '', operation: null, response: null, valid: true },
    ...{ violations: [], why: null, rule: null, fault: null, request: { ...plain, ...request } },
  };
}

function lineOf(request: Partial<JournalRequest>, token = 'my token'): string | undefined {
  return entryCurl(entryOf(request), { origin: 'http://127.0.0.1:4010', schemes, token });
}

/** The arguments that a shell parses from the command, one per line. */
function argumentsOf(line = '', token = 'my token'): readonly string[] {
  const program = line.replace(/^curl/, `printf '%s\\n'`);
  const env = { ...process.env, PLANT_STORE_TOKEN: token };
  return execFileSync('sh', ['-c', program], { encoding: 'utf8', env }).trimEnd().split('\n');
}

describe('the curl command of a journal entry', () => {
  it('contains method, URL, media type and body', () => {
    const body = { text: '{"id":9007199254740993}', bytes: 23, isCut: false };
    const headers = { 'content-type': 'application/json' };
    expect(argumentsOf(lineOf({ method: 'POST', headers, body }))).toEqual([
      ...['-i', '-X', 'POST', 'http://127.0.0.1:4010/beds', '-H', 'content-type: application/json'],
      ...['--data-raw', '{"id":9007199254740993}'],
    ]);
  });

  it('announces that there is no body where the request did', () => {
    const headers = { 'content-length': '0' };
    expect(argumentsOf(lineOf({ method: 'POST', headers })).slice(4)).toEqual(['-H', 'content-length: 0']);
  });

  it('omits headers that curl or a browser adds', () => {
    const headers = {
      host: 'x',
      'content-length': '2',
      'sec-fetch-mode': 'cors',
      accept: '*/*',
      'x-depth': '3',
    };
    expect(argumentsOf(lineOf({ headers })).slice(4)).toEqual(['-H', 'x-depth: 3']);
  });

  it.each([
    ['a bearer token', { authorization: 'Bearer ***' }, 'authorization: Bearer my token'],
    ['a token without a scheme', { authorization: '***' }, 'authorization: my token'],
    ['an API key', { 'x-key': '***' }, 'x-key: my token'],
    ['a password', { authorization: 'Basic ***' }, `authorization: Basic ${btoa('mock:my token')}`],
    ['a cookie among others', { cookie: 'a=***; sid=***;b=1' }, 'cookie: a=***; sid=my token;b=1'],
  ])('reads %s from the environment', (_what, headers, expected) => {
    const line = lineOf({ headers });
    expect(line).not.toContain('my token');
    expect(argumentsOf(line).slice(4)).toEqual(['-H', expected]);
  });

  it('reads user and password together from the environment', () => {
    const line = lineOf({ headers: { authorization: 'Basic ***' } }, 'anna:secret');
    expect(argumentsOf(line, 'anna:secret').at(-1)).toBe(`authorization: Basic ${btoa('anna:secret')}`);
  });

  it('reads a key in the query from the environment, encoded', () => {
    const line = lineOf({ target: '/beds?k%5B%5D=***&dry=***' });
    expect(argumentsOf(line)[3]).toBe('http://127.0.0.1:4010/beds?k%5B%5D=my%20token&dry=***');
  });

  it('keeps three asterisks that the app sent', () => {
    const body = { text: 'a *** b', bytes: 7, isCut: false };
    const line = lineOf({ target: '/beds?q=***', headers: { 'x-stars': '***' }, body });
    expect(line).not.toContain('PLANT_STORE_TOKEN');
  });

  it.each([`it's`, '$(touch /tmp/x)', '`id`', '"; echo no', '@/etc/passwd', '\\', '!!', '<a', '%s'])(
    'escapes %s for the shell and curl',
    (text) => {
      const body = { text, bytes: text.length, isCut: false };
      expect(argumentsOf(lineOf({ body })).slice(-2)).toEqual(['--data-raw', text]);
    },
  );

  it.each([
    ['a part of the body', { text: '{"id":', bytes: 90_000, isCut: true }],
    ['bytes that are not text', { text: '\ufffdPNG', bytes: 4, isCut: false }],
  ])('does not exist if the journal has only %s', (_what, body) => {
    expect(lineOf({ body })).toBeUndefined();
  });
});
