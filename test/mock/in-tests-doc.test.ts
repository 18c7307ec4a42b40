/** The examples of docs/in-tests.md, run as they stand there by the runner that they are written for. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { environment } from '../cli/support.ts';

const execute = promisify(execFile);
const page = await readFile('docs/in-tests.md', 'utf8');

function example(name: string): string {
  const [, code = ''] = new RegExp(`^\`\`\`ts ${name}\n(.*?)^\`\`\``, 'ms').exec(page) ?? [];
  return code;
}

/** A folder within the repository, since the packages are looked for from there. */
async function folderWith(code: string): Promise<string> {
  const folder = await mkdtemp(path.resolve('test/.in-tests-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const alias = { '@playwright/test': path.resolve('test/fixtures/mock/in-tests/playwright-test.ts') };
  const config = { resolve: { alias }, ssr: { resolve: { conditions: ['plant-store-source', 'node'] } } };
  await writeFile(path.join(folder, 'example.test.ts'), code);
  await writeFile(path.join(folder, 'vitest.config.mjs'), `export default ${JSON.stringify(config)};`);
  return folder;
}

/** For each test `passed`, or what failed. */
async function outcomesIn(folder: string, env: Record<string, string> = {}): Promise<readonly string[]> {
  const results = path.join(folder, 'results.json');
  const vitest = path.resolve('node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--root', folder, '--reporter', 'json', '--outputFile', results];
  const options = { cwd: folder, env: { ...environment(undefined), ...env } };
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

/** The page that the Playwright example is about. */
async function serveApp(): Promise<string> {
  const html = await readFile('test/fixtures/mock/in-tests/app.html');
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(html);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
}

it('the Vitest example passes', async () => {
  expect(await outcomesIn(await folderWith(example('vitest')))).toEqual(Array(5).fill('passed'));
});

it('the Playwright example passes in Chromium', async () => {
  const folder = await folderWith(example('playwright'));
  expect(await outcomesIn(folder, { APP_URL: await serveApp() })).toEqual(['passed', 'passed']);
});
