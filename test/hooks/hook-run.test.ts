/** Hooks that fail, hang or return something else: which hook, at which case, which line; never a finding. */
import assert from 'node:assert/strict';
import { describe, expect, test } from 'vitest';
import { openHooks } from '../../contracts/hooks/hook-run.ts';
import type { HookCheckInput, Hooks } from '../../contracts/hooks/hooks.ts';
import { loadHooks } from '../../contracts/hooks/load-hooks.ts';
import { itemContract, itemOperations } from '../conformance/item-store.ts';
import { kitErrorOf } from '../pact/support.ts';
import { facts, hookRun, hooksFile, request } from './hook-files.ts';

/** Not replaced: a program reads its environment itself. */
const VARIABLE = ['$', '{HOME}'].join('');

const exchange: HookCheckInput = {
  request,
  response: { status: 200, headers: {}, body: '', bytes: Buffer.alloc(0), json: undefined },
  ms: 1,
};

/** As in JavaScript. */
function untyped(value: unknown) {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

const failureOf = async (hooks: Hooks, timeLimitMs?: number) => {
  const { code, detail } = await kitErrorOf(hookRun(hooks, timeLimitMs).beforeRequest(request, facts));
  return [code, detail];
};

const ofCase = 'beforeRequest of the option hooks at create/valid-bodies/full:';

describe('a hook that fails ends the run', () => {
  test('because it throws, with the line of its file', async () => {
    const file = hooksFile(
      "export default {\n  beforeRequest(request: { body: string }) {\n    throw new Error('no key');\n  },\n};",
    );
    const run = openHooks(await loadHooks(file), { baseUrl: 'http://a.test' });
    const { code, detail, where } = await kitErrorOf(run.beforeRequest(request, facts));
    expect([code, detail, where]).toEqual([
      'hook-failed',
      `beforeRequest of ${file} at create/valid-bodies/full: Error: no key`,
      `${file}:3`,
    ]);
  });

  test('because it rejects, or throws what is no error', async () => {
    expect(await failureOf({ beforeRequest: () => Promise.reject(new TypeError('bad')) })).toEqual([
      'hook-failed',
      `${ofCase} TypeError: bad`,
    ]);
    expect(await failureOf({ beforeRequest: () => Promise.reject('text') })).toEqual([
      'hook-failed',
      `${ofCase} it threw text`,
    ]);
  });

  test('because it never ends, with the line where it is defined', async () => {
    const file = hooksFile(
      'const text: string = "";\nexport default {\n  // beforeRequest(\n  async beforeRequest() {\n    await new Promise(() => {});\n  },\n};',
    );
    const run = openHooks(await loadHooks(file), { baseUrl: 'http://a.test', timeLimitMs: 20 });
    const { code, detail, where } = await kitErrorOf(run.beforeRequest(request, facts));
    expect([code, detail, where]).toEqual([
      'hook-failed',
      `beforeRequest of ${file} at create/valid-bodies/full: it did not end within 0.02 s`,
      `${file}:4`,
    ]);
  });

  test('because it loops without end, which no timer interrupts', async () => {
    const beforeRequest = () => {
      for (;;);
    };
    expect(await failureOf({ beforeRequest }, 50)).toEqual(['hook-failed', `${ofCase} it did not end within 0.05 s`]);
  });

  test('outside of a case, where it names the request', async () => {
    const run = hookRun({ beforeRequest: () => Promise.reject(new Error('no')) });
    const { detail } = await kitErrorOf(run.beforeRequest(request, { ...facts, testCase: undefined }));
    expect(detail).toBe('beforeRequest of the option hooks at POST /items: Error: no');
  });

  test('without the secrets that it has named', async () => {
    const beforeRequest: NonNullable<Hooks['beforeRequest']> = (_request, { secret }) => {
      throw new Error(`rejected ${secret('Kz8vTq6mHb2x')}`);
    };
    expect(await failureOf({ beforeRequest })).toEqual(['hook-failed', `${ofCase} Error: rejected $PLANT_STORE_TOKEN`]);
  });
});

describe('what a hook returns is validated', () => {
  test.each<readonly [unknown, string]>([
    ['text', 'it returned a string'],
    [{ header: {} }, 'it returned an unknown key header (did you mean headers?)'],
    [{ headers: [] }, 'headers is an array'],
    [{ headers: { 'X-Tenant': 7 } }, 'the header X-Tenant is a number'],
    [{ headers: { Host: 'a.test' } }, 'the header Host: the run sets this header itself'],
    [{ headers: { 'X-Tenant': 'a\r\nb' } }, 'the header X-Tenant: expected only visible ASCII characters'],
    [{ path: 'items' }, 'the path is "items"'],
    [{ path: '/a b' }, 'the path is "/a b"'],
    [{ path: '/items#top' }, 'the path is "/items#top"'],
    [{ body: {} }, 'the body is an object'],
  ])('%j of beforeRequest', async (returned, problem) => {
    expect(await failureOf({ beforeRequest: () => untyped(returned) })).toEqual([
      'hook-failed',
      `${ofCase} ${problem}`,
    ]);
  });

  test('a change is a copy', async () => {
    const body = Buffer.from('{}');
    const change = await hookRun({ beforeRequest: () => ({ body }) }).beforeRequest(request, facts);
    body.fill(0);
    expect(Buffer.from(change?.body ?? []).toString()).toBe('{}');
  });

  test('filterCase returns a boolean', async () => {
    const filterCase = () => untyped('yes');
    const { testCase } = facts;
    if (testCase === undefined) throw new Error('a case is expected');
    const { detail } = await kitErrorOf(hookRun({ filterCase }).filterCase(testCase));
    expect(detail).toBe('filterCase of the option hooks at create/valid-bodies/full: it returned a string');
  });

  test('a secret is long enough to be masked', async () => {
    const beforeRequest: NonNullable<Hooks['beforeRequest']> = (_request, { secret }) => void secret('abc');
    expect(await failureOf({ beforeRequest })).toEqual(['hook-failed', `${ofCase} secret got a text of 3 characters`]);
  });

  test('values are those of the contract', async () => {
    const contract = await itemContract(itemOperations);
    const run = hookRun({ values: ({ operations }) => ({ properties: { stock: operations.length * 1_000 } }) });
    const { code, detail } = await kitErrorOf(run.supplyValues(contract));
    expect([code, detail]).toEqual([
      'option-invalid',
      expect.stringMatching(/^values of the option hooks: stock: the contract expects .*, got integer 6000$/),
    ]);
    const { contract: supplied } = await hookRun({ values: () => ({ properties: { name: VARIABLE } }) }).supplyValues(
      contract,
    );
    const create = supplied.operations.find(({ id }) => id === 'create');
    expect(create?.requestBody?.content[0]?.suppliedProperties?.get('name')).toEqual([VARIABLE]);
  });
});

describe('a check', () => {
  const outcomeOf = (check: (input: HookCheckInput) => unknown) => {
    const run = hookRun({ checks: { own: async (input) => untyped(await check(input)) } });
    const [named] = run.checks;
    if (named === undefined) throw new Error('a check is expected');
    return run.runCheck(named, exchange, facts);
  };

  test('passes, and fails by what it returns or asserts', async () => {
    expect(await outcomeOf(() => undefined)).toBeUndefined();
    expect(await outcomeOf(({ response }) => `status ${response.status}`)).toEqual({ message: 'status 200' });
    expect(await outcomeOf(async () => ({ message: 'no', severity: 'warning' }))).toEqual({
      message: 'no',
      severity: 'warning',
    });
    expect(await outcomeOf(({ response }) => assert.equal(response.status, 201, 'not created'))).toEqual({
      message: expect.stringMatching(/^not created/),
    });
  });

  test.each<readonly [string, () => unknown, string]>([
    ['throws another error', () => JSON.parse('{'), 'SyntaxError: '],
    ['returns true', () => true, 'it returned a boolean'],
    ['returns an empty text', () => '', 'it returned an empty text'],
    ['has an unknown severity', () => ({ message: 'no', severity: 'fatal' }), 'it returned an unknown severity'],
  ])('that %s is no finding', async (_name, check, problem) => {
    const { code, detail } = await kitErrorOf(outcomeOf(check));
    expect([code, detail]).toEqual([
      'hook-failed',
      expect.stringContaining(`own of the option hooks at create/valid-bodies/full: ${problem}`),
    ]);
  });
});
