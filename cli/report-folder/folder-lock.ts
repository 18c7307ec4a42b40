/**
 * One run at a time writes into a folder: the reports of two would stand there side by side, and nobody could tell. A run
 * says in a file there that it holds the folder; the file goes with its process, and what a killed one left holds nobody up.
 */
import { randomBytes } from 'node:crypto';
import { lstatSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { KitError } from '../../errors.ts';
import { currentOwner, isOnThisHost, isRunning, type LockOwner, parseOwner, stringifyOwner } from './lock-owner.ts';

export interface FolderLock {
  /** Before something is written. Throws `folder-busy` where the folder is another's by now. */
  renew(): void;
}

/** Until the process ends. Throws `folder-busy`. A folder that takes no such file is not held, as if there were no other run. */
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

/** Whether a run that is there holds it. */
export function isFolderLocked(folder: string): boolean {
  const found = readLockFile(path.join(folder, LOCK_FILE));
  return found !== undefined && isOwnerAlive(found);
}

/** Of a folder that reports are written to. */
export const LOCK_FILE = '.plant-store.lock';

const MAX_TRIES = 3;

/** Nothing happens where no such file can be made. */
function acquireLock(folder: string, file: string, text: string): void {
  for (let tries = 1; isLockTaken(file, text); tries++) {
    const found = readLockFile(file);
    // No file at all, such as a folder of the name.
    if (found === undefined && tries === MAX_TRIES) return;
    if (found === undefined) continue;
    if (tries === MAX_TRIES || isOwnerAlive(found)) throw folderBusyError(folder, found);
    removeStaleLock(file, found);
  }
}

/** Takes it where it is not. */
function isLockTaken(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx' });
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EEXIST';
  }
}

/** What the file says, and when its holder was last heard of. */
interface LockFile {
  readonly text: string;
  readonly owner: LockOwner | undefined;
  readonly lastSeenMs: number;
}

function readLockFile(file: string): LockFile | undefined {
  try {
    const found = lstatSync(file);
    // A link may lead to what is not to be read, or never ends.
    if (!found.isFile()) return undefined;
    const { mtimeMs: lastSeenMs } = found;
    const text = readFileSync(file, 'utf8');
    return { text, owner: parseOwner(text), lastSeenMs };
  } catch {
    return undefined;
  }
}

/** Of processes of other machines and containers nobody knows more than that they have been heard of. */
function isOwnerAlive({ owner, lastSeenMs }: LockFile): boolean {
  return owner !== undefined && isOnThisHost(owner) ? isRunning(owner) : Date.now() - lastSeenMs < STALE_AFTER_MS;
}

/** Another run may have done the same just now: then it is its file that was moved, which it gets back. */
function removeStaleLock(file: string, { text }: LockFile): void {
  const movedFile = `${file}.${randomBytes(8).toString('hex')}`;
  try {
    renameSync(file, movedFile);
    if (readLockFile(movedFile)?.text === text) rmSync(movedFile, { force: true });
    else renameSync(movedFile, file);
  } catch {
    // Gone meanwhile, or not to be taken away: it is looked at once more.
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
  setInterval(heartbeat, HEARTBEAT_MS).unref();
  process.once('exit', () => {
    if (isOwnLock()) ignoreErrors(() => rmSync(file, { force: true }));
  });
}

/** The folder may have gone. */
function ignoreErrors(work: () => void): void {
  try {
    work();
  } catch {
    // Then there is nothing left to hold.
  }
}

function folderBusyError(folder: string, { owner }: LockFile): KitError {
  const ownerText =
    owner === undefined
      ? 'another run'
      : `process ${owner.pid}${isOnThisHost(owner) ? '' : ` on ${owner.host}`}, begun at ${owner.since},`;
  return new KitError('folder-busy', `${folder}: ${ownerText} writes there; the reports in it are those of that run`);
}
