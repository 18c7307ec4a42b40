import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Here and not in `test.env`: Pact's native code reads the real environment of the process, threads included.
process.env.PACT_DO_NOT_TRACK = 'true';

/** Where CI wants the counts, as JSON; the reporter for people stays. */
const results = process.env.PLANT_STORE_TEST_RESULTS;

export default defineConfig({
  // `plant-store/mock` and its like by name, from source.
  resolve: { tsconfigPaths: true },
  test: {
    include: ['test/**/*.test.ts', 'contracts/**/*.test.ts'],
    // With forks, pact-js loses interactions of a pact that several files write.
    pool: 'threads',
    // One core is for the servers and commands that tests start.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // These only end what hangs: on a busy machine with two cores anything may take many times as long as usual.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    reporters: results === undefined ? ['default'] : ['default', 'json'],
    ...(results === undefined ? {} : { outputFile: { json: results } }),
  },
});
