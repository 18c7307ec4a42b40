/** Reports that cannot be written: named, exit code 2, and nothing is lost. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { kitFolder, temporaryFolder, zooStore } from '../pact/support.ts';
import { cliMain, commandEnvironment, runPlantStore, TOKEN } from './support.ts';

describe('an unwritable report exits with 2, after the result, with its name and the reason', () => {
  test('when the disk is full', async () => {
    const url = await zooStore('right-store', TOKEN);
    const { exitCode, stdout, stderr } = await runPlantStore([
      ...['verify', url, '--only', 'media-types', '--report', 'json=/dev/full'],
    ]);
    expect(exitCode).toBe(2);
    expect(stdout).toMatch(/^conforms: .* against Plant Store/m);
    expect(stderr).toMatch(/^error\[file-unwritable\].*\n {2}\/dev\/full: ENOSPC/);
  });

  test.each(['verify', 'gate'] as const)(
    'when %s finds a link to another file, which stays unchanged',
    async (command) => {
      const folder = temporaryFolder();
      const [precious, link] = [path.join(folder, 'precious'), path.join(folder, 'report.json')];
      writeFileSync(precious, 'precious');
      symlinkSync(precious, link);
      const where = command === 'gate' ? ['--out', folder] : ['--report', `json=${link}`];
      const { exitCode, stdout, stderr } = await runPlantStore([command, 'http://127.0.0.1:1', ...where]);
      expect([exitCode, stdout, readFileSync(precious, 'utf8')]).toEqual([2, '', 'precious']);
      expect(stderr).toMatch(/^error\[file-unwritable\].*\n.*report\.json: it is a symbolic link/);
    },
  );
});

describe('a folder that is a link, as in a checkout,', () => {
  /** A work tree whose `report` is a link to another folder, with a file that has the name of a report. */
  function linkedTree() {
    const at = temporaryFolder();
    const [tree, other] = [path.join(at, 'tree'), path.join(at, 'other')];
    for (const folder of [path.join(tree, '.git'), other]) mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(other, 'report.json'), 'precious');
    symlinkSync(other, path.join(tree, 'report'));
    const untouched = () => [readdirSync(other), readFileSync(path.join(other, 'report.json'), 'utf8')];
    return { tree, other, untouched };
  }

  async function inTree(tree: string, args: readonly string[]) {
    const options = { cwd: tree, env: commandEnvironment(TOKEN), timeout: 60_000 } as const;
    const child = spawn(process.execPath, [cliMain, ...args], {
      ...options,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [exitCode, stderr] = await Promise.all([once(child, 'close').then(([code]) => code), textOf(child.stderr)]);
    return { exitCode, stderr };
  }

  test.each([
    ['gate --out', ['gate', 'http://127.0.0.1:1', '--out', 'report']],
    ['gate --out with a trailing slash', ['gate', 'http://127.0.0.1:1', '--out=report/']],
    ['gate --out, a folder below it', ['gate', 'http://127.0.0.1:1', '--out=report/new']],
    ['gate --out, with an unknown option', ['gate', 'http://127.0.0.1:1', '--out=report', '--bogus']],
    ['verify --report', ['verify', 'http://127.0.0.1:1', '--report', 'json=report/report.json']],
    ['verify --report, a file below it', ['verify', 'http://127.0.0.1:1', '--report', 'har=report/new/x.har']],
    ['pact record --out', ['pact', 'record', '--out', 'report/']],
    ['pact record --out FILE', ['pact', 'record', '--out', 'report/new/pact.json']],
    ['mock --record', ['mock', '--port=0', '--upstream=http://127.0.0.1:1', '--record', 'report/report.json']],
  ])('is not written to by %s', async (_what, args) => {
    const { tree, other, untouched } = linkedTree();
    const { exitCode, stderr } = await inTree(tree, args);
    expect([exitCode, untouched()]).toEqual([2, [['report.json'], 'precious']]);
    if (!args.includes('--bogus')) expect(stderr).toContain(`link to ${other}`);
  });

  test('is written to by the name of its target', async () => {
    const { tree, other } = linkedTree();
    const { exitCode } = await inTree(tree, ['pact', 'record', '--out', `${other}/`]);
    expect([exitCode, readdirSync(other).length]).toEqual([0, 2]);
  });
});

test.each(['/dev/stdout', '/dev/fd/1', '/proc/self/fd/1'])(
  'a report to %s is complete when stdout is a file',
  async (name) => {
    const url = await zooStore('right-store', TOKEN);
    const file = path.join(temporaryFolder(), 'out.txt');
    const out = openSync(file, 'w');
    const args = [cliMain, 'verify', url, '--only', 'media-types', '--report', `json=${name}`];
    const child = spawn(process.execPath, args, {
      cwd: kitFolder,
      env: commandEnvironment(TOKEN),
      stdio: ['ignore', out, 'ignore'],
    });
    const [exitCode] = await once(child, 'close');
    closeSync(out);
    const text = readFileSync(file, 'utf8');
    const [, report = '', rest = ''] = /(^\{[\s\S]*^\})([\s\S]*)/m.exec(text) ?? [];
    expect([exitCode, Object.keys(JSON.parse(report))]).toEqual([0, expect.arrayContaining(['stages'])]);
    expect(text.replace(report, '').trim()).toBe(rest.trim());
    expect(rest).toContain('tested   1 of 1 operation');
  },
);
