/** A file that is mounted by itself, as in containers, cannot be replaced. The functions of Node report that here. */
import fs, { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { removeOutputFile, writeFileAtomically, writeFileAtomicallySync } from '../../../spec/files/atomic-write.ts';
import { temporaryFolder } from '../../pact/support.ts';

const { renameSync, unlinkSync } = fs;
const { rename } = fs.promises;

/** Until the end of the test, files cannot be renamed or deleted. */
function failWith(code: string): void {
  const fail = (): never => {
    throw Object.assign(new Error(`${code}: resource busy or locked`), { code });
  };
  Object.assign(fs, { renameSync: fail, unlinkSync: fail });
  Object.assign(fs.promises, { rename: async () => fail() });
  syncBuiltinESMExports();
}

afterEach(() => {
  Object.assign(fs, { renameSync, unlinkSync });
  Object.assign(fs.promises, { rename });
  syncBuiltinESMExports();
});

const ways = [
  ['asynchronously', writeFileAtomically],
  ['synchronously', async (file: string, text: string) => writeFileAtomicallySync(file, text)],
] as const;

describe.each(['EBUSY', 'EXDEV'])('a file for which the system reports %s', (code) => {
  beforeEach(() => failWith(code));

  test.each(ways)('is overwritten in place %s, and leaves no other file', async (_when, write) => {
    const file = path.join(temporaryFolder(), 'report.json');
    writeFileSync(file, 'previous content');
    const { ino } = statSync(file);
    await write(file, 'after');
    expect([readFileSync(file, 'utf8'), statSync(file).ino]).toEqual(['after', ino]);
    expect(readdirSync(path.dirname(file))).toEqual(['report.json']);
  });

  test('is emptied if it cannot be deleted', () => {
    const file = path.join(temporaryFolder(), 'report.json');
    writeFileSync(file, 'before');
    removeOutputFile(file);
    expect(readFileSync(file, 'utf8')).toBe('');
  });
});
