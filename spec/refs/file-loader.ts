/** Reads the files that a document refers to. */
import { KitError } from '../../errors.ts';
import type { parseSource } from '../source/parse-source.ts';
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
  /** Adds the file to `files`, or the error to `readErrors`. Throws the errors of `read` and `parseSource`. */
  load(url: string): Promise<SourceFile>;
}

export interface FileLoaderOptions {
  readonly parse: typeof parseSource;
  /** Returns the text at a URL. Throws a KitError if it cannot be read, or if the document must not refer to it. */
  readonly read: (url: string) => Promise<string>;
}

export function createFileLoader(main: SourceFile, { parse, read }: FileLoaderOptions): FileLoader {
  const files = new Map([[main.url, main]]);
  const readErrors = new Map<string, KitError>();
  return {
    ...{ main, files, readErrors },
    async load(url) {
      try {
        const loaded = files.get(url) ?? parse(url, await read(url));
        files.set(url, loaded);
        return loaded;
      } catch (error) {
        if (error instanceof KitError) readErrors.set(url, error);
        throw error;
      }
    },
  };
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
