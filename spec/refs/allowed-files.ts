/** Restricts which files and URLs the references of a document may reach. */
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { KitError } from '../../errors.ts';
import { isGitUrl } from '../source/git-url.ts';
import { readSource } from '../source/read-source.ts';
import type { SourceFile } from '../source/source-file.ts';

/**
 * Reads files that the document may refer to; `refRoot` is a folder that references of a local document may reach, in
 * addition to its own. Throws `option-invalid` for a document that has no folder of this machine; the reader throws
 * `spec-ref` and the errors of `readSource`.
 */
export function createAllowedReader(main: SourceFile, refRoot: string | undefined): (url: string) => Promise<string> {
  const bases = allowedBases(main, refRoot);
  return async (url) => readSource(await requireAllowedUrl(url, main, bases));
}

/**
 * Restricts references: those of a local document to its folder and subfolders, those of a commit to the same commit,
 * those of a remote document to the same origin. An untrusted document must not read this machine's files or reach its
 * network.
 */
async function requireAllowedUrl(url: string, main: SourceFile, bases: readonly string[]): Promise<string> {
  const isLocal = main.url.startsWith('file:');
  for (const base of bases) if (url.startsWith(base) && (!isLocal || (await isInsideFolder(url, base)))) return url;
  const isFile = isLocal && url.startsWith('file:');
  throw new KitError('spec-ref', `a reference to ${url} is not allowed: it is outside ${bases.join(' and ')}`, {
    where: main.name,
    ...(isFile && { fix: 'If you trust the document, give the folder that contains both with --ref-root DIR.' }),
  });
}

/** Throws `option-invalid` for a document that has no folder of this machine. */
function allowedBases({ url, name }: SourceFile, refRoot: string | undefined): readonly string[] {
  const isLocal = url.startsWith('file:');
  const own = isLocal || isGitUrl(url) ? new URL('.', url).href : `${new URL(url).origin}/`;
  if (refRoot === undefined) return [own];
  if (isLocal) return [own, pathToFileURL(`${path.resolve(refRoot)}${path.sep}`).href];
  throw new KitError('option-invalid', `--ref-root ${refRoot}: expected a document in a file, got ${name}`);
}

/** Resolves symbolic links; for a file that does not exist the reader reports the error. */
async function isInsideFolder(url: string, base: string): Promise<boolean> {
  const realPath = await realpath(fileURLToPath(url)).catch(() => undefined);
  return realPath === undefined || realPath.startsWith(`${await realpath(fileURLToPath(base))}${path.sep}`);
}
