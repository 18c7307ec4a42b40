/**
 * `plant-store/vitest` and `plant-store/jest`: one mock server for the tests of a file.
 *
 *     const mock = useMock({ spec: 'api.yaml' }, vitest);
 */
import { KitError } from '../../errors.ts';
import type { Mock } from '../index.ts';
import type { MockOptions } from '../start/mock-options.ts';
import { type GuardedMock, startGuardedMock } from './guarded-mock.ts';

export { KitError } from '../../errors.ts';

type Register = (hook: () => Promise<void>) => unknown;

/** The hooks of a test runner: `import * as vitest from 'vitest'`, or the globals of Jest. */
export interface TestHooks {
  readonly beforeAll: Register;
  readonly beforeEach: Register;
  readonly afterEach: Register;
  readonly afterAll: Register;
}

export interface UseMockOptions extends MockOptions {
  /** Allows requests that violate the contract, in all tests of the file. */
  readonly allowViolations?: boolean;
}

/** The mock server while tests run; reading a member before that throws `option-invalid`. */
export interface TestMock extends Omit<Mock, 'close' | 'reset' | typeof Symbol.asyncDispose> {
  /** Allows requests that violate the contract, in the current test. */
  allowViolations(): void;
}

/**
 * Starts a mock server for the tests of the file, resets it before each test, and fails a test whose requests violate
 * the contract. Without `hooks` the test runner must have global ones. Throws `option-invalid` if it has none.
 */
export function useMock(options: UseMockOptions = {}, hooks: TestHooks = globalHooks()): TestMock {
  const { allowViolations: isAlwaysAllowed = false, ...mockOptions } = options;
  let guarded: GuardedMock | undefined;
  let isAllowed = isAlwaysAllowed;
  hooks.beforeAll(async () => {
    guarded = await startGuardedMock(mockOptions);
  });
  hooks.beforeEach(async () => {
    isAllowed = isAlwaysAllowed;
    await guarded?.mock.reset();
  });
  hooks.afterEach(async () => {
    if (!isAllowed) await guarded?.checkRequests();
  });
  hooks.afterAll(async () => {
    await guarded?.mock.close();
    guarded = undefined;
  });
  return testMock(
    () => guarded?.mock,
    () => {
      isAllowed = true;
    },
  );
}

function testMock(current: () => Mock | undefined, allowViolations: () => void): TestMock {
  const running = (): Mock => {
    const mock = current();
    if (mock !== undefined) return mock;
    throw new KitError('option-invalid', 'useMock: the mock server runs only within tests and hooks', {
      fix: 'Read mock.url in a test or a hook, not while the file is loaded.',
    });
  };
  return {
    get url() {
      return running().url;
    },
    get token() {
      return running().token;
    },
    get credentials() {
      return running().credentials;
    },
    get controlToken() {
      return running().controlToken;
    },
    get certificate() {
      return running().certificate;
    },
    get journal() {
      return running().journal;
    },
    get records() {
      return running().records;
    },
    get scenario() {
      return running().scenario;
    },
    get webhooks() {
      return running().webhooks;
    },
    allowViolations,
  };
}

function globalHooks(): TestHooks {
  const found: unknown = globalThis;
  if (hasHooks(found)) return found;
  throw new KitError('option-invalid', 'useMock: expected a test runner with global hooks, got none', {
    fix: "With Vitest, write: import * as vitest from 'vitest', and useMock({ … }, vitest).",
  });
}

function hasHooks(value: unknown): value is TestHooks {
  const names = ['beforeAll', 'beforeEach', 'afterEach', 'afterAll'];
  return (
    typeof value === 'object' && value !== null && names.every((name) => typeof Reflect.get(value, name) === 'function')
  );
}
