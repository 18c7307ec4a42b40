import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { TOKEN } from '../cli/support.ts';
import { blocksOf } from '../docs/parse-page.ts';
import { startVariant, variants } from '../evals/zoo/index.ts';
import { kitFolder } from '../pact/support.ts';
import { bash, readAction } from './run-action.ts';
import { createWorkspace, PLANT_STORE_SPEC, withoutGit, withPrograms } from './support.ts';

const page = 'docs/how-to/run-in-ci.md';
const [github = '', gitlab = ''] = blocksOf(page, 'yaml').map(({ text }) => text);
const action = readAction(path.join(kitFolder, '.github/actions/contract-gate/action.yml'));

test('the page has at most 40 lines', () => {
  expect(readFileSync(page, 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(40);
});

describe('the workflow for GitHub', () => {
  const { jobs } = parse(github);
  const uses: readonly { uses: string; with: object; env?: object }[] = jobs['contract-gate'].steps;
  const gateStep = uses.find(({ uses: used }) => used.includes('contract-gate'));

  test('uses only existing inputs, and all required ones', () => {
    const given = Object.keys(gateStep?.with ?? {});
    expect(given.filter((name) => !Object.hasOwn(action.inputs, name))).toEqual([]);
    const needed = Object.keys(action.inputs).filter((name) => action.inputs[name]?.required);
    expect(given).toEqual(expect.arrayContaining(needed));
    expect(gateStep?.env).toEqual({ PLANT_STORE_TOKEN: `\${{ secrets.PLANT_STORE_TOKEN }}` });
  });

  test('uses the action from its location', () => {
    const [, folder = ''] = /^OWNER\/plant-store\/(.*)@COMMIT$/.exec(gateStep?.uses ?? '') ?? [];
    expect(existsSync(path.join(kitFolder, folder, 'action.yml'))).toBe(true);
  });

  test('the page documents all other inputs and outputs', () => {
    const text = readFileSync(page, 'utf8');
    const others = Object.keys(action.inputs).filter((name) => !Object.hasOwn(gateStep?.with ?? {}, name));
    const names = [...others, ...Object.keys(action.outputs)];
    expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });
});

describe('the job for GitLab', () => {
  const { script, artifacts } = parse(gitlab)['contract-gate'];
  const variables = { CI_DEFAULT_BRANCH: 'main', KIT_TAG: 'v1', KIT_URL: 'https://example.com/kit' };

  test.each([
    ['right-store', 0],
    ['validates-nothing', 1],
  ])('checks %s', async (name, exitCode) => {
    const { cwd, ran } = await run(await start(name), TOKEN);
    expect([ran.exitCode, ran.log]).toEqual([exitCode, expect.not.stringContaining(TOKEN)]);
    expect(artifacts).toMatchObject({ when: 'always', reports: { junit: 'report/junit.xml' } });
    expect(readFileSync(path.join(cwd, artifacts.reports.junit), 'utf8')).toContain('<testsuites');
  });

  test('fails without a token', async () => {
    const { ran } = await run(await start('right-store'), undefined);
    expect([ran.exitCode, ran.log]).toEqual([2, expect.stringMatching(/not run .* none were given.*inconclusive/s)]);
  });

  test.each([
    ['fetched', { git: 'test "$1" != clone' }],
    ['installed', { npm: 'exit 1' }],
  ])('fails if the kit cannot be %s, even if an earlier job left one', async (_name, programs) => {
    const cwd = createWorkspace();
    mkdirSync(path.join(cwd, '.plant-store/cli'), { recursive: true });
    writeFileSync(path.join(cwd, '.plant-store/cli/plant-store.cjs'), '#!/bin/sh\necho conforms', {
      mode: 0o755,
    });
    const env = { ...withPrograms({ npm: 'exit 0', git: 'exit 0', ...programs }, TOKEN), ...variables };
    expect(await bash(['-c', script.join('\n')], { env, cwd })).toEqual({ exitCode: 1, log: '' });
  });

  /** In a checkout that is its own origin; the cloned kit is the current one. */
  async function run(url: string, token: string | undefined) {
    const cwd = createWorkspace();
    const git = (...args: readonly string[]) =>
      execFileSync('git', [...args], { cwd, stdio: 'pipe', env: withoutGit(process.env) });
    git('init', '--quiet', '--initial-branch=main');
    git('add', PLANT_STORE_SPEC);
    git('-c', 'user.name=t', '-c', 'user.email=t@localhost', 'commit', '--quiet', '-m', 'contract');
    git('remote', 'add', 'origin', cwd);
    const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
    const cloning = `if [ "$1" = clone ]; then shift; ln -s '${kitFolder}' "$6"; else exec '${real}' "$@"; fi`;
    const programs = { npm: 'test "$1" = ci', git: cloning };
    const env = { ...withPrograms(programs, token), ...variables, BASE_URL: url };
    return { cwd, ran: await bash(['-c', script.join('\n')], { env, cwd }) };
  }

  async function start(name: string): Promise<string> {
    const variant = variants.find((one) => one.name === name);
    if (variant === undefined) throw new Error(`the zoo has no ${name}`);
    const store = await startVariant(variant, { token: TOKEN });
    onTestFinished(() => store.close());
    return store.url;
  }
});
