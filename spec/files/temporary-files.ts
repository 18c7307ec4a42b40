/** Temporary files in the same folder as their target, so that renaming stays within one file system. */
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

/** `.report.json.0f1e2d3c4b5a6978.plant-store.tmp`: unique across threads, containers and machines. */
export function temporaryPath(file: string): string {
  const random = randomBytes(RANDOM_BYTES).toString('hex');
  return path.join(path.dirname(file), `${temporaryPrefix(file)}${random}${SUFFIX}`);
}

/**
 * Removes temporary files that killed processes left for this file. A writer may run on another machine, so its age
 * decides: a running one keeps writing.
 */
export function removeStaleTemporaryFiles(file: string): void {
  const folder = path.dirname(file);
  const prefix = temporaryPrefix(file);
  for (const name of listNames(folder)) {
    if (!name.startsWith(prefix) || !name.endsWith(SUFFIX)) continue;
    const temporaryFile = path.join(folder, name);
    if (randomPart.test(name.slice(prefix.length, -SUFFIX.length)) && isStale(temporaryFile))
      removeTemporaryFile(temporaryFile);
  }
}

/**
 * Errors are ignored: if a file cannot be removed here, a new one cannot be written either, and that error is reported.
 */
export function removeTemporaryFile(temporaryFile: string): void {
  try {
    rmSync(temporaryFile, { force: true });
  } catch {
    // A remaining temporary file is harmless.
  }
}

const SUFFIX = '.plant-store.tmp';
const RANDOM_BYTES = 8;
const randomPart = /^[\da-f]{16}$/;

/** File systems limit names to 255 bytes. */
const MAX_NAME_BYTES = 200;

function temporaryPrefix(file: string): string {
  const name = path.basename(file);
  const isShort = Buffer.byteLength(name) <= MAX_NAME_BYTES;
  return `.${isShort ? name : createHash('sha256').update(name).digest('hex')}.`;
}

const STALE_AFTER_MS = 600_000;

function isStale(temporaryFile: string): boolean {
  try {
    return Date.now() - statSync(temporaryFile).mtimeMs > STALE_AFTER_MS;
  } catch {
    return false;
  }
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
