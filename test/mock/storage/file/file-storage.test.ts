/** What a storage in a file does besides the behaviour of every storage: the file itself, and several processes. */
import { chmodSync, existsSync, readFileSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { KitError } from '../../../../errors.ts';
import { openFileStorage, parseFileUrl } from '../../../../mock/storage/file/file-storage.ts';
import { fileOf, temporaryFolder } from '../../../pact/support.ts';
import { emptyState, entry, freshFileUrl, startStorageUser } from '../storages.ts';

async function open(url: string) {
  const storage = await openFileStorage(url);
  onTestFinished(() => storage.close());
  return storage;
}

async function failureOf(file: string): Promise<KitError> {
  const error = await openFileStorage(`file:${file}`).catch((reason: unknown) => reason);
  if (error instanceof KitError) return error;
  throw new Error('the file was accepted');
}

it('is not created through a link, and is readable by its owner only also where it was empty', async () => {
  const folder = temporaryFolder();
  const [link, empty] = [path.join(folder, 'link.db'), path.join(folder, 'empty.db')];
  symlinkSync(path.join(folder, 'target.db'), link);
  expect((await failureOf(link)).message).toContain('is a symbolic link');
  expect(existsSync(path.join(folder, 'target.db'))).toBe(false);
  writeFileSync(empty, '');
  chmodSync(empty, 0o666);
  await open(`file:${empty}`);
  expect(statSync(empty).mode & 0o777).toBe(0o600);
});

describe('a storage in a file', () => {
  it('keeps everything when it is closed and opened again', async () => {
    const url = freshFileUrl();
    const before = await openFileStorage(url);
    const value = { id: 9223372036854775807n };
    expect(await before.initialize({ ...emptyState, records: [{ collection: '/plants', id: '1', value }] })).toBe(true);
    const numbers = [await before.records.nextNumber('/plants'), await before.records.nextNumber('/plants')];
    const [rule] = await before.rules.add([{ times: 2, then: { status: 503 } }]);
    expect([numbers, await before.rules.consume(rule?.id ?? '')]).toEqual([[1, 2], true]);
    await before.journal.add(entry('/first'));
    await before.close();

    const after = await open(url);
    expect(await after.initialize(emptyState)).toBe(false);
    expect(await after.records.read('/plants', '1')).toEqual({ id: '1', value, version: 1 });
    expect(await after.records.nextNumber('/plants')).toBe(3);
    expect(await after.rules.list()).toMatchObject([{ times: 2, taken: 1 }]);
    expect((await after.journal.list()).map(({ id, request }) => [id, request.target])).toEqual([[1, '/first']]);
  });

  it('is empty after a reset, and continues the ids of entries', async () => {
    const storage = await open(freshFileUrl());
    await storage.records.insert('/plants', '1', {}, 7);
    await storage.rules.add([{ then: { status: 503 } }]);
    await storage.journal.add(entry('/first'));
    await storage.reset(emptyState);
    const left = [await storage.records.collections(), await storage.rules.list(), await storage.journal.list()];
    expect(left).toEqual([[], [], []]);
    expect([await storage.records.nextNumber('/plants'), (await storage.journal.add(entry('/second'))).id]).toEqual([
      1, 2,
    ]);
  });

  it('can only be read by its owner, as the files next to it', async () => {
    const url = freshFileUrl();
    const storage = await open(url);
    await storage.records.insert('/plants', '1', {});
    const files = ['', '-wal', '-shm'].map((suffix) => `${parseFileUrl(url)}${suffix}`);
    expect(files.map((file) => (statSync(file).mode & 0o777).toString(8))).toEqual(['600', '600', '600']);
  });

  it('does not print that the module of Node is experimental', async () => {
    const user = await startStorageUser(freshFileUrl(), 'pipe');
    let printed = '';
    user.process.stderr?.on('data', (text: Buffer) => {
      printed += text.toString();
    });
    await user.run('insert', { id: 1 });
    expect(printed).toBe('');
  });

  it('has each change completely or not at all when the process is killed in the middle of writing', async () => {
    const url = freshFileUrl();
    for (let round = 0; round < 3; round += 1) {
      const user = await startStorageUser(url);
      const writing = user.run('fill', { round }, 100_000).catch(() => 'killed');
      await expect
        .poll(() => existsSync(parseFileUrl(url)) && statSync(`${parseFileUrl(url)}-wal`).size)
        .toBeGreaterThan(100_000);
      user.process.kill('SIGKILL');
      expect(await writing).toBe('killed');
      const storage = await openFileStorage(url);
      const records = await storage.records.list('/filled');
      const counted = (await storage.records.collections()).find(({ name }) => name === '/filled')?.count;
      expect([counted, records.every(({ value }) => value['text'] === 'x'.repeat(500))]).toEqual([
        records.length,
        true,
      ]);
      expect(await storage.records.insert('/plants', `after ${round}`, {})).toBe(true);
      await storage.close();
    }
    const names = (await (await open(url)).records.list('/plants')).map(({ id }) => id);
    expect(names).toEqual(['after 0', 'after 1', 'after 2']);
  });
});

describe('a file that is no storage', () => {
  const damaged = async (damage: (file: string) => void) => {
    const file = path.join(temporaryFolder(), 'mock.db');
    const storage = await openFileStorage(`file:${file}`);
    for (let id = 0; id < 300; id += 1) await storage.records.insert('/plants', String(id), { text: 'x'.repeat(200) });
    await storage.close();
    damage(file);
    return file;
  };
  const files: readonly (readonly [what: string, create: () => string | Promise<string>, detail: RegExp])[] = [
    ['a text', () => fileOf('{"id": 1}', 'data.json'), /is not a storage of this kit/],
    ['a short file', () => fileOf('SQLite format 3', 'data.db'), /is not a storage of this kit/],
    ['the database of another program', createForeign, /is the database of another program/],
    ['a newer version', () => damaged((file) => setVersion(file, 2)), /has format 2 of another version/],
    ['a file that was cut', () => damaged((file) => truncateSync(file, 20_000)), /is damaged: /],
    ['a file with other bytes', () => damaged((file) => overwrite(file)), /is damaged: /],
  ];

  it.each(files)('is rejected and stays as it is: %s', async (_what, create, detail) => {
    const file = await create();
    const before = readFileSync(file);
    const failure = await failureOf(file);
    expect([failure.code, failure.detail, failure.fix]).toEqual([
      'storage-file-invalid',
      expect.stringMatching(detail),
      expect.stringMatching(/not changed\.$/),
    ]);
    expect(failure.detail).toContain(file);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('is named if its folder does not exist, or if it is a folder', async () => {
    const folder = temporaryFolder();
    const failures = [await failureOf(path.join(folder, 'none', 'mock.db')), await failureOf(folder)];
    expect(failures.map(({ code }) => code)).toEqual(['storage-unreachable', 'storage-unreachable']);
    expect(failures.map(({ detail }) => detail.includes(folder))).toEqual([true, true]);
  });
});

describe('the address of a file', () => {
  it.each([
    ['file:mock.db', path.resolve('mock.db')],
    ['file:./a b/mock.db', path.resolve('a b/mock.db')],
    ['file:/tmp/mock.db', '/tmp/mock.db'],
    ['file:///tmp/a%20b.db', '/tmp/a b.db'],
  ])('%s is a path', (url, file) => {
    expect(parseFileUrl(url)).toBe(file);
  });

  it.each(['file:', 'file://host/mock.db', 'file:a\0b'])('%j is rejected', (url) => {
    expect(() => parseFileUrl(url)).toThrow('expected file:PATH');
  });
});

function createForeign(): string {
  const file = path.join(temporaryFolder(), 'other.db');
  const database = new DatabaseSync(file);
  database.exec('CREATE TABLE plants (id INTEGER)');
  database.close();
  chmodSync(file, 0o644);
  return file;
}

function setVersion(file: string, version: number): void {
  const database = new DatabaseSync(file);
  database.exec(`PRAGMA user_version = ${version}; PRAGMA wal_checkpoint(TRUNCATE)`);
  database.close();
}

function overwrite(file: string): void {
  const content = readFileSync(file);
  writeFileSync(file, content.fill(0xff, 8_192, 40_000));
}
