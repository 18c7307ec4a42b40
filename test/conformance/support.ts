/** Runs the verifier in process against a base URL. */
import { fileURLToPath } from 'node:url';
import type { RunEvent, RunResult } from '../../contracts/conformance/model/run-result.ts';
import { runConformance } from '../../contracts/conformance/run.ts';
import type { RunOptions } from '../../contracts/conformance/run-options.ts';
import { testCategories } from '../../contracts/conformance/test-categories.ts';
import type { Credentials } from '../../contracts/options/credentials.ts';
import { loadContract } from '../../spec/loading/load-contract.ts';
import type { Contract } from '../../spec/model/contract.ts';

export const plantStoreContract: Contract = await loadContract(
  fileURLToPath(new URL('../../spec/plant-store.yaml', import.meta.url)),
);

export function tokenCredentials(token: string | undefined): Credentials {
  return { token, byScheme: new Map() };
}

/** The names of the test categories, without those that say nothing about the subject of a test. */
export function categoriesWithout(...names: readonly string[]): readonly string[] {
  return testCategories.map(({ name }) => name).filter((name) => !names.includes(name));
}

/** More than half of the cases of a run. Their values are about texts and syntax, not about records, lists or keys. */
export const withoutBulk = categoriesWithout('text-values', 'malformed-bodies', 'random');

/** Implementations that are late need the pauses of a usual run. */
export const usualPauses = { pauseFactor: 1 };

export async function verify(
  options: Partial<RunOptions> & { baseUrl: string; token?: string },
  onEvent: (event: RunEvent) => void = () => {},
): Promise<RunResult> {
  const { token, ...rest } = options;
  const events = runConformance({
    contract: plantStoreContract,
    credentials: tokenCredentials(token),
    timeoutMs: 60_000,
    concurrency: 4,
    categories: [],
    pauseFactor: 0.05,
    ...rest,
  });
  for await (const event of events) {
    onEvent(event);
    if (event.type === 'finished') return event.result;
  }
  throw new Error('the run ended without a result');
}

export function describeErrors({ findings }: RunResult): readonly string[] {
  return findings
    .filter(({ severity }) => severity === 'error')
    .map(({ check, evidence, received }) => `${check}: ${evidence?.mutation}: ${received}`);
}

/** The checks that found an error. */
export function failingChecks({ findings }: RunResult): readonly string[] {
  return [...new Set(findings.filter(({ severity }) => severity === 'error').map(({ check }) => check))];
}
