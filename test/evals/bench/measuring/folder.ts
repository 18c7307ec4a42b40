import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** An empty one; whoever made it takes it away. */
export function createTemporaryFolder(): string {
  return mkdtempSync(path.join(tmpdir(), 'plant-store-bench-'));
}

/** With all that is in it, it is gone when `work` is done. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = createTemporaryFolder();
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
