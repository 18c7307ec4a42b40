/** Files that are whole or not there: written beside their place, then renamed. A process may be killed at any time. */
import {
  chmodSync,
  createReadStream,
  lstatSync,
  readlinkSync,
  renameSync,
  type Stats,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { chmod, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { KitError } from '../../errors.ts';
import { newDraft, removeDraft, sweepDrafts } from './drafts.ts';
import { refuseLinks } from './symbolic-links.ts';

type Content = string | Uint8Array | Iterable<string>;

/**
 * Whoever looks finds what was there before, or all of it, with the permissions of before. Straight into what is no file:
 * a pipe, a device, /dev/stdout. Throws `file-unwritable`: also for a link to a file, since it may be somebody else's, and
 * for a file in a folder that is reached by such a link (symbolic-links.ts).
 */
export async function writeWhole(file: string, content: Content): Promise<void> {
  const isFile = openPlace(file) === 'file';
  const draft = newDraft(file);
  try {
    if (isFile) await replace(file, draft, content);
    else await append(file, content);
  } catch (error) {
    removeDraft(draft);
    throw unwritable(file, error);
  }
}

async function replace(file: string, draft: string, content: Content): Promise<void> {
  const mode = modeFor(file);
  await writeFile(draft, content, { flag: 'wx', mode });
  // A system without permissions refuses; then they are those of all files there.
  if (mode !== undefined) await chmod(draft, mode).catch(() => {});
  try {
    await rename(draft, file);
  } catch (error) {
    if (!isMounted(error)) throw error;
    await writeFile(file, createReadStream(draft));
    removeDraft(draft);
  }
}

async function append(file: string, content: Content): Promise<void> {
  const stream = standardStream(file);
  const isOne = typeof content === 'string' || content instanceof Uint8Array;
  if (stream === undefined) await writeFile(file, content, { flag: 'a' });
  else await writeToStream(stream, isOne ? [content] : content);
}

/** The same at once, for a process that is about to end. */
export function writeWholeSync(file: string, content: string): void {
  const isFile = openPlace(file) === 'file';
  const draft = newDraft(file);
  try {
    if (isFile) replaceSync(file, draft, content);
    else appendSync(file, content);
  } catch (error) {
    removeDraft(draft);
    throw unwritable(file, error);
  }
}

function replaceSync(file: string, draft: string, content: string): void {
  const mode = modeFor(file);
  writeFileSync(draft, content, { flag: 'wx', mode });
  if (mode !== undefined) attempt(() => chmodSync(draft, mode));
  try {
    renameSync(draft, file);
  } catch (error) {
    if (!isMounted(error)) throw error;
    writeFileSync(file, content);
    removeDraft(draft);
  }
}

function appendSync(file: string, content: string): void {
  const stream = standardStream(file);
  if (stream === undefined) writeFileSync(file, content, { flag: 'a' });
  else stream.write(content);
}

/** Where a file may be written. Takes away what killed processes have left beside it. Throws `file-unwritable`. */
export function openPlace(file: string): 'file' | 'no file' {
  refuseLinks(path.dirname(file));
  sweepDrafts(file);
  const found = statOf(file, lstatSync);
  if (found === undefined || found.isFile()) return 'file';
  if (found.isDirectory()) throw unwritable(file, 'EISDIR: it is a folder');
  if (!found.isSymbolicLink() || /^\/(?:dev|proc)\//.test(file)) return 'no file';
  const target = statOf(file, statSync);
  if (target?.isDirectory()) throw unwritable(file, 'it is a link to a folder');
  if (target === undefined || (target.isFile() && standardStream(file) === undefined))
    throw unwritable(file, 'it is a link, which is not followed: remove it, or name the file itself');
  return 'no file';
}

/** Whether a file can be made beside it, which is how it will be written. Leaves nothing. Throws what the system says. */
export function tryPlace(file: string): void {
  const draft = newDraft(file);
  try {
    writeFileSync(draft, '', { flag: 'wx' });
  } finally {
    removeDraft(draft);
  }
}

/**
 * Takes away what an earlier run wrote; the next one that is written there gets its permissions. What is mounted by itself
 * cannot be taken away, and is emptied. Nothing happens where there is no file. Throws what the system says.
 */
export function clearPlace(file: string): void {
  const found = statOf(file, lstatSync);
  if (found === undefined) return;
  modes.set(file, found.mode & 0o777);
  try {
    // The code of rmSync's errors is not that of the system.
    unlinkSync(file);
  } catch (error) {
    if (isMounted(error)) writeFileSync(file, '');
    // Else another run was faster.
    else if (statOf(file, lstatSync) !== undefined) throw error;
  }
}

/** Of files that were cleared. */
const modes = new Map<string, number>();

/** Undefined where there was none: then what is usual. */
function modeFor(file: string): number | undefined {
  const found = statOf(file, lstatSync);
  return found === undefined ? modes.get(file) : found.mode & 0o777;
}

/** A single file of the host in a container: it can be written to, and not be replaced. */
function isMounted(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EBUSY' || error.code === 'EXDEV');
}

function statOf(file: string, stat: (file: string) => Stats): Stats | undefined {
  try {
    return stat(file);
  } catch {
    return undefined;
  }
}

function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // As good as it can be.
  }
}

function unwritable(file: string, cause: unknown): KitError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new KitError('file-unwritable', `${file}: ${reason}`, { cause });
}

/**
 * The stream that a name stands for, also by a link. Opened by its name, a file behind it would be written from another
 * place than the stream writes on from, and one would overwrite the other.
 */
function standardStream(file: string): NodeJS.WriteStream | undefined {
  return streamNamed(file) ?? streamNamed(targetOf(file));
}

function streamNamed(file: string): NodeJS.WriteStream | undefined {
  const [, name] = /^\/(?:dev|dev\/fd|proc\/self\/fd)\/(stdout|stderr|1|2)$/.exec(path.resolve(file)) ?? [];
  if (name === undefined) return undefined;
  return name === 'stdout' || name === '1' ? process.stdout : process.stderr;
}

function targetOf(file: string): string {
  try {
    return path.resolve(path.dirname(file), readlinkSync(file));
  } catch {
    return file;
  }
}

/** Resolves when the system has taken all of it. */
async function writeToStream(
  stream: NodeJS.WriteStream,
  pieces: Iterable<string | Uint8Array>,
): Promise<void> {
  for (const piece of pieces)
    await new Promise<void>((resolve, reject) => {
      stream.write(piece, (error) => (error ? reject(error) : resolve()));
    });
}
