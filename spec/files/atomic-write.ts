/**
 * Writes files atomically: to a temporary file in the same folder, which is then renamed. A process may be killed at
 * any time.
 */
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
import { chmod, open, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { KitError } from '../../errors.ts';
import { rejectSymbolicLinks } from './symbolic-links.ts';
import { removeStaleTemporaryFiles, removeTemporaryFile, temporaryPath } from './temporary-files.ts';

type Content = string | Uint8Array | Iterable<string>;

/**
 * Readers see either the previous content or all of the new one, with the previous permissions. Writes directly to
 * anything that is not a regular file: a pipe, a device, /dev/stdout. Throws `file-unwritable`, also for a link to a
 * file, which may belong to another user, and for a file in a folder reached through such a link (symbolic-links.ts).
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
  await writeContent(temporaryFile, content, { flag: 'wx', mode });
  // A file system without permissions rejects this; its default permissions apply.
  if (mode !== undefined) await chmod(temporaryFile, mode).catch(() => {});
  try {
    await rename(temporaryFile, file);
  } catch (error) {
    if (!isMountError(error)) throw error;
    await writeContent(file, createReadStream(temporaryFile), { flag: 'w' });
    removeTemporaryFile(temporaryFile);
  }
}

async function appendToFile(file: string, content: Content): Promise<void> {
  const stream = standardStream(file);
  if (stream === undefined) await writeContent(file, content, { flag: 'a' });
  else await writeToStream(stream, isSingleChunk(content) ? [content] : content);
}

interface OpenMode {
  readonly flag: 'a' | 'w' | 'wx';
  readonly mode?: number | undefined;
}

/** Chunk by chunk: the file functions of Yarn's Plug'n'Play, which replace those of Node, accept no iterables. */
async function writeContent(
  file: string,
  content: Content | AsyncIterable<Uint8Array>,
  options: OpenMode,
): Promise<void> {
  if (isSingleChunk(content)) return writeFile(file, content, options);
  const handle = await open(file, options.flag, options.mode);
  try {
    for await (const chunk of content) await handle.writeFile(chunk);
  } finally {
    await handle.close();
  }
}

function isSingleChunk(content: Content | AsyncIterable<Uint8Array>): content is string | Uint8Array {
  return typeof content === 'string' || content instanceof Uint8Array;
}

/** Like `writeFileAtomically` but synchronous, for a process that is about to exit. */
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

/** Checks that a file may be written, and removes temporary files of killed processes. Throws `file-unwritable`. */
export function prepareOutputFile(file: string): 'file' | 'special file' {
  rejectSymbolicLinks(path.dirname(file));
  removeStaleTemporaryFiles(file);
  const stats = statIfExists(file, lstatSync);
  if (stats === undefined || stats.isFile()) return 'file';
  if (stats.isDirectory()) throw unwritableError(file, 'EISDIR: it is a folder');
  if (!stats.isSymbolicLink() || /^\/(?:dev|proc)\//.test(file)) return 'special file';
  const target = statIfExists(file, statSync);
  if (target?.isDirectory()) throw unwritableError(file, 'it is a link to a folder');
  if (target === undefined || (target.isFile() && standardStream(file) === undefined))
    throw unwritableError(
      file,
      'it is a symbolic link, which is not followed; remove it, or give the path of its target',
    );
  return 'special file';
}

/** Checks that a temporary file can be created in the same folder, and removes it again. Throws the system's error. */
export function checkOutputFile(file: string): void {
  const temporaryFile = temporaryPath(file);
  try {
    writeFileSync(temporaryFile, '', { flag: 'wx' });
  } finally {
    removeTemporaryFile(temporaryFile);
  }
}

/**
 * Removes the output of an earlier run; the next file written there gets its permissions. A mounted file cannot be
 * removed, so it is emptied. Does nothing if the file does not exist. Throws the system's error.
 */
export function removeOutputFile(file: string): void {
  const stats = statIfExists(file, lstatSync);
  if (stats === undefined) return;
  removedFileModes.set(file, stats.mode & 0o777);
  try {
    // The error codes of rmSync differ from those of the system.
    unlinkSync(file);
  } catch (error) {
    if (isMountError(error)) writeFileSync(file, '');
    // If it no longer exists, another process removed it first.
    else if (statIfExists(file, lstatSync) !== undefined) throw error;
  }
}

/** Permissions of removed files. */
const removedFileModes = new Map<string, number>();

/** Undefined if there was no file: then the default permissions apply. */
function permissionsFor(file: string): number | undefined {
  const stats = statIfExists(file, lstatSync);
  return stats === undefined ? removedFileModes.get(file) : stats.mode & 0o777;
}

/** A single file of the host mounted into a container: it can be written to, but not replaced. */
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
    // Ignored: nothing more can be done.
  }
}

function unwritableError(file: string, cause: unknown): KitError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new KitError('file-unwritable', `${file}: ${reason}`, { cause });
}

/**
 * Returns the standard stream that a name refers to, also through a link. If the file behind it were opened by name, it
 * would have a separate write position from the stream, and the two would overwrite each other.
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

/** Resolves when the stream has flushed everything. */
async function writeToStream(stream: NodeJS.WriteStream, pieces: Iterable<string | Uint8Array>): Promise<void> {
  for (const piece of pieces)
    await new Promise<void>((resolve, reject) => {
      stream.write(piece, (error) => (error ? reject(error) : resolve()));
    });
}
