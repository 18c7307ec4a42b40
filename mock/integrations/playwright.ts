/**
 * `plant-store/playwright`: fixtures for Playwright's test runner.
 *
 *     const test = base.extend<MockFixtures, MockWorkerFixtures>(mockFixtures({ spec: 'api.yaml' }));
 */
import type { Mock } from '../index.ts';
import type { MockOptions } from '../start/mock-options.ts';
import { type GuardedMock, startGuardedMock } from './guarded-mock.ts';

export interface MockFixtures {
  /** The mock server of this worker, with its initial records and rules and an empty journal. */
  readonly mock: Mock;
  /** `test.use({ allowViolations: true })` allows requests that violate the contract, which otherwise fail the test. */
  readonly allowViolations: boolean;
}

export interface MockWorkerFixtures {
  /** One for each worker, so that tests which run in parallel do not share records. */
  readonly workerMock: GuardedMock;
}

type Use<Fixture> = (fixture: Fixture) => Promise<void>;

/** For `base.extend`. Typed by its own shape, so that the kit needs no Playwright. */
export interface MockFixtureDefinitions {
  readonly allowViolations: [boolean, { option: true }];
  readonly workerMock: [
    // biome-ignore lint/complexity/noBannedTypes: the type that Playwright gives to a fixture without dependencies
    (fixtures: {}, use: Use<GuardedMock>) => Promise<void>,
    { scope: 'worker' },
  ];
  readonly mock: [(fixtures: MockFixtures & MockWorkerFixtures, use: Use<Mock>) => Promise<void>, { auto: true }];
}

/** The fixtures `mock` and `allowViolations`. `mock` is set up for each test, also for one that does not name it. */
export function mockFixtures(options: MockOptions = {}): MockFixtureDefinitions {
  return {
    allowViolations: [false, { option: true }],
    workerMock: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from a pattern
      async ({}, use) => {
        const guarded = await startGuardedMock(options);
        try {
          await use(guarded);
        } finally {
          await guarded.mock.close();
        }
      },
      { scope: 'worker' },
    ],
    mock: [
      async ({ workerMock, allowViolations }, use) => {
        await workerMock.mock.reset();
        await use(workerMock.mock);
        if (!allowViolations) await workerMock.checkRequests();
      },
      { auto: true },
    ],
  };
}
