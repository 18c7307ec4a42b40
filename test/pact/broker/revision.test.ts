/** The default version and branch of a publication. The broker is a stub. */
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support.ts';
import { runPactCommand, smallPact, startBroker } from './support.ts';

/** A repository with one commit on the branch `feat/tags`. */
function repository(): { readonly folder: string; readonly commit: string; git(...args: string[]): string } {
  const folder = temporaryFolder();
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.org', '-c', 'commit.gpgsign=false'];
  const git = (...args: string[]) => execFileSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8' }).trim();
  git('init', '--quiet', '--initial-branch=feat/tags');
  git('commit', '--quiet', '--allow-empty', '--message=one');
  return { folder, commit: git('rev-parse', 'HEAD'), git };
}

test('version and branch are those of the checked-out commit, and are printed', async () => {
  const broker = await startBroker();
  const { folder, commit } = repository();
  const args = ['publish', '--pact', smallPact(), '--broker', broker.url];
  const { exitCode, stderr } = await runPactCommand(args, {}, folder);
  expect(exitCode).toBe(0);
  expect(broker.state.versions).toMatchObject([{ number: commit, branches: new Set(['feat/tags']) }]);
  expect(stderr).toBe(`version ${commit}: the current commit\nbranch feat/tags: from the environment or from git\n`);
});

test('with a detached commit in CI, uses the branch that CI names', async () => {
  const broker = await startBroker();
  const { folder, git } = repository();
  git('checkout', '--quiet', '--detach');
  const args = ['publish', '--pact', smallPact(), '--broker', broker.url];
  await runPactCommand(args, { GITHUB_HEAD_REF: 'feat/of-a-pull-request', GITHUB_REF_NAME: '7/merge' }, folder);
  expect(broker.state.versions).toMatchObject([{ branches: new Set(['feat/of-a-pull-request']) }]);
});

test('a tag build in CI has no branch', async () => {
  const broker = await startBroker();
  const { folder, git } = repository();
  git('checkout', '--quiet', '--detach');
  const args = ['publish', '--pact', smallPact(), '--broker', broker.url];
  await runPactCommand(args, { GITHUB_REF_NAME: 'v1.0', GITHUB_REF_TYPE: 'tag' }, folder);
  expect(broker.state.versions).toMatchObject([{ branches: new Set() }]);
});

test('publishes no branch for a detached commit, and says so', async () => {
  const broker = await startBroker();
  const { folder, git } = repository();
  git('checkout', '--quiet', '--detach');
  const args = ['publish', '--pact', smallPact(), '--broker', broker.url];
  const { exitCode, stderr } = await runPactCommand(args, {}, folder);
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining('no branch')]);
  expect(broker.state.versions).toMatchObject([{ branches: new Set() }]);
});

test('without a commit, --version is required', async () => {
  const args = ['publish', '--pact', smallPact(), '--broker', 'http://127.0.0.1:1'];
  const { exitCode, stderr } = await runPactCommand(args, { GIT_CEILING_DIRECTORIES: '/' }, temporaryFolder());
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('--version is missing')]);
});
