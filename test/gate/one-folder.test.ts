/** Gates that write to one folder: never two concurrently, and none is blocked by one that was killed. */
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
import { UNUSED_URL } from '../free-port.ts';
import { fileOf, kitFolder, startHttpServer, temporaryFolder } from '../pact/support.ts';

const copy = fileOf(readFileSync(path.join(kitFolder, 'spec/plant-store.yaml'), 'utf8'), 'copy.yaml');

/** A gate that waits for its first response and holds the lock. */
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
  runPlantStore(['gate', UNUSED_URL, '--spec', copy, '--out', folder, ...options]);

async function killed(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

describe('while a gate writes to a folder', () => {
  test('rejects a second gate, names the first, and changes nothing', async () => {
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

  test('removes no report if the options of a second gate are invalid', async () => {
    const folder = temporaryFolder();
    await waitingGate(folder);
    const file = path.join(folder, 'report.json');
    writeFileSync(file, 'of the first');
    const { exitCode } = await gate(folder, '--bogus');
    expect([exitCode, readFileSync(file, 'utf8')]).toEqual([2, 'of the first']);
  });

  test('runs a gate for another folder', async () => {
    await waitingGate(temporaryFolder());
    const folder = temporaryFolder();
    await gate(folder);
    expect(existsSync(path.join(folder, 'report.json'))).toBe(true);
  });
});

describe('after a gate', () => {
  test.each(['SIGKILL', 'SIGTERM'] as const)(
    'after %s, the next gate runs without the earlier reports',
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
        'findings.csv',
        'issues',
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

/** A folder locked by this process, with a heartbeat of this age. */
function claimed(changes: Partial<ReturnType<typeof currentOwner>>, silentMs = 0): string {
  const folder = temporaryFolder();
  const file = path.join(folder, LOCK_FILE);
  writeFileSync(file, stringifyOwner({ ...currentOwner(), ...changes }));
  const lastHeartbeat = new Date(Date.now() - silentMs);
  utimesSync(file, lastHeartbeat, lastHeartbeat);
  return folder;
}

const otherMachine = { home: 'another', host: 'another-machine' };

describe('a folder is locked', () => {
  test.each([
    ['by a process of this machine, even if it is silent for long', {}, 10 * MINUTE_MS],
    ['by a process of another machine with a recent heartbeat', otherMachine, 0],
  ])('%s', (_name, changes, silentMs) => {
    const folder = claimed(changes, silentMs);
    expect(isFolderLocked(folder)).toBe(true);
    expect(() => lockFolder(folder)).toThrow(KitError);
  });

  test.runIf(process.platform === 'linux')('not by a process id that was reused', () => {
    const folder = claimed({ began: '1' });
    expect(isFolderLocked(folder)).toBe(false);
    lockFolder(folder).renew();
    expect(isFolderLocked(folder)).toBe(true);
  });

  test('not by a process of another machine without a recent heartbeat', () => {
    const folder = claimed(otherMachine, 2 * MINUTE_MS);
    expect(isFolderLocked(folder)).toBe(false);
    lockFolder(folder).renew();
    expect(isFolderLocked(folder)).toBe(true);
  });

  test('not by an old truncated lock file', () => {
    const folder = claimed({}, 2 * MINUTE_MS);
    const file = path.join(folder, LOCK_FILE);
    writeFileSync(file, '{"pid":');
    const lastHeartbeat = new Date(Date.now() - 2 * MINUTE_MS);
    utimesSync(file, lastHeartbeat, lastHeartbeat);
    lockFolder(folder).renew();
    expect(isFolderLocked(folder)).toBe(true);
  });

  test('not by something that is not a file', () => {
    const folder = temporaryFolder();
    mkdirSync(path.join(folder, LOCK_FILE));
    lockFolder(folder).renew();
    expect(isFolderLocked(folder)).toBe(false);
  });
});

test('does not follow a lock file that is a symbolic link', () => {
  const folder = temporaryFolder();
  symlinkSync('/dev/zero', path.join(folder, LOCK_FILE));
  lockFolder(folder).renew();
  expect(isFolderLocked(folder)).toBe(false);
  expect(readlinkSync(path.join(folder, LOCK_FILE))).toBe('/dev/zero');
});

test('a run that has lost the lock writes nothing', () => {
  const folder = temporaryFolder();
  const lock = lockFolder(folder);
  writeFileSync(path.join(folder, LOCK_FILE), stringifyOwner({ ...currentOwner(), ...otherMachine }));
  expect(() => lock.renew()).toThrow('another-machine');
});
