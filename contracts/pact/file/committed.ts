/** The pacts that this repository keeps: what the consumer tests last recorded on request. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const committedFolder = fileURLToPath(new URL('../../pacts/', import.meta.url));

/** Paths as shown to people: relative to the working directory where that is shorter. Sorted. */
export async function committedPacts(): Promise<readonly string[]> {
  const names = await readdir(committedFolder);
  return names
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => shownPath(path.join(committedFolder, name)));
}

function shownPath(file: string): string {
  const relative = path.relative(process.cwd(), file);
  return relative.startsWith('..') ? file : relative;
}
