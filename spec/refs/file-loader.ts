/** Reads the files that a document refers to, and restricts which files and URLs references may reach. */
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { KitError } from '../../errors.ts';
import { isGitUrl } from '../source/git-source.ts';
import { parseSource, readSource } from '../source/read-source.ts';
import type { SourceFile } from '../source/source-file.ts';
import { findRefs } from './broken-refs.ts';
import { getRef, type Node, refFileUrl } from './nodes.ts';
import { isInternalRef } from './pointer-refs.ts';

export interface FileLoader {
  readonly main: SourceFile;
  /** By URL; each file is read once. */
  readonly files: Map<string, SourceFile>;
  /** Why a file could not be read, by its URL. */
  readonly readErrors: Map<string, KitError>;
  /** Adds the file to `files`, or the error to `readErrors`. Throws the errors of `readSource` and `parseSource`. */
  load(url: string): Promise<SourceFile>;
}

export interface FileLoaderOptions {
  readonly parse?: typeof parseSource;
  /** A folder that references of a local document may reach, in addition to its own. */
  readonly refRoot?: string | undefined;
}

export function createFileLoader(
  main: SourceFile,
  { parse = parseSource, refRoot }: FileLoaderOptions = {},
): FileLoader {
  const bases = allowedBases(main, refRoot);
  const files = new Map([[main.url, main]]);
  const readErrors = new Map<string, KitError>();
  return {
    ...{ main, files, readErrors },
    async load(url) {
      try {
        const loaded = files.get(url) ?? parse(url, await readSource(await requireAllowedUrl(url, main, bases)));
        files.set(url, loaded);
        return loaded;
      } catch (error) {
        if (error instanceof KitError) readErrors.set(url, error);
        throw error;
      }
    },
  };
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

/** Reads all files that the files so far refer to, directly or through others, also after a failure. */
export async function loadReferencedFiles(
  { files, readErrors, load }: Pick<FileLoader, 'files' | 'readErrors' | 'load'>,
  attempted: ReadonlySet<string> = new Set([...files.keys(), ...readErrors.keys()]),
): Promise<void> {
  const remaining = new Set([...files.values()].flatMap(referencedUrls)).difference(attempted);
  if (remaining.size === 0) return;
  await Promise.allSettled([...remaining].map(load));
  return loadReferencedFiles({ files, readErrors, load }, attempted.union(remaining));
}

function referencedUrls(file: SourceFile): readonly string[] {
  return findRefs(file).flatMap((node) => {
    const ref = getRef(node) ?? '';
    return isSameFileRef(node, ref) ? [] : (refFileUrl(node, ref) ?? []);
  });
}

export function isSameFileRef({ file, pointer }: Node, ref: string): boolean {
  return ref.startsWith('#') || isInternalRef(file, pointer, ref);
}
