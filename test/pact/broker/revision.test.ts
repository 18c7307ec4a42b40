/** The version and the branch of a publication that nobody names. The broker is a stand-in. */
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

test('they are those of the commit that is checked out, and told', async () => {
  const broker = await startBroker();
  const { folder, commit } = repository();
  const args = ['publish', '--pact', smallPact(), '--broker', broker.url];
  const { exitCode, stderr } = await runPactCommand(args, {}, folder);
  expect(exitCode).toBe(0);
  expect(broker.state.versions).toMatchObject([{ number: commit, branches: new Set(['feat/tags']) }]);
  expect(stderr).toBe(`version ${commit}: the current commit\nbranch feat/tags: from the environment or from git\n`);
});

test('where CI has checked out a commit, the branch is the one that CI names', async () => {
  const broker = await startBroker();
  const { folder, git } = repository();
  git('checkout', '--quiet', '--detach');
  const args = ['publish', '--pact', smallPact(), '--broker', broker.url];
  await runPactCommand(args, { GITHUB_HEAD_REF: 'feat/of-a-pull-request', GITHUB_REF_NAME: '7/merge' }, folder);
  expect(broker.state.versions).toMatchObject([{ branches: new Set(['feat/of-a-pull-request']) }]);
});

test('a tag that CI builds is no branch', async () => {
  const broker = await startBroker();
  const { folder, git } = repository();
  git('checkout', '--quiet', '--detach');
  const args = ['publish', '--pact', smallPact(), '--broker', broker.url];
  await runPactCommand(args, { GITHUB_REF_NAME: 'v1.0', GITHUB_REF_TYPE: 'tag' }, folder);
  expect(broker.state.versions).toMatchObject([{ branches: new Set() }]);
});

test('no branch is published, and told, where none is checked out', async () => {
  const broker = await startBroker();
  const { folder, git } = repository();
  git('checkout', '--quiet', '--detach');
  const args = ['publish', '--pact', smallPact(), '--broker', broker.url];
  const { exitCode, stderr } = await runPactCommand(args, {}, folder);
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining('no branch')]);
  expect(broker.state.versions).toMatchObject([{ branches: new Set() }]);
});

test('without a commit a version is needed', async () => {
  const args = ['publish', '--pact', smallPact(), '--broker', 'http://127.0.0.1:1'];
  const { exitCode, stderr } = await runPactCommand(args, { GIT_CEILING_DIRECTORIES: '/' }, temporaryFolder());
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('--version is missing')]);
});
