/** Writes the changelog of two contracts in the format that the name of its file says. */
import path from 'node:path';
import { KitError } from '../../../errors.ts';
import { writeFileAtomically } from '../../../spec/files/atomic-write.ts';
import type { Changelog } from './changelog-data.ts';

/** Each imported only if a file has its ending. */
const writers: ReadonlyMap<string, () => Promise<(changelog: Changelog) => string>> = new Map([
  ['.md', async () => (await import('./markdown-changelog.ts')).markdownChangelog],
  ['.html', async () => (await import('./html-changelog.ts')).htmlChangelog],
]);

/** Throws `option-invalid` for another ending than .md and .html; call it before the work. */
export function checkChangelogFile(file: string, option: string): void {
  if (writers.has(path.extname(file).toLowerCase())) return;
  throw new KitError(
    'option-invalid',
    `${option} ${file}: expected a file that ends in ${[...writers.keys()].join(' or ')}`,
  );
}

/** Throws `file-unwritable`. */
export async function writeChangelog(changelog: Changelog, file: string): Promise<void> {
  const loadWriter = writers.get(path.extname(file).toLowerCase());
  if (loadWriter === undefined) return;
  const text = (await loadWriter())(changelog);
  try {
    await writeFileAtomically(file, text);
  } catch (error) {
    if (error instanceof KitError) throw error;
    throw new KitError('file-unwritable', `${file}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
