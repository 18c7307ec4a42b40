/** A folder for the time of some work, gone afterwards: also when the process is told to end in the middle. */
import { mkdtempSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export async function inTemporaryFolder<T>(prefix: string, work: (folder: string) => Promise<T>): Promise<T> {
  // At once: told to end while it waits, the process would not know of it yet.
  const folder = mkdtempSync(path.join(tmpdir(), prefix));
  const removeAtExit = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeAtExit);
  try {
    return await work(folder);
  } finally {
    process.off('exit', removeAtExit);
    await rm(folder, { recursive: true, force: true });
  }
}
