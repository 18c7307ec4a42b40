/** Runs an example of a page unchanged, with Vitest. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { escapeRegExp } from '../../sanitize.ts';
import { commandEnvironment } from '../cli/support.ts';

const execute = promisify(execFile);

/** A folder within the repository, so that packages are found; deleted after the test. */
export async function folderWith(code: string): Promise<string> {
  const folder = await mkdtemp(path.resolve('test/.in-tests-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const alias = { '@playwright/test': path.resolve('test/fixtures/mock/in-tests/playwright-test.ts') };
  const test = { testTimeout: 600_000, hookTimeout: 600_000 };
  const config = JSON.stringify({ resolve: { alias, tsconfigPaths: true }, test });
  await writeFile(path.join(folder, 'example.test.ts'), code);
  await writeFile(path.join(folder, 'vitest.config.mjs'), withNativeKit(config));
  await cp('spec/plant-store.yaml', path.join(folder, 'api.yaml'));
  await cp('contracts/pacts', path.join(folder, 'pacts'), { recursive: true });
  return folder;
}

/** Node itself loads the kit, as it loads an installed package: Vite would transform each of its modules again. */
function withNativeKit(config: string): string {
  const modules = new RegExp(`^${escapeRegExp(path.resolve('.'))}/(?!test/)`);
  return [
    `const config = ${config};`,
    `config.test.server = { deps: { external: [${modules}] } };`,
    'export default config;',
  ].join('\n');
}

/** For each test `passed`, or its failure. */
export async function outcomesIn(folder: string, env: Record<string, string> = {}): Promise<readonly string[]> {
  const results = path.join(folder, 'results.json');
  const vitest = path.resolve('node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--root', folder, '--reporter', 'json', '--outputFile', results];
  const options = { cwd: folder, env: { ...commandEnvironment(undefined), ...env } };
  await execute(process.execPath, args, options).catch(() => undefined);
  const { testResults }: Results = JSON.parse(await readFile(results, 'utf8'));
  return testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ status, failureMessages }) => failureMessages[0] ?? status),
  );
}

interface Results {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}
