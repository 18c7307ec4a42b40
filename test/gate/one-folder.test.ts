/** Gates that write into one folder: never two at once, and none is held up by one that was killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isFolderLocked, LOCK_FILE, lockFolder } from '../../cli/report-folder/folder-lock.ts';
import { currentOwner, stringifyOwner } from '../../cli/report-folder/lock-owner.ts';
import { KitError } from '../../errors.ts';
import { cliMain, commandEnvironment, runPlantStore, TOKEN } from '../cli/support.ts';
import { unusedUrl } from '../free-port.ts';
import { fileOf, kitFolder, startHttpServer, temporaryFolder } from '../pact/support.ts';

const copy = fileOf(readFileSync(path.join(kitFolder, 'spec/plant-store.yaml'), 'utf8'), 'copy.yaml');

/** A gate that waits for its first answer, and holds its folder. */
async function waitingGate(folder: string): Promise<ChildProcess> {
  const firstRequest = Promise.withResolvers<void>();
  const url = await startHttpServer(() => firstRequest.resolve());
  const args = [cliMain, 'gate', url, '--spec', copy, '--out', folder];
  const child = spawn(process.execPath, args, {
    cwd: kitFolder,
    env: commandEnvironment(TOKEN),
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.once('exit', () => firstRequest.reject(new Error('it has ended')));
  await firstRequest.promise;
  return child;
}

const gate = async (folder: string, ...options: readonly string[]) =>
  runPlantStore(['gate', await unusedUrl(), '--spec', copy, '--out', folder, ...options]);

async function killed(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

describe('while a gate writes into a folder', () => {
  test('a second is refused, names the first, and leaves all that is there as it is', async () => {
    const folder = temporaryFolder();
    const first = await waitingGate(folder);
    const file = path.join(folder, 'report.json');
    writeFileSync(file, 'of the first');
    const { exitCode, stdout, stderr } = await gate(folder);
    expect([exitCode, stdout, readFileSync(file, 'utf8')]).toEqual([2, '', 'of the first']);
    expect(stderr).toMatch(
      new RegExp(`error\\[folder-busy\\].*${folder}: process ${first.pid}, started at 20.*Z, writes there`, 's'),
    );
    expect(stderr).toContain('--out');
    const merged = await runPlantStore(['merge', 'nowhere/shard.json', '--out', folder]);
    expect([merged.exitCode, merged.stderr]).toEqual([2, expect.stringContaining('error[folder-busy]')]);
    expect(readFileSync(file, 'utf8')).toBe('of the first');
  });

  test('one whose options are refused takes none of its reports away', async () => {
    const folder = temporaryFolder();
    await waitingGate(folder);
    const file = path.join(folder, 'report.json');
    writeFileSync(file, 'of the first');
    const { exitCode } = await gate(folder, '--bogus');
    expect([exitCode, readFileSync(file, 'utf8')]).toEqual([2, 'of the first']);
  });

  test('one for another folder runs', async () => {
    await waitingGate(temporaryFolder());
    const folder = temporaryFolder();
    await gate(folder);
    expect(existsSync(path.join(folder, 'report.json'))).toBe(true);
  });
});

describe('after a gate', () => {
  test.each(['SIGKILL', 'SIGTERM'] as const)(
    'that %s has ended the next one runs, and finds none of its reports',
    async (signal) => {
      const folder = temporaryFolder();
      await killed(await waitingGate(folder), signal);
      expect(existsSync(path.join(folder, LOCK_FILE))).toBe(signal === 'SIGKILL');
      writeFileSync(path.join(folder, 'certificate.json'), 'of the one that was killed');
      const { stderr } = await gate(folder);
      expect(stderr).not.toContain('folder-busy');
      expect(readdirSync(folder).toSorted()).toEqual([
        'annotations.txt',
        'failures.har',
        'junit.xml',
        'report.html',
        'report.json',
        'report.sarif',
        'report.schema.json',
        'summary.md',
      ]);
    },
  );
});

const MINUTE_MS = 60_000;

/** A folder that a run like this process has claimed, heard of so long ago. */
function claimed(changes: Partial<ReturnType<typeof currentOwner>>, silentMs = 0): string {
  const folder = temporaryFolder();
  const file = path.join(folder, LOCK_FILE);
  writeFileSync(file, stringifyOwner({ ...currentOwner(), ...changes }));
  const lastHeartbeat = new Date(Date.now() - silentMs);
  utimesSync(file, lastHeartbeat, lastHeartbeat);
  return folder;
}

const otherMachine = { home: 'another', host: 'another-machine' };

describe('a folder is held', () => {
  test.each([
    ['by a process of this machine, however long it says nothing', {}, 10 * MINUTE_MS],
    ['by one of another machine that was heard of', otherMachine, 0],
  ])('%s', (_name, changes, silentMs) => {
    const folder = claimed(changes, silentMs);
    expect(isFolderLocked(folder)).toBe(true);
    expect(() => lockFolder(folder)).toThrow(KitError);
  });

  test.runIf(process.platform === 'linux')('not by a number that another process has by now', () => {
    const folder = claimed({ began: '1' });
    expect(isFolderLocked(folder)).toBe(false);
    lockFolder(folder).renew();
    expect(isFolderLocked(folder)).toBe(true);
  });

  test('not by one of another machine that was not heard of for a long time', () => {
    const folder = claimed(otherMachine, 2 * MINUTE_MS);
    expect(isFolderLocked(folder)).toBe(false);
    lockFolder(folder).renew();
    expect(isFolderLocked(folder)).toBe(true);
  });

  test('not by a file that was cut off long ago', () => {
    const folder = claimed({}, 2 * MINUTE_MS);
    const file = path.join(folder, LOCK_FILE);
    writeFileSync(file, '{"pid":');
    const lastHeartbeat = new Date(Date.now() - 2 * MINUTE_MS);
    utimesSync(file, lastHeartbeat, lastHeartbeat);
    lockFolder(folder).renew();
    expect(isFolderLocked(folder)).toBe(true);
  });

  test('not for what cannot be a file of that name', () => {
    const folder = temporaryFolder();
    mkdirSync(path.join(folder, LOCK_FILE));
    lockFolder(folder).renew();
    expect(isFolderLocked(folder)).toBe(false);
  });
});

test('a lock that is a link is neither read nor followed', () => {
  const folder = temporaryFolder();
  symlinkSync('/dev/zero', path.join(folder, LOCK_FILE));
  lockFolder(folder).renew();
  expect(isFolderLocked(folder)).toBe(false);
  expect(readlinkSync(path.join(folder, LOCK_FILE))).toBe('/dev/zero');
});

test('a run that has lost its folder to another one writes nothing into it', () => {
  const folder = temporaryFolder();
  const lock = lockFolder(folder);
  writeFileSync(path.join(folder, LOCK_FILE), stringifyOwner({ ...currentOwner(), ...otherMachine }));
  expect(() => lock.renew()).toThrow('another-machine');
});
