/** A file that is mounted by itself, as containers have them: it cannot be replaced. The system is made to say so. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { removeOutputFile, writeFileAtomically, writeFileAtomicallySync } from '../../../spec/files/atomic-write.ts';
import { temporaryFolder } from '../../pact/support.ts';

const says = vi.hoisted(() => ({ code: 'EBUSY' }));

function refuse(): never {
  throw Object.assign(new Error(`${says.code}: resource busy or locked`), { code: says.code });
}

vi.mock('node:fs', async (original) => ({
  ...(await original<typeof import('node:fs')>()),
  renameSync: refuse,
  unlinkSync: refuse,
}));
vi.mock('node:fs/promises', async (original) => ({
  ...(await original<typeof import('node:fs/promises')>()),
  rename: async () => refuse(),
}));

const ways = [
  ['asynchronously', writeFileAtomically],
  ['synchronously', async (file: string, text: string) => writeFileAtomicallySync(file, text)],
] as const;

describe.each(['EBUSY', 'EXDEV'])('a file for which the system reports %s', (code) => {
  beforeEach(() => {
    says.code = code;
  });

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
