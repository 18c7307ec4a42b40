/** Where reports cannot be written: by name, exit 2, and nothing is lost. */
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder, zooStore } from '../pact/support.ts';
import { plantStore, TOKEN } from './support.ts';

describe('a report that cannot be written is exit 2, with its name and the reason', () => {
  test('where the disk is full', async () => {
    const url = await zooStore('right-store', TOKEN);
    const { exitCode, stdout, stderr } = await plantStore([
      ...['verify', url, '--only', 'media-types', '--report', 'json=/dev/full'],
    ]);
    expect([exitCode, stdout]).toEqual([2, '']);
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
