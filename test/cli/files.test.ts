/** Where reports cannot be written: by name, exit 2, and nothing is lost. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { kitFolder, temporaryFolder, zooStore } from '../pact/support.ts';
import { environment, main, plantStore, TOKEN } from './support.ts';

describe('a report that cannot be written is exit 2, with its name and the reason, behind what was found', () => {
  test('where the disk is full', async () => {
    const url = await zooStore('right-store', TOKEN);
    const { exitCode, stdout, stderr } = await plantStore([
      ...['verify', url, '--only', 'media-types', '--report', 'json=/dev/full'],
    ]);
    expect(exitCode).toBe(2);
    expect(stdout).toMatch(/^conforms: .* against Plant Store/m);
    expect(stderr).toMatch(/^error\[file-unwritable\].*\n {2}\/dev\/full: ENOSPC/);
  });

  test.each(['verify', 'gate'] as const)(
    'where %s finds a link to a file of somebody else, which stays as it was',
    async (command) => {
      const folder = temporaryFolder();
      const [precious, link] = [path.join(folder, 'precious'), path.join(folder, 'report.json')];
      writeFileSync(precious, 'precious');
      symlinkSync(precious, link);
      const where = command === 'gate' ? ['--out', folder] : ['--report', `json=${link}`];
      const { exitCode, stdout, stderr } = await plantStore([command, 'http://127.0.0.1:1', ...where]);
      expect([exitCode, stdout, readFileSync(precious, 'utf8')]).toEqual([2, '', 'precious']);
      expect(stderr).toMatch(/^error\[file-unwritable\].*\n.*report\.json: it is a link/);
    },
  );
});

test.each(['/dev/stdout', '/dev/fd/1', '/proc/self/fd/1'])(
  'a report to %s, with stdout in a file, stands there whole beside what is said to people',
  async (name) => {
    const url = await zooStore('right-store', TOKEN);
    const file = path.join(temporaryFolder(), 'out.txt');
    const out = openSync(file, 'w');
    const args = [main, 'verify', url, '--only', 'media-types', '--report', `json=${name}`];
    const child = spawn(process.execPath, args, {
      cwd: kitFolder,
      env: environment(TOKEN),
      stdio: ['ignore', out, 'ignore'],
    });
    const [exitCode] = await once(child, 'close');
    closeSync(out);
    const text = readFileSync(file, 'utf8');
    const [, report = '', rest = ''] = /(^\{[\s\S]*^\})([\s\S]*)/m.exec(text) ?? [];
    expect([exitCode, Object.keys(JSON.parse(report))]).toEqual([0, expect.arrayContaining(['stages'])]);
    expect(text.replace(report, '').trim()).toBe(rest.trim());
    expect(rest).toContain('media-types');
  },
);
