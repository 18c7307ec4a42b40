/** What files are before they are whole: drafts beside their place, so that renaming stays within one file system. */
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

/** `.report.json.0f1e2d3c4b5a6978.plant-store.tmp`: nobody else's, be it a thread, a container or another machine. */
export function temporaryPath(file: string): string {
  const random = randomBytes(RANDOM_BYTES).toString('hex');
  return path.join(path.dirname(file), `${temporaryPrefix(file)}${random}${SUFFIX}`);
}

/**
 * Takes away what killed runs have left of this file. Nothing tells whether a writer still lives, who may be on another
 * machine: but one that lives writes on.
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

/** Where it may not be removed, neither may a new one be written, which is told. */
export function removeTemporaryFile(temporaryFile: string): void {
  try {
    rmSync(temporaryFile, { force: true });
  } catch {
    // It harms nobody.
  }
}

const SUFFIX = '.plant-store.tmp';
const RANDOM_BYTES = 8;
const randomPart = /^[\da-f]{16}$/;

/** File systems take names of 255 bytes. */
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
