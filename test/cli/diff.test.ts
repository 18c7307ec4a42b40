import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CommandResult } from './run-in-thread.ts';
import { cliMain, commandEnvironment, runWithoutToken } from './support.ts';

const whole = (parameters: string, version = 'one') => `openapi: 3.0.3
info: { title: Things, version: '${version}' }
paths:
  /things:
    get:
      operationId: listThings
      parameters: [${parameters}]
      responses:
        '200': { $ref: './parts/answers.yaml#/Ok' }
    post:
      operationId: addThing
      responses:
        '200': { $ref: './parts/answers.yaml#/Ok' }
`;
const respond = (type: string) =>
  `Ok: { description: ok, content: { application/json: { schema: { type: ${type} } } } }\n`;
const optional = '{ name: q, in: query, schema: { type: string } }';
const required = '{ name: q, in: query, required: true, schema: { type: string } }';

let folder = '';

/** A repository: `old` is a tag, the work tree has later changes. */
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'plant-store-diff-'));
  write('api/api.yaml', whole(optional));
  write('api/parts/answers.yaml', respond('string'));
  write('api/odd name.yaml', whole(optional));
  link('api/linked.yaml', 'api.yaml');
  link('api/out.yaml', '../../secret.yaml');
  link('api/far.yaml', '/secret.yaml');
  link('api/ring.yaml', 'ring.yaml');
  git('init', '--quiet', '--initial-branch=main');
  git('add', '.');
  // Like a submodule: a commit instead of a file.
  git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},vendor/shop`);
  git('-c', 'user.name=T', '-c', 'user.email=t@example.com', 'commit', '--quiet', '--message=old');
  git('tag', 'v1');
  write('api/api.yaml', whole(required, 'two'));
  write(
    'more.yaml',
    whole(`${optional}, { name: page, in: query, schema: { type: integer } }`).replaceAll('./parts', './api/parts'),
  );
  write('risky.yaml', whole(optional).replace('listThings', 'all').replaceAll('./parts', './api/parts'));
  write('same.yaml', whole(optional).replaceAll('./parts', './api/parts'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), text);
}

function link(name: string, target: string): void {
  symlinkSync(target, path.join(folder, name));
}

function git(...args: readonly string[]): void {
  execFileSync('git', args, { cwd: folder });
}

function diff(
  args: readonly string[],
  { cwd = folder, env = commandEnvironment(undefined) } = {},
): Promise<CommandResult> {
  return new Promise((resolve) => {
    execFile(process.execPath, [cliMain, 'diff', ...args], { cwd, env }, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
      resolve({ exitCode, stdout, stderr });
    });
  });
}

describe.concurrent('diff', () => {
  test('exits with 1 for a breaking change, with both places, both lines and the reason', async () => {
    const { exitCode, stdout, stderr } = await diff(['git:v1:api/api.yaml', 'api/api.yaml']);
    expect([exitCode, stderr]).toEqual([1, '']);
    expect(stdout).toBe(`breaking[request-parameter-became-required]: A parameter became required  (listThings)
   --> api/api.yaml:7  /paths/~1things/get/parameters/0
  7 | parameters: [{ name: q, in: query, required: true, schema: { type: string } }]
    | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
   also v1:api/api.yaml:7
  7 | parameters: [{ name: q, in: query, schema: { type: string } }]
  before    query q: optional
  after     query q: required
  why       Breaks clients. Clients that omit it, as the old contract allowed, are rejected. Keep it optional.
  id        request-parameter-became-required/listThings/c20c5084471c

BREAKING: 1 breaking change, 0 risky, 0 harmless; v1:api/api.yaml (one) -> api/api.yaml (two)
`);
  });

  test('exits with 0 for harmless changes, one per line', async () => {
    const { exitCode, stdout } = await diff(['git:v1:api/api.yaml', 'more.yaml']);
    expect(exitCode).toBe(0);
    expect(stdout).toBe(`harmless:
  new-optional-request-parameter  listThings, query page: none -> optional (more.yaml:7)

not breaking: 0 breaking changes, 0 risky, 1 harmless; v1:api/api.yaml (one) -> more.yaml (one)
`);
  });

  test('prints a few of many similar changes in full, more in one line each, and counts all', async () => {
    const many = (count: number, parameter: string) => {
      const path = (index: number) =>
        `  /p${index}: { get: { operationId: op${index}, parameters: [${parameter}], responses: { '200': { description: ok } } } }\n`;
      const paths = Array.from({ length: count }, (_, index) => path(index));
      return `openapi: 3.0.3\ninfo: { title: Many, version: '1' }\npaths:\n${paths.join('')}`;
    };
    write('few.yaml', many(40, optional));
    write('many.yaml', many(50, required));
    const { stdout } = await diff(['few.yaml', 'many.yaml']);
    expect(stdout.match(/^breaking\[.*A parameter became required/gm)).toHaveLength(6);
    expect(stdout.match(/^ {2}op\d+: query q: optional -> query q: required \(many.yaml:\d+\)$/gm)).toHaveLength(24);
    expect(stdout).toContain('and 10 more; use --json to see all');
    expect(stdout.match(/^ {2}api-added {2}op/gm)).toHaveLength(4);
    expect(stdout).toContain('  api-added  and 6 more; use --json to see all');
    expect(stdout).toContain('BREAKING: 40 breaking changes, 0 risky, 10 harmless;');
  });

  test('compares documents without operations: all of them were removed, or added', async () => {
    const head = "openapi: 3.1.0\ninfo: { title: Things, version: '1' }\n";
    const things = "paths: { /things: { get: { responses: { '200': { description: ok } } } } }\n";
    write('empty.yaml', `${head}paths: {}\n`);
    write('one-operation.yaml', `${head}${things}`);
    const [removed, added, none] = await Promise.all([
      diff(['one-operation.yaml', 'empty.yaml']),
      diff(['empty.yaml', 'one-operation.yaml']),
      diff(['empty.yaml', 'empty.yaml']),
    ]);
    expect([removed.exitCode, added.exitCode, none.exitCode]).toEqual([1, 0, 0]);
    expect(removed.stdout).toContain('breaking[api-removed-without-deprecation]');
    expect(added.stdout).toContain('api-added  GET /things');
    expect(none.stdout).toMatch(/^no change: /);
  });

  test('exits with 0 without changes', async () => {
    const { exitCode, stdout } = await diff(['git:v1:api/api.yaml', 'same.yaml']);
    expect([exitCode, stdout]).toEqual([0, 'no change: v1:api/api.yaml (one) -> same.yaml (one)\n']);
  });

  test('fails for a risky change only with --strict', async () => {
    const [lax, strict] = await Promise.all([
      diff(['same.yaml', 'risky.yaml']),
      diff(['same.yaml', 'risky.yaml', '--strict']),
    ]);
    expect([lax.exitCode, strict.exitCode]).toEqual([0, 1]);
    expect(lax.stdout).toContain('risky[api-operation-id-changed]');
    expect(lax.stdout).toContain('not breaking: 0 breaking changes, 1 risky, 0 harmless;');
    expect(strict.stdout).toContain('BREAKING (--strict): 0 breaking changes, 1 risky, 0 harmless;');
  });

  test('fails for what --fail-on says', async () => {
    const [risky, harmless, none, unknown] = await Promise.all([
      diff(['same.yaml', 'risky.yaml', '--fail-on', 'warning']),
      diff(['same.yaml', 'more.yaml', '--fail-on', 'info', '--json']),
      diff(['git:v1:api/api.yaml', 'same.yaml', '--fail-on', 'info']),
      diff(['same.yaml', 'risky.yaml', '--fail-on', 'new']),
    ]);
    expect([risky, harmless, none, unknown].map(({ exitCode }) => exitCode)).toEqual([1, 1, 0, 2]);
    expect(risky.stdout).toContain('BREAKING (--fail-on): 0 breaking changes, 1 risky, 0 harmless;');
    expect(JSON.parse(harmless.stdout)).toMatchObject({ exitCode: 1, breaking: 0, risky: 0, harmless: 1 });
    expect(unknown.stderr).toContain('--fail-on new: expected one of error, warning, info');
  });

  test('--changelog writes Markdown and HTML', async () => {
    const files = ['--changelog', 'out/changes.md', '--changelog', 'out/changes.html'];
    const { exitCode } = await diff(['git:v1:api/api.yaml', 'api/api.yaml', ...files]);
    expect(exitCode).toBe(1);
    expect(readFileSync(path.join(folder, 'out/changes.md'), 'utf8')).toContain('### ERR: A parameter became required');
    expect(readFileSync(path.join(folder, 'out/changes.html'), 'utf8')).toContain('GET /things (listThings)</h2>');
    const [ending, twice] = await Promise.all([
      diff(['same.yaml', 'more.yaml', '--changelog', 'out/changes.txt']),
      diff(['same.yaml', 'more.yaml', '--changelog', 'x.html', '--report', 'html=x.html']),
    ]);
    expect([ending.exitCode, twice.exitCode]).toEqual([2, 2]);
    expect(ending.stderr).toContain('--changelog out/changes.txt: expected a file that ends in .md or .html');
    expect(twice.stderr).toContain('x.html, which is also written by another option');
  });

  test('prints a waived change and does not fail for it', async () => {
    const id = 'request-parameter-became-required/listThings/c20c5084471c';
    write('waivers.yaml', `waivers: [{ id: ${id}, reason: agreed with all clients, expires: 2999-12-31 }]\n`);
    const { exitCode, stdout, stderr } = await diff([
      'git:v1:api/api.yaml',
      'api/api.yaml',
      '--waivers',
      'waivers.yaml',
    ]);
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`waived  ${id}  agreed with all clients (until 2999-12-31)`);
    expect(stdout).toContain('not breaking: 1 breaking change, 0 risky, 0 harmless, 1 waived;');
  });

  test('--json prints every change with both places', async () => {
    const { exitCode, stdout } = await diff(['git:v1:api/api.yaml', 'api/api.yaml', '--json']);
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      before: { file: 'v1:api/api.yaml', version: 'one' },
      after: { file: 'api/api.yaml', version: 'two' },
      exitCode: 1,
      breaking: 1,
      changes: [
        {
          id: 'request-parameter-became-required',
          impact: 'breaking',
          affects: 'clients',
          operation: 'listThings',
          location: 'query q',
          before: { file: 'v1:api/api.yaml', line: 7 },
          after: { file: 'api/api.yaml', line: 7 },
          previous: 'optional',
          current: 'required',
        },
      ],
    });
  });

  test('--report writes passed and failed rules as JUnit cases', async () => {
    await diff(['git:v1:api/api.yaml', 'api/api.yaml', '--report', 'junit=out/diff.xml']);
    const xml = readFileSync(path.join(folder, 'out/diff.xml'), 'utf8');
    expect(xml).toContain('<testsuite name="breaking changes"');
    const cases = [...xml.matchAll(/<testcase classname="([^"]*)" name="([^"]*)"/g)].map(
      ([, of, name]) => `${of}: ${name}`,
    );
    expect(cases.map((one) => one.replace('breaking changes.', ''))).toEqual([
      'listThings: operation',
      'listThings: security',
      'listThings: responses',
      'addThing: operation',
      'addThing: security',
      'addThing: responses',
      'listThings: request-parameter-became-required',
    ]);
    expect(xml.match(/<failure /g)).toHaveLength(1);
  });
});

describe.concurrent('git:REF:path', () => {
  test('starts at the current folder with ./', async () => {
    const { stdout } = await diff(['git:main:./odd name.yaml', 'git:v1:api/api.yaml'], {
      cwd: path.join(folder, 'api'),
    });
    expect(stdout).toBe('no change: main:api/odd name.yaml (one) -> v1:api/api.yaml (one)\n');
  });

  test('follows a link', async () => {
    const { exitCode, stdout } = await diff(['git:v1:api/linked.yaml', 'git:v1:api/api.yaml']);
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^no change: /)]);
  });

  test('works in a shallow clone with a single fetched commit', async () => {
    const other = mkdtempSync(path.join(tmpdir(), 'plant-store-diff-'));
    try {
      execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${folder}`, other]);
      execFileSync('git', ['fetch', '--quiet', '--depth=1', 'origin', 'tag', 'v1'], { cwd: other });
      const { stdout } = await diff(['git:FETCH_HEAD:api/api.yaml', 'api/api.yaml'], { cwd: other });
      expect(stdout).toMatch(/^no change: /);
    } finally {
      rmSync(other, { recursive: true, force: true });
    }
  });

  test('reads referenced files from the same commit', async () => {
    const other = mkdtempSync(path.join(tmpdir(), 'plant-store-diff-'));
    try {
      execFileSync('git', ['clone', '--quiet', folder, other]);
      writeFileSync(path.join(other, 'api/parts/answers.yaml'), respond('integer'));
      const { exitCode, stdout } = await diff(['git:HEAD:api/api.yaml', 'api/api.yaml'], { cwd: other });
      expect(exitCode).toBe(1);
      expect(stdout).toContain('breaking[response-body-type-changed]');
      expect(stdout).toContain('--> api/parts/answers.yaml:1');
      expect(stdout).toContain('also HEAD:api/parts/answers.yaml:1');
    } finally {
      rmSync(other, { recursive: true, force: true });
    }
  });

  test.each([
    ['an unknown commit', 'git:nowhere:api/api.yaml', 'git-ref-unknown', 'git does not find the commit "nowhere"'],
    ['a missing file', 'git:v1:api.yaml', 'git-file-unknown', '"api.yaml" is not a file at v1'],
    ['a folder', 'git:v1:api', 'git-file-unknown', '"api" is not a file at v1'],
    ['a file outside the repository', 'git:v1:../api/api.yaml', 'git-file-unknown', 'it is outside of the repository'],
    ['a link out of the repository', 'git:v1:api/out.yaml', 'git-file-unknown', 'it is outside of the repository'],
    [
      'an absolute link',
      'git:v1:api/far.yaml',
      'git-file-unknown',
      '"/secret.yaml" is not a file at v1: it is outside',
    ],
    ['a link to itself', 'git:v1:api/ring.yaml', 'git-file-unknown', '"api/ring.yaml" is not a file at v1'],
    ['a file in a submodule', 'git:v1:vendor/shop/api.yaml', 'git-file-unknown', '"vendor/shop" is a submodule'],
    ['no path', 'git:v1', 'option-invalid', '"git:v1": expected git:REF:path'],
    [
      'a reference that looks like an option of git',
      'git:--help:api/api.yaml',
      'option-invalid',
      'expected git:REF:path',
    ],
  ])('exits with 2 for %s', async (_title, source, code, words) => {
    const { exitCode, stdout, stderr } = await diff([source, 'same.yaml']);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`error[${code}]`);
    expect(stderr).toContain(words);
  });

  test('exits with 2 outside of a repository, and without git', async () => {
    const [outside, without] = await Promise.all([
      diff(['git:v1:api/api.yaml', 'x.yaml'], { cwd: tmpdir() }),
      diff(['git:v1:api/api.yaml', 'same.yaml'], { env: { PATH: '' } }),
    ]);
    expect([outside.exitCode, without.exitCode]).toEqual([2, 2]);
    expect(outside.stderr).toContain('error[git-unusable]');
    expect(without.stderr).toContain('the program "git" is not installed');
  });
});

describe.concurrent('exits with 2 when documents cannot be compared', () => {
  test('and hides the password of a URL', async () => {
    const { exitCode, stderr } = await diff(['https://me:Fern-7f3K@shop.example.com/api.yaml', 'same.yaml']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('shop.example.com/api.yaml: the URL contains a user name or password');
    expect(stderr).not.toContain('Fern-7f3K');
  });

  test.each([
    ['a single document', ['same.yaml'], 'NEW is missing'],
    ['three', ['same.yaml', 'same.yaml', 'same.yaml'], 'unexpected argument'],
    ['a missing file', ['gone.yaml', 'same.yaml'], 'gone.yaml: no such file'],
  ])('%s', async (_title, args, words) => {
    const { exitCode, stdout, stderr } = await diff(args);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain(words);
  });
});

test.concurrent('explain describes a breaking and a harmless change', async () => {
  const [breaking, harmless] = await Promise.all([
    runWithoutToken('explain', 'request-parameter-became-required'),
    runWithoutToken('explain', 'new-optional-request-parameter'),
  ]);
  expect(breaking.stdout).toBe(`request-parameter-became-required (error)

Requires:   no change of this kind: a parameter became required.
Violation:  A parameter became required.

Breaks clients. Clients that omit it, as the old contract allowed, are rejected. Keep it optional.

References: two versions of the contract, compared by the rules in docs/reference/breaking-changes.md.
Reproduce:  plant-store diff OLD NEW
Waive:      put the id of the finding, a reason and an expiry date into a file: --waivers FILE
`);
  expect(harmless.stdout).toBe(`new-optional-request-parameter (harmless)

An optional parameter was added.

Existing clients do not send it and do not have to.
`);
});
