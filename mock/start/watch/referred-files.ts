/** The files that a broken document leads to, there or not: an edit of any of them may mend it. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const MOST_FILES = 1_000;

/** Absolute paths, `main` included; only those in its folder and below, as a contract may reach no others. */
export async function referredFiles(main: string): Promise<ReadonlySet<string>> {
  const folder = `${path.dirname(main)}${path.sep}`;
  const found = new Set([main]);
  for (const file of found) {
    for (const referred of await refsIn(file)) {
      if (referred.startsWith(folder) && found.size < MOST_FILES) found.add(referred);
    }
  }
  return found;
}

/** Read as text, since it may not be YAML at the moment. */
async function refsIn(file: string): Promise<readonly string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const refs = text.matchAll(/["']?\$ref["']?\s*:\s*["']?([^"'#\s,}]+)/g);
  return [...refs].map(([, ref = '']) => path.resolve(path.dirname(file), decoded(ref)));
}

/** References are URLs: `a%20b.yaml`. */
function decoded(ref: string): string {
  try {
    return decodeURIComponent(ref);
  } catch {
    return ref;
  }
}
