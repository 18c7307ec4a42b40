/** What files are before they are whole: drafts beside their place, so that renaming stays within one file system. */
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

/** `.report.json.0f1e2d3c4b5a6978.plant-store.tmp`: nobody else's, be it a thread, a container or another machine. */
export function newDraft(file: string): string {
  const mark = randomBytes(MARK_BYTES).toString('hex');
  return path.join(path.dirname(file), `${startOfDrafts(file)}${mark}${END}`);
}

/**
 * Takes away what killed runs have left of this file. Nothing tells whether a writer still lives, who may be on another
 * machine: but one that lives writes on.
 */
export function sweepDrafts(file: string): void {
  const folder = path.dirname(file);
  const start = startOfDrafts(file);
  for (const name of namesIn(folder)) {
    if (!name.startsWith(start) || !name.endsWith(END)) continue;
    const draft = path.join(folder, name);
    if (mark.test(name.slice(start.length, -END.length)) && isLeft(draft)) removeDraft(draft);
  }
}

/** Where it may not be removed, neither may a new one be written, which is told. */
export function removeDraft(draft: string): void {
  try {
    rmSync(draft, { force: true });
  } catch {
    // It harms nobody.
  }
}

const END = '.plant-store.tmp';
const MARK_BYTES = 8;
const mark = /^[\da-f]{16}$/;

/** File systems take names of 255 bytes. */
const LONGEST_NAME = 200;

function startOfDrafts(file: string): string {
  const name = path.basename(file);
  const isShort = Buffer.byteLength(name) <= LONGEST_NAME;
  return `.${isShort ? name : createHash('sha256').update(name).digest('hex')}.`;
}

const LEFT_AFTER_MS = 600_000;

function isLeft(draft: string): boolean {
  try {
    return Date.now() - statSync(draft).mtimeMs > LEFT_AFTER_MS;
  } catch {
    return false;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
