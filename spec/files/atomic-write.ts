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
import { rejectSymbolicLinks } from './symbolic-links.ts';
import { removeStaleTemporaryFiles, removeTemporaryFile, temporaryPath } from './temporary-files.ts';

type Content = string | Uint8Array | Iterable<string>;

/**
 * Whoever looks finds what was there before, or all of it, with the permissions of before. Straight into what is no file:
 * a pipe, a device, /dev/stdout. Throws `file-unwritable`: also for a link to a file, since it may be somebody else's, and
 * for a file in a folder that is reached by such a link (symbolic-links.ts).
 */
export async function writeFileAtomically(file: string, content: Content): Promise<void> {
  const isFile = prepareOutputFile(file) === 'file';
  const temporaryFile = temporaryPath(file);
  try {
    if (isFile) await replaceFile(file, temporaryFile, content);
    else await appendToFile(file, content);
  } catch (error) {
    removeTemporaryFile(temporaryFile);
    throw unwritableError(file, error);
  }
}

async function replaceFile(file: string, temporaryFile: string, content: Content): Promise<void> {
  const mode = permissionsFor(file);
  await writeFile(temporaryFile, content, { flag: 'wx', mode });
  // A system without permissions refuses; then they are those of all files there.
  if (mode !== undefined) await chmod(temporaryFile, mode).catch(() => {});
  try {
    await rename(temporaryFile, file);
  } catch (error) {
    if (!isMountError(error)) throw error;
    await writeFile(file, createReadStream(temporaryFile));
    removeTemporaryFile(temporaryFile);
  }
}

async function appendToFile(file: string, content: Content): Promise<void> {
  const stream = standardStream(file);
  const isSinglePiece = typeof content === 'string' || content instanceof Uint8Array;
  if (stream === undefined) await writeFile(file, content, { flag: 'a' });
  else await writeToStream(stream, isSinglePiece ? [content] : content);
}

/** The same at once, for a process that is about to end. */
export function writeFileAtomicallySync(file: string, content: string): void {
  const isFile = prepareOutputFile(file) === 'file';
  const temporaryFile = temporaryPath(file);
  try {
    if (isFile) replaceFileSync(file, temporaryFile, content);
    else appendToFileSync(file, content);
  } catch (error) {
    removeTemporaryFile(temporaryFile);
    throw unwritableError(file, error);
  }
}

function replaceFileSync(file: string, temporaryFile: string, content: string): void {
  const mode = permissionsFor(file);
  writeFileSync(temporaryFile, content, { flag: 'wx', mode });
  if (mode !== undefined) ignoreErrors(() => chmodSync(temporaryFile, mode));
  try {
    renameSync(temporaryFile, file);
  } catch (error) {
    if (!isMountError(error)) throw error;
    writeFileSync(file, content);
    removeTemporaryFile(temporaryFile);
  }
}

function appendToFileSync(file: string, content: string): void {
  const stream = standardStream(file);
  if (stream === undefined) writeFileSync(file, content, { flag: 'a' });
  else stream.write(content);
}

/** Where a file may be written. Takes away what killed processes have left beside it. Throws `file-unwritable`. */
export function prepareOutputFile(file: string): 'file' | 'no file' {
  rejectSymbolicLinks(path.dirname(file));
  removeStaleTemporaryFiles(file);
  const stats = statIfExists(file, lstatSync);
  if (stats === undefined || stats.isFile()) return 'file';
  if (stats.isDirectory()) throw unwritableError(file, 'EISDIR: it is a folder');
  if (!stats.isSymbolicLink() || /^\/(?:dev|proc)\//.test(file)) return 'no file';
  const target = statIfExists(file, statSync);
  if (target?.isDirectory()) throw unwritableError(file, 'it is a link to a folder');
  if (target === undefined || (target.isFile() && standardStream(file) === undefined))
    throw unwritableError(file, 'it is a link, which is not followed: remove it, or name the file itself');
  return 'no file';
}

/** Whether a file can be made beside it, which is how it will be written. Leaves nothing. Throws what the system says. */
export function checkOutputFile(file: string): void {
  const temporaryFile = temporaryPath(file);
  try {
    writeFileSync(temporaryFile, '', { flag: 'wx' });
  } finally {
    removeTemporaryFile(temporaryFile);
  }
}

/**
 * Takes away what an earlier run wrote; the next one that is written there gets its permissions. What is mounted by itself
 * cannot be taken away, and is emptied. Nothing happens where there is no file. Throws what the system says.
 */
export function removeOutputFile(file: string): void {
  const stats = statIfExists(file, lstatSync);
  if (stats === undefined) return;
  removedFileModes.set(file, stats.mode & 0o777);
  try {
    // The code of rmSync's errors is not that of the system.
    unlinkSync(file);
  } catch (error) {
    if (isMountError(error)) writeFileSync(file, '');
    // Else another run was faster.
    else if (statIfExists(file, lstatSync) !== undefined) throw error;
  }
}

/** Of files that were cleared. */
const removedFileModes = new Map<string, number>();

/** Undefined where there was none: then what is usual. */
function permissionsFor(file: string): number | undefined {
  const stats = statIfExists(file, lstatSync);
  return stats === undefined ? removedFileModes.get(file) : stats.mode & 0o777;
}

/** A single file of the host in a container: it can be written to, and not be replaced. */
function isMountError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EBUSY' || error.code === 'EXDEV');
}

function statIfExists(file: string, stat: (file: string) => Stats): Stats | undefined {
  try {
    return stat(file);
  } catch {
    return undefined;
  }
}

function ignoreErrors(work: () => void): void {
  try {
    work();
  } catch {
    // As good as it can be.
  }
}

function unwritableError(file: string, cause: unknown): KitError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new KitError('file-unwritable', `${file}: ${reason}`, { cause });
}

/**
 * The stream that a name stands for, also by a link. Opened by its name, a file behind it would be written from another
 * place than the stream writes on from, and one would overwrite the other.
 */
function standardStream(file: string): NodeJS.WriteStream | undefined {
  return findStandardStream(file) ?? findStandardStream(resolveLink(file));
}

function findStandardStream(file: string): NodeJS.WriteStream | undefined {
  const [, name] = /^\/(?:dev|dev\/fd|proc\/self\/fd)\/(stdout|stderr|1|2)$/.exec(path.resolve(file)) ?? [];
  if (name === undefined) return undefined;
  return name === 'stdout' || name === '1' ? process.stdout : process.stderr;
}

function resolveLink(file: string): string {
  try {
    return path.resolve(path.dirname(file), readlinkSync(file));
  } catch {
    return file;
  }
}

/** Resolves when the system has taken all of it. */
async function writeToStream(stream: NodeJS.WriteStream, pieces: Iterable<string | Uint8Array>): Promise<void> {
  for (const piece of pieces)
    await new Promise<void>((resolve, reject) => {
      stream.write(piece, (error) => (error ? reject(error) : resolve()));
    });
}
