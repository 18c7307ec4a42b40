/**
 * One run at a time writes into a folder: the reports of two would stand there side by side, and nobody could tell. A run
 * says in a file there that it holds the folder; the file goes with its process, and what a killed one left holds nobody up.
 */
import { randomBytes } from 'node:crypto';
import { lstatSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { KitError } from '../../errors.ts';
import { type Holder, holderText, isHere, isRunning, ownHolder, readHolder } from './holder.ts';

export interface FolderLock {
  /** Before something is written. Throws `folder-busy` where the folder is another's by now. */
  renew(): void;
}

/** Until the process ends. Throws `folder-busy`. A folder that takes no such file is not held, as if there were no other run. */
export function lockFolder(folder: string): FolderLock {
  const file = path.join(folder, LOCK_FILE);
  const text = holderText(ownHolder());
  take(folder, file, text);
  hold(file, text);
  return {
    renew() {
      const found = claimOf(file);
      if (found === undefined) take(folder, file, text);
      else if (found.text !== text) throw busy(folder, found);
    },
  };
}

/** Whether a run that is there holds it. */
export function isFolderLocked(folder: string): boolean {
  const found = claimOf(path.join(folder, LOCK_FILE));
  return found !== undefined && isAlive(found);
}

/** Of a folder that reports are written to. */
export const LOCK_FILE = '.plant-store.lock';

const MOST_TRIES = 3;

/** Nothing happens where no such file can be made. */
function take(folder: string, file: string, text: string): void {
  for (let tries = 1; isTaken(file, text); tries++) {
    const found = claimOf(file);
    // No file at all, such as a folder of the name.
    if (found === undefined && tries === MOST_TRIES) return;
    if (found === undefined) continue;
    if (tries === MOST_TRIES || isAlive(found)) throw busy(folder, found);
    takeAway(file, found);
  }
}

/** Takes it where it is not. */
function isTaken(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx' });
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EEXIST';
  }
}

/** What the file says, and when its holder was last heard of. */
interface Claim {
  readonly text: string;
  readonly holder: Holder | undefined;
  readonly heardMs: number;
}

function claimOf(file: string): Claim | undefined {
  try {
    const found = lstatSync(file);
    // A link may lead to what is not to be read, or never ends.
    if (!found.isFile()) return undefined;
    const { mtimeMs: heardMs } = found;
    const text = readFileSync(file, 'utf8');
    return { text, holder: readHolder(text), heardMs };
  } catch {
    return undefined;
  }
}

/** Of processes of other machines and containers nobody knows more than that they have been heard of. */
function isAlive({ holder, heardMs }: Claim): boolean {
  return holder !== undefined && isHere(holder) ? isRunning(holder) : Date.now() - heardMs < SILENT_MS;
}

/** Another run may have done the same just now: then it is its file that was moved, which it gets back. */
function takeAway(file: string, { text }: Claim): void {
  const aside = `${file}.${randomBytes(8).toString('hex')}`;
  try {
    renameSync(file, aside);
    if (claimOf(aside)?.text === text) rmSync(aside, { force: true });
    else renameSync(aside, file);
  } catch {
    // Gone meanwhile, or not to be taken away: it is looked at once more.
  }
}

const BEAT_MS = 5_000;
const SILENT_MS = 60_000;

function hold(file: string, text: string): void {
  const isOurs = () => claimOf(file)?.text === text;
  const beat = () => {
    const now = new Date();
    if (isOurs()) quietly(() => utimesSync(file, now, now));
  };
  setInterval(beat, BEAT_MS).unref();
  process.once('exit', () => {
    if (isOurs()) quietly(() => rmSync(file, { force: true }));
  });
}

/** The folder may have gone. */
function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // Then there is nothing left to hold.
  }
}

function busy(folder: string, { holder }: Claim): KitError {
  const who =
    holder === undefined
      ? 'another run'
      : `process ${holder.pid}${isHere(holder) ? '' : ` on ${holder.host}`}, begun at ${holder.since},`;
  return new KitError(
    'folder-busy',
    `${folder}: ${who} writes there; the reports in it are those of that run`,
  );
}
