/** Runs examples of pages unchanged, with Vitest. */
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
  await writeFile(path.join(folder, 'example.test.ts'), code);
  // As if Vitest was started there, since examples name files.
  await writeFile(path.join(folder, 'enter-folder.mjs'), 'process.chdir(import.meta.dirname);');
  await cp('spec/plant-store.yaml', path.join(folder, 'api.yaml'));
  await cp('contracts/pacts', path.join(folder, 'pacts'), { recursive: true });
  return folder;
}

export interface ExampleRun {
  readonly folder: string;
  readonly env?: Record<string, string>;
}

/**
 * For each test of each example `passed`, or its failure. Each is a project of one Vitest: starting that takes longer than
 * most of the tests.
 */
export async function outcomesOf(runs: readonly ExampleRun[]): Promise<readonly (readonly string[])[]> {
  const root = await mkdtemp(path.resolve('test/.in-tests-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const projects = runs.map(({ folder, env = {} }) => projectCode(folder, env));
  await writeFile(
    path.join(root, 'vitest.config.mjs'),
    `export default { test: { projects: [${projects.join(',\n')}] } };`,
  );
  const results = path.join(root, 'results.json');
  const vitest = path.resolve('node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--root', root, '--reporter', 'json', '--outputFile', results];
  await execute(process.execPath, args, { cwd: root, env: commandEnvironment(undefined) }).catch(() => undefined);
  const { testResults }: Results = JSON.parse(await readFile(results, 'utf8'));
  return runs.map(({ folder }) =>
    testResults
      .filter(({ name }) => name.startsWith(`${folder}${path.sep}`))
      .flatMap(({ assertionResults }) =>
        assertionResults.map(({ status, failureMessages }) => failureMessages[0] ?? status),
      ),
  );
}

/** Node itself loads the kit, as it loads an installed package: Vite would transform each of its modules again. */
function projectCode(folder: string, env: Record<string, string>): string {
  const alias = { '@playwright/test': path.resolve('test/fixtures/mock/in-tests/playwright-test.ts') };
  const modules = new RegExp(`^${escapeRegExp(path.resolve('.'))}/(?!test/)`);
  const timeouts = { testTimeout: 600_000, hookTimeout: 600_000 };
  const test = { name: path.basename(folder), root: folder, env, setupFiles: ['enter-folder.mjs'], ...timeouts };
  const config = JSON.stringify({ root: folder, resolve: { alias, tsconfigPaths: true }, test });
  return `((config) => { config.test.server = { deps: { external: [${modules}] } }; return config; })(${config})`;
}

interface Results {
  readonly testResults: readonly {
    /** The file. */
    readonly name: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}
