/**
 * Locks a report folder for one run at a time, so that the reports of two runs are not mixed. The lock is a file in the
 * folder. It is removed when the command ends; the lock of a killed process is detected as stale.
 */
import { randomBytes } from 'node:crypto';
import { lstatSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { KitError } from '../../errors.ts';
import { atCommandEnd } from '../command-end.ts';
import { currentOwner, isOnThisHost, isRunning, type LockOwner, parseOwner, stringifyOwner } from './lock-owner.ts';

export interface FolderLock {
  /** Call before writing. Throws `folder-busy` when another run has taken the lock. */
  renew(): void;
}

/** Locks until the command ends. Throws `folder-busy`. A folder in which the file cannot be created is not locked. */
export function lockFolder(folder: string): FolderLock {
  const file = path.join(folder, LOCK_FILE);
  const text = stringifyOwner(currentOwner());
  acquireLock(folder, file, text);
  keepLock(file, text);
  return {
    renew() {
      const found = readLockFile(file);
      if (found === undefined) acquireLock(folder, file, text);
      else if (found.text !== text) throw folderBusyError(folder, found);
    },
  };
}

/** Whether a running process holds the lock. */
export function isFolderLocked(folder: string): boolean {
  const found = readLockFile(path.join(folder, LOCK_FILE));
  return found !== undefined && isOwnerAlive(found);
}

/** Name of the lock file in a report folder. */
export const LOCK_FILE = '.plant-store.lock';

const MAX_TRIES = 3;

/** Does nothing when the file cannot be created. */
function acquireLock(folder: string, file: string, text: string): void {
  for (let tries = 1; isLockTaken(file, text); tries++) {
    const found = readLockFile(file);
    // The path exists but is no readable file, for example a folder.
    if (found === undefined && tries === MAX_TRIES) return;
    if (found === undefined) continue;
    if (tries === MAX_TRIES || isOwnerAlive(found)) throw folderBusyError(folder, found);
    removeStaleLock(file, found);
  }
}

/** Creates the lock file; true when it exists already. */
function isLockTaken(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx' });
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EEXIST';
  }
}

/** The content of the lock file, and the time of its last heartbeat. */
interface LockFile {
  readonly text: string;
  readonly owner: LockOwner | undefined;
  readonly lastSeenMs: number;
}

function readLockFile(file: string): LockFile | undefined {
  try {
    const found = lstatSync(file);
    // A symbolic link could point to a file that must not be read, or to an endless one.
    if (!found.isFile()) return undefined;
    const { mtimeMs: lastSeenMs } = found;
    const text = readFileSync(file, 'utf8');
    return { text, owner: parseOwner(text), lastSeenMs };
  } catch {
    return undefined;
  }
}

/** For processes on other machines or in other containers, only the heartbeat is known. */
function isOwnerAlive({ owner, lastSeenMs }: LockFile): boolean {
  return owner !== undefined && isOnThisHost(owner) ? isRunning(owner) : Date.now() - lastSeenMs < STALE_AFTER_MS;
}

/** Another run may have replaced the stale lock meanwhile: then its file was moved, and is moved back. */
function removeStaleLock(file: string, { text }: LockFile): void {
  const movedFile = `${file}.${randomBytes(8).toString('hex')}`;
  try {
    renameSync(file, movedFile);
    if (readLockFile(movedFile)?.text === text) rmSync(movedFile, { force: true });
    else renameSync(movedFile, file);
  } catch {
    // Removed meanwhile, or not removable: the caller checks again.
  }
}

const HEARTBEAT_MS = 5_000;
const STALE_AFTER_MS = 60_000;

function keepLock(file: string, text: string): void {
  const isOwnLock = () => readLockFile(file)?.text === text;
  const heartbeat = () => {
    const now = new Date();
    if (isOwnLock()) ignoreErrors(() => utimesSync(file, now, now));
  };
  const timer = setInterval(heartbeat, HEARTBEAT_MS).unref();
  atCommandEnd(() => {
    clearInterval(timer);
    if (isOwnLock()) ignoreErrors(() => rmSync(file, { force: true }));
  });
}

/** The folder may have been deleted. */
function ignoreErrors(work: () => void): void {
  try {
    work();
  } catch {
    // Then there is nothing to lock.
  }
}

function folderBusyError(folder: string, { owner }: LockFile): KitError {
  const ownerText =
    owner === undefined
      ? 'another run'
      : `process ${owner.pid}${isOnThisHost(owner) ? '' : ` on ${owner.host}`}, started at ${owner.since},`;
  return new KitError('folder-busy', `${folder}: ${ownerText} writes there; the reports in it belong to that run`);
}
