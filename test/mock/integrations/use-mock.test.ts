import * as vitest from 'vitest';
import { expect, it } from 'vitest';
import { type TestHooks, type UseMockOptions, useMock } from '../../../mock/integrations/use-mock.ts';
import { send } from '../support.ts';
import { shop } from './shop.ts';

/** The hooks of a test runner, called by the test. */
function fakeRunner() {
  const registered: Record<keyof TestHooks, (() => Promise<void>)[]> = {
    beforeAll: [],
    beforeEach: [],
    afterEach: [],
    afterAll: [],
  };
  const run = async (name: keyof TestHooks) => {
    for (const hook of registered[name]) await hook();
  };
  const hooks: TestHooks = {
    beforeAll: (hook) => registered.beforeAll.push(hook),
    beforeEach: (hook) => registered.beforeEach.push(hook),
    afterEach: (hook) => registered.afterEach.push(hook),
    afterAll: (hook) => registered.afterAll.push(hook),
  };
  return { hooks, run };
}

async function startFile(options: UseMockOptions = {}) {
  const { hooks, run } = fakeRunner();
  const mock = useMock({ spec: shop, ...options }, hooks);
  await run('beforeAll');
  vitest.onTestFinished(() => run('afterAll'));
  const test = async (body: () => unknown) => {
    await run('beforeEach');
    await body();
    await run('afterEach');
  };
  const create = (body: object) => {
    const headers = { 'Content-Type': 'application/json' };
    return send(`${mock.url}/orders`, { method: 'POST', headers, body: JSON.stringify(body) });
  };
  return { mock, run, test, create };
}

it('resets the mock server before each test', async () => {
  const { mock, test, create } = await startFile();
  const initial = await mock.records.list('/orders');
  await test(() => create({ name: 'lamp' }));
  await test(async () => {
    expect(await mock.records.list('/orders')).toEqual(initial);
    expect(await mock.journal.count()).toBe(0);
  });
});

it('fails a test whose requests violate the contract, and names request and violation', async () => {
  const { test, create } = await startFile();
  await expect(test(() => create({ name: 7 }))).rejects.toThrow(
    /^POST \/orders violates the contract \(response 4\d\d\)\n {2}body\.name: expected string[\s\S]*contract: createOrder \(/,
  );
  await test(() => create({ name: 'lamp' }));
});

it('names a request for a path that the contract does not have', async () => {
  const { mock, test } = await startFile();
  await expect(test(() => send(`${mock.url}/order`))).rejects.toThrow(/^GET \/order violates the contract/);
});

it('names at most five requests', async () => {
  const { test, create } = await startFile();
  const sendAll = () => Promise.all(Array.from({ length: 7 }, () => create({ name: 7 })));
  await expect(test(sendAll)).rejects.toThrow(/\nand 2 more\n/);
});

it('allows violations in one test, or in all', async () => {
  const one = await startFile();
  await one.test(() => {
    one.mock.allowViolations();
    return one.create({ name: 7 });
  });
  await expect(one.test(() => one.create({ name: 7 }))).rejects.toThrow('violates');
  const all = await startFile({ allowViolations: true });
  await all.test(() => all.create({ name: 7 }));
});

it('says what to do if a member is read before the tests', () => {
  const { hooks } = fakeRunner();
  const mock = useMock({ spec: shop }, hooks);
  expect(() => mock.url).toThrow(expect.objectContaining({ code: 'option-invalid' }));
});

it('closes the mock server after the tests', async () => {
  const { mock, run } = await startFile();
  const { url } = mock;
  await run('afterAll');
  await expect(send(`${url}/orders`)).rejects.toThrow();
});

it('uses the global hooks of a test runner, as Jest has them', () => {
  expect(() => useMock({ spec: shop })).toThrow('expected a test runner with global hooks, got none');
  const { hooks } = fakeRunner();
  for (const [name, hook] of Object.entries(hooks)) vitest.vi.stubGlobal(name, hook);
  vitest.onTestFinished(() => void vitest.vi.unstubAllGlobals());
  expect(() => useMock({ spec: shop })).not.toThrow();
});
