/** Files that are whole or not there: written beside their place, then renamed. A process may be killed at any time. */
import { lstatSync, readdirSync, renameSync, rmSync, type Stats, statSync, writeFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { KitError } from '../errors.ts';

/**
 * Whoever looks finds what was there before, or all of it. Straight into what is no file: a pipe, a device, /dev/stdout.
 * Throws `file-unwritable`: also for a link to a file, since it may be somebody else's.
 */
export async function writeWhole(
  file: string,
  content: string | Uint8Array | Iterable<string>,
): Promise<void> {
  const place = openPlace(file);
  try {
    if (place === 'file') await replace(file, content);
    else await writeFile(file, content, { flag: 'a' });
  } catch (error) {
    throw unwritable(file, error);
  }
}

/** The same at once, for a process that is about to end. */
export function writeWholeSync(file: string, content: string): void {
  const place = openPlace(file);
  try {
    if (place === 'file') replaceSync(file, content);
    else writeFileSync(file, content, { flag: 'a' });
  } catch (error) {
    throw unwritable(file, error);
  }
}

/** Where a file may be written. Takes away what killed processes have left beside it. Throws `file-unwritable`. */
export function openPlace(file: string): 'file' | 'no file' {
  sweep(file);
  const found = statOf(file, lstatSync);
  if (found === undefined || found.isFile()) return 'file';
  if (found.isDirectory()) throw unwritable(file, 'EISDIR: it is a folder');
  if (!found.isSymbolicLink() || /^\/(?:dev|proc)\//.test(file)) return 'no file';
  const target = statOf(file, statSync);
  if (target?.isDirectory()) throw unwritable(file, 'it is a link to a folder');
  if (target === undefined || target.isFile())
    throw unwritable(file, 'it is a link, which is not followed: remove it, or name the file itself');
  return 'no file';
}

function statOf(file: string, stat: (file: string) => Stats): Stats | undefined {
  try {
    return stat(file);
  } catch {
    return undefined;
  }
}

const underWay = new Set<string>();

async function replace(file: string, content: string | Uint8Array | Iterable<string>): Promise<void> {
  const draft = newDraft(file);
  underWay.add(draft);
  try {
    await writeFile(draft, content);
    await rename(draft, file);
  } catch (error) {
    removeIfPossible(draft);
    throw error;
  } finally {
    underWay.delete(draft);
  }
}

function replaceSync(file: string, content: string): void {
  const draft = newDraft(file);
  try {
    writeFileSync(draft, content);
    renameSync(draft, file);
  } catch (error) {
    removeIfPossible(draft);
    throw error;
  }
}

let drafts = 0;

/** `.report.json.4711-1.plant-store.tmp`, beside the file, so that renaming stays within one file system. */
function newDraft(file: string): string {
  return path.join(path.dirname(file), `${startOfDrafts(file)}${process.pid}-${++drafts}${DRAFT}`);
}

const DRAFT = '.plant-store.tmp';

/** File systems take names of 255 bytes. */
const LONGEST = 50;

function startOfDrafts(file: string): string {
  return `.${[...path.basename(file)].slice(0, LONGEST).join('')}.`;
}

function sweep(file: string): void {
  const folder = path.dirname(file);
  const start = startOfDrafts(file);
  for (const name of namesIn(folder)) {
    if (!name.startsWith(start) || !name.endsWith(DRAFT)) continue;
    const [, pid] = /^(\d+)-\d+$/.exec(name.slice(start.length, -DRAFT.length)) ?? [];
    const draft = path.join(folder, name);
    if (pid !== undefined && !underWay.has(draft) && !isOfAnother(Number(pid))) removeIfPossible(draft);
  }
}

/** Where it may not be, neither may a new one be written, which is told. */
function removeIfPossible(draft: string): void {
  try {
    rmSync(draft, { force: true });
  } catch {
    // It harms nobody.
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** One that lives, and may still be writing. In containers each run has the same number as the one before. */
function isOfAnother(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function unwritable(file: string, cause: unknown): KitError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new KitError('file-unwritable', `${file}: ${reason}`, { cause });
}
