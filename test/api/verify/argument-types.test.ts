/** Arguments of untyped programs: invalid ones are rejected by name and type before any work, and never shown. */

import { describe, expect, it } from 'vitest';
import { comparePacts, recordPact, verifyPacts } from '../../../contracts/api/pact/index.ts';
import { KitError, verify, writeReport } from '../../../contracts/api/verify/index.ts';
import { startMock } from '../../../mock/index.ts';
import { startHttpServer } from '../../pact/support.ts';

const url = 'http://127.0.0.1:1';
const nothing = 'options: expected an object, got';

/** Without types, as in JavaScript. */
async function kitErrorFrom(apiFunction: (...given: never) => Promise<unknown>, ...given: readonly unknown[]) {
  const error: unknown = await Reflect.apply(apiFunction, undefined, given).catch((thrown: unknown) => thrown);
  if (error instanceof KitError) return error;
  throw new Error('expected a KitError', { cause: error });
}

describe.each([
  ['verify', verify, { baseUrl: url }],
  ['verifyPacts', verifyPacts, { baseUrl: url }],
  ['comparePacts', comparePacts, {}],
  ['recordPact', recordPact, {}],
  ['startMock', startMock, {}],
])('%s rejects', (_name, apiFunction, needed) => {
  it.each([
    [null, `${nothing} null`],
    [5, `${nothing} a number`],
    ['hush', `${nothing} a string`],
    [[], `${nothing} an array`],
  ])('%j', async (given, detail) => {
    const error = await kitErrorFrom(apiFunction, given);
    expect([error.code, error.detail]).toEqual(['option-invalid', detail]);
  });

  it.each([
    [5, 'a number'],
    [null, 'null'],
  ])('the document %j', async (spec, got) => {
    const error = await kitErrorFrom(apiFunction, { ...needed, spec });
    expect(error.code).toBe('option-invalid');
    expect(error.detail).toMatch(/^option spec: expected a path, a URL, or the document as an object/);
    expect(error.detail).toMatch(new RegExp(`, got ${got}$`));
  });
});

describe.each([
  ['verify', verify],
  ['verifyPacts', verifyPacts],
])('%s rejects', (_name, apiFunction) => {
  it.each([
    [undefined, `${nothing} undefined`],
    [{}, 'option baseUrl: expected a string or a URL, got undefined'],
    [{ baseUrl: 5 }, 'option baseUrl: expected a string or a URL, got a number'],
    [{ baseUrl: url, token: 5 }, 'option token: expected a string, got a number'],
    [{ baseUrl: url, token: ['hush'] }, 'option token: expected a string, got an array'],
    [{ baseUrl: url, token: null }, 'option token: expected a string, got null'],
    [{ baseUrl: url, login: {} }, 'login: expected clientId, username or command'],
    [{ baseUrl: url, login: { clientId: 'a' } }, 'login.clientId has no effect without login.clientSecret'],
    [{ baseUrl: url, login: { tokenUrl: 'ftp://hush@a' } }, 'login: expected clientId, username or command'],
    [{ baseUrl: url, headers: { Host: 'hush' } }, 'headers Host: the run sets this header itself'],
    [{ baseUrl: url, tls: { key: 'key.pem' } }, 'tls.key has no effect without tls.cert'],
    [{ baseUrl: url, tls: { insecure: 'yes' } }, 'option insecure: expected a boolean, got a string'],
    [{ baseUrl: url, proxy: 'ftp://a' }, 'proxy "ftp://a": expected an http or https URL without credentials'],
    [{ baseUrl: url, auth: null }, 'option auth: expected an object, each value a string, got null'],
    [{ baseUrl: url, auth: 'hush' }, 'option auth: expected an object, each value a string, got a string'],
    [
      { baseUrl: url, auth: { basic: 'hush', key: 5 } },
      'option auth: expected an object, each value a string, got an object with a number',
    ],
    [
      { baseUrl: url, auth: { basic: undefined } },
      'option auth: expected an object, each value a string, got an object with undefined',
    ],
    [{ baseUrl: url, strict: 'no' }, 'option strict: expected a boolean, got a string'],
    [{ baseUrl: url, timeout: '5' }, 'option timeout: expected a number, got a string'],
  ])('%j', async (given, detail) => {
    const error = await kitErrorFrom(apiFunction, given);
    expect([error.code, error.detail]).toEqual(['option-invalid', detail]);
  });
});

const list = 'expected an array, each item a string';

it.each([
  [{ only: 'valid-bodies' }, `option only: ${list}, got a string`],
  [{ only: 5 }, `option only: ${list}, got a number`],
  [{ only: [5] }, `option only: ${list}, got an array with a number`],
  [{ shard: null }, 'option shard: expected an object, got null'],
  [{ shard: 5 }, 'option shard: expected an object, got a number'],
  [{ waivers: 5 }, 'option waivers: expected a string, got a number'],
  [{ waivers: [] }, 'option waivers: expected a string, got an array'],
  [{ seed: null }, 'option seed: expected a number, got null'],
  [{ signal: {} }, 'option signal: expected an AbortSignal, got an object'],
  [{ overlay: 'x' }, `option overlay: ${list}, got a string`],
  [{ values: [] }, 'option values: expected an object, got an array'],
  [{ hooks: 'hooks.ts' }, 'option hooks: expected an object, got a string'],
  [{ config: {} }, 'option config: expected a string, got an object'],
  [{ signal: 'x' }, 'option signal: expected an AbortSignal, got a string'],
])('verify rejects %j', async (given, detail) => {
  const error = await kitErrorFrom(verify, { baseUrl: url, ...given });
  expect([error.code, error.detail]).toEqual(['option-invalid', detail]);
});

it('verify starts nothing if its signal is null', async () => {
  let sent = 0;
  const baseUrl = await startHttpServer((_request, response) => {
    sent += 1;
    response.writeHead(401).end();
  });
  const error = await kitErrorFrom(verify, { baseUrl, token: 'hush', signal: null });
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect([error.detail, sent]).toEqual(['option signal: expected an AbortSignal, got null', 0]);
});

const pacts = `option pacts: ${list}, with at least one item, got`;

it.each([
  [{ pacts: 'x' }, `${pacts} a string`],
  [{ pacts: 5 }, `${pacts} a number`],
  [{ pacts: [5] }, `${pacts} an array with a number`],
  [{ pacts: [null] }, `${pacts} an array with null`],
  [{ pacts: [] }, `${pacts} an empty array`],
])('comparePacts and verifyPacts reject %j', async (given, detail) => {
  const compared = await kitErrorFrom(comparePacts, given);
  const verified = await kitErrorFrom(verifyPacts, { baseUrl: url, ...given });
  expect([compared.code, compared.detail, verified.detail]).toEqual(['option-invalid', detail, detail]);
});

it('comparePacts requires its options', async () => {
  expect((await kitErrorFrom(comparePacts)).detail).toBe(`${nothing} undefined`);
});

it('comparePacts rejects a string for a boolean option', async () => {
  expect((await kitErrorFrom(comparePacts, { strict: 'no' })).detail).toBe(
    'option strict: expected a boolean, got a string',
  );
});

it.each([
  [{ consumer: 5 }, 'option consumer: expected a string, got a number'],
  [{ provider: null }, 'option provider: expected a string, got null'],
  [{ out: 5 }, 'option out: expected a string, got a number'],
])('recordPact rejects %j', async (given, detail) => {
  expect((await kitErrorFrom(recordPact, given)).detail).toBe(detail);
});

it.each([
  [{ port: '80' }, 'option port: expected a number, got a string'],
  [{ auth: 'no' }, 'option auth: expected a boolean, got a string'],
  [{ token: [5] }, 'option token: expected a string; or an array, each item a string, got an array'],
  [{ tls: false }, 'option tls: expected an object; or true, got a boolean'],
  [{ log: true }, 'option log: expected a function, got a boolean'],
])('startMock rejects %j', async (given, detail) => {
  const error = await kitErrorFrom(startMock, given);
  expect([error.code, error.detail]).toEqual(['option-invalid', detail]);
});

it('writeReport rejects an invalid path', async () => {
  expect((await kitErrorFrom(writeReport, {}, null)).detail).toBe(`${nothing} null`);
  expect((await kitErrorFrom(writeReport, {}, { json: 5 })).detail).toBe(
    'option json: expected a string, got a number',
  );
});

it('treats undefined as not given', async () => {
  const report = await comparePacts({ pacts: undefined, spec: undefined, strict: undefined });
  expect(report.verdict.kind).toBe('conforms');
});

it('accepts an AbortSignal of another realm', async () => {
  const { signal: real } = new AbortController();
  const signal = {
    aborted: true,
    reason: 'enough',
    addEventListener: real.addEventListener,
    removeEventListener: real.removeEventListener,
  };
  await expect(Reflect.apply(verify, undefined, [{ baseUrl: url, signal }])).rejects.toBe('enough');
});

describe('names the options as in the API', () => {
  it('the selected test categories', async () => {
    const error = await kitErrorFrom(verify, { baseUrl: url, only: ['paint'] });
    expect(error.detail).toMatch(/^only paint: expected /);
  });

  it('the pacts', async () => {
    const error = await kitErrorFrom(comparePacts, { spec: 'test/fixtures/mock/todos.yaml' });
    expect(error.detail).toBe('pacts is missing; name the pact that belongs to this document');
  });

  it('the credentials', async () => {
    const apart = await kitErrorFrom(verify, { baseUrl: 'http://me:hush@127.0.0.1' });
    expect(apart.detail).toBe(
      'the URL contains a user name or password; pass credentials separately, as token or auth',
    );
    const scheme = await kitErrorFrom(verify, { baseUrl: url, auth: { nix: 'hush' } });
    expect(scheme.detail).toMatch(/^unknown security scheme nix; the document declares \w/);
  });
});
