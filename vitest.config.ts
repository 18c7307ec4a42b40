import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { longSuites } from './test/long-suites.ts';
import { ProgressReporter } from './test/progress-reporter.ts';

// Here and not in `test.env`: Pact's native code reads the real environment of the process, threads included.
process.env.PACT_DO_NOT_TRACK = 'true';
// Commands that tests start read what an earlier one compiled, which takes two thirds off a start.
process.env.NODE_COMPILE_CACHE ??= path.resolve('node_modules/.cache/plant-store-tests');

/** Where CI wants the counts, as JSON; the reporter for people stays. */
const results = process.env.PLANT_STORE_TEST_RESULTS;

export default defineConfig({
  test: {
    // With forks, pact-js loses interactions of a pact that several files write.
    pool: 'threads',
    // One core is for the servers and commands that tests start. The long tests wait half of their time: `test:all` has 4.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // These only end what hangs: on a busy machine with two cores anything may take many times as long as usual.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    // Modules are loaded once for each worker, not for each file, and by Node itself, which needs no transformation.
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    globalSetup: 'test/global-setup.ts',
    reporters: [new ProgressReporter(), ...(results === undefined ? [] : ['json'])],
    ...(results === undefined ? {} : { outputFile: { json: results } }),
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          include: ['test/**/*.test.ts', 'contracts/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...longSuites],
        },
      },
      { extends: true, test: { name: 'long', include: [...longSuites] } },
    ],
  },
});
