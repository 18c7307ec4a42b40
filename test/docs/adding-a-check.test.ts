/** docs/how-to/add-a-check.md, applied to a copy of the repository. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { commandEnvironment, runPlantStore } from '../cli/support.ts';
import { findZoo } from '../evals/zoo/zoos.ts';
import { kitFolder } from '../pact/support.ts';
import { blocksOf, codesIn, tableIn } from './parse-page.ts';

const page = 'docs/how-to/add-a-check.md';
const parts = [
  'cli',
  'contracts',
  'mock',
  'spec',
  'errors.ts',
  'node-version.ts',
  'platform',
  '.ci/openapi-validators.ts',
  'secrets',
  'shell',
  'sanitize.ts',
  'package.json',
];
const tests = [
  'conformance',
  'docs',
  'fixtures',
  'free-port.ts',
  'global-setup.ts',
  'lint',
  'long-suites.ts',
  'progress-reporter.ts',
  'evals/zoo',
].map((name) => `test/${name}`);
const settings = ['tsconfig.json', 'vitest.config.ts'];

// Each test starts programs, which takes time on a busy machine.

let copy: string;
beforeAll(async () => {
  copy = await mkdtemp(path.join(tmpdir(), 'plant-store-'));
  for (const name of [...parts, ...tests, ...settings])
    await cp(path.join(kitFolder, name), path.join(copy, name), { recursive: true });
  await symlink(path.join(kitFolder, 'node_modules'), path.join(copy, 'node_modules'));
  for (const { kind, text } of blocksOf(page)) await apply(kind, text);
  return () => rm(copy, { recursive: true });
});

/** `ts FILE` is a new file, `diff FILE` a change of a passage that occurs once in a file. */
async function apply(kind: string, text: string): Promise<void> {
  const [language, name = ''] = kind.split(' ');
  const file = path.join(copy, name);
  if (language === 'ts') return writeFile(file, text, { flag: 'wx' });
  const lines = text.trimEnd().split('\n');
  const before = lines.filter((line) => !line.startsWith('+')).map((line) => line.slice(1));
  const after = lines.map((line) => line.slice(1));
  const [head, tail, ...more] = (await readFile(file, 'utf8')).split(`${before.join('\n')}\n`);
  if (tail === undefined || more.length > 0) throw new Error(`${name} does not contain exactly once: ${text}`);
  await writeFile(file, `${head}${after.join('\n')}\n${tail}`);
}

interface Ran {
  readonly exitCode: number;
  readonly output: string;
}

function run(...args: readonly string[]): Promise<Ran> {
  const options = {
    cwd: copy,
    env: { ...commandEnvironment(findZoo('plants').credentials.token), NO_COLOR: '1' },
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [...args], options, (error, stdout, stderr) =>
      resolve({ exitCode: error === null ? 0 : Number(error.code), output: `${stdout}${stderr}` }),
    );
  });
}

it.each(['location-given', 'etag-is-kept'])('%s does not exist without the change', async (check) => {
  expect((await runPlantStore(['explain', check])).exitCode).toBe(2);
});

it('the copy compiles', async () => {
  const include = ['cli', 'contracts', 'spec', 'test/docs/checks/main.ts', 'test/conformance/check-samples.ts'];
  const config = JSON.stringify({ extends: './tsconfig.json', include });
  await writeFile(path.join(copy, 'tsconfig.copy.json'), config);
  const typescript = path.join(kitFolder, 'node_modules/typescript/bin/tsc');
  expect(await run(typescript, '-p', 'tsconfig.copy.json')).toEqual({ exitCode: 0, output: '' });
});

it('the tests of the checks pass and test the new samples', async () => {
  const vitest = path.join(kitFolder, 'node_modules/vitest/vitest.mjs');
  const { exitCode, output } = await run(vitest, 'run', '--reporter', 'verbose', 'test/conformance/checks.test.ts');
  expect([exitCode, output]).toEqual([0, expect.stringMatching(/✓.* location-given > finds /)]);
  expect(output).toMatch(/✓.* etag-is-kept > finds /);
});

it('explain describes the check', async () => {
  const { exitCode, output } = await run('cli/main.ts', 'explain', 'location-given');
  expect([exitCode, output]).toEqual([0, expect.stringMatching(/^location-given \(warning\)\n\nRequires: +a 201 /)]);
});

it('verify runs the check', async () => {
  const store = await findZoo('plants').start('returns-201');
  onTestFinished(() => store.close());
  const { output } = await run('cli/main.ts', 'verify', store.url, '--only', 'valid-bodies', '--verbose');
  expect(output).toMatch(/^warning\[location-given\]: A 201 without Location {2}\(createPlant\)$/m);
});

it('check-pages generates the pages of the new checks', async () => {
  expect(await run('test/docs/checks/main.ts', '--write', 'location-given', 'etag-is-kept')).toEqual({
    exitCode: 0,
    output: expect.stringContaining('pages in docs/checks'),
  });
  const text = readFileSync(path.join(copy, 'docs/checks/location-given.md'), 'utf8');
  expect(text).toMatch(/^# location-given\n.*warning\[location-given\].*location: \/tools\//s);
  const stateful = readFileSync(path.join(copy, 'docs/checks/etag-is-kept.md'), 'utf8');
  expect(stateful).toMatch(/^# etag-is-kept\n.*warning\[etag-is-kept\].*a record is created/s);
});

it('the files that the table names exist', () => {
  const named = tableIn(page, 'to add')
    .flatMap((row) => row.flatMap(codesIn))
    .filter((code) => code.includes('/'));
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((name) => !existsSync(name))).toEqual([]);
});
