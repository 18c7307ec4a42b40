/**
 * Bundles the files of a document into one with swagger-parser, and restricts which files and URLs references may
 * reach.
 */
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { combineErrors, KitError } from '../../errors.ts';
import { roundToDoubles, roundToDoublesIfNeeded, toJson } from '../json/convert-json.ts';
import { isJsonObject, type Json, type JsonObject } from '../json/exact-json.ts';
import { isGitUrl } from '../source/git-source.ts';
import { parseSource, readSource } from '../source/read-source.ts';
import type { SourceFile } from '../source/source-file.ts';
import { brokenRefsError, findRefs } from './broken-refs.ts';
import { getRef, type Node, refFileUrl } from './nodes.ts';
import { isInternalRef, withPointerRefs } from './pointer-refs.ts';

/**
 * Reads every referenced file, each through this kit's reader, and bundles them into one document. Adds them to
 * `files`, by URL. Throws `spec-ref`, `spec-syntax` and `spec-invalid`, located at the reference that causes it, if
 * there is one.
 */
export async function bundleDocument(main: SourceFile, files: Map<string, SourceFile>): Promise<JsonObject> {
  const readErrors = new Map<string, KitError>();
  const loadFile = async (url: string) => {
    try {
      const loaded = files.get(url) ?? parseSource(url, await readSource(await requireAllowedUrl(url, main)));
      files.set(url, loaded);
      return loaded;
    } catch (error) {
      if (error instanceof KitError) readErrors.set(url, error);
      throw error;
    }
  };
  const read = async (url: string) => roundToDoubles(withPointerRefs(await loadFile(url)));
  try {
    // Bundling resolves references recursively, too deep for a large document; a single file does not need it.
    const isSingleFile = findRefs(main).every((node) => isSameFileRef(node, getRef(node) ?? ''));
    if (isSingleFile) return requireObject(roundToDoublesIfNeeded(withPointerRefs(main)), main);
    const { default: SwaggerParser } = await import('@apidevtools/swagger-parser');
    await SwaggerParser.resolve(toOpaqueUrl(main.url), createParserOptions(read));
    return requireObject(toJson(await SwaggerParser.bundle(toOpaqueUrl(main.url), createParserOptions(read))), main);
  } catch (error) {
    const cause = findKitError(error);
    await readRemainingFiles(loadFile, files, new Set([...files.keys(), ...readErrors.keys()]));
    // By URL: the order in which files are read varies between runs.
    const readErrorsByUrl = [...readErrors].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, readError]) => readError);
    const syntaxErrors = readErrorsByUrl.filter(({ code }) => code === 'spec-syntax');
    const refError = brokenRefsError([...files.values()].flatMap(findRefs), files, readErrors);
    const found = combineErrors([...syntaxErrors, ...(refError === undefined ? [] : [refError])]);
    throw found ?? cause ?? toSpecError(error, main);
  }
}

function isSameFileRef({ file, pointer }: Node, ref: string): boolean {
  return ref.startsWith('#') || isInternalRef(file, pointer, ref);
}

/** swagger-parser encodes file URLs twice and rewrites the servers of http documents, so it only gets opaque URLs. */
function toOpaqueUrl(url: string): string {
  return `kit${url}`;
}

function fromOpaqueUrl(url: string): string {
  const bare = url.replace(/^kit/, '');
  return URL.canParse(bare) ? new URL(bare).href : bare;
}

/** Disables the readers and parsers of swagger-parser: every file is read by `read`, by its URL. */
function createParserOptions(read: (url: string) => Promise<Json>) {
  return {
    resolve: {
      file: false,
      http: false,
      kit: { order: 1, canRead: true, read: (file: { url: string }) => file.url },
    },
    parse: {
      json: false,
      yaml: false,
      text: false,
      binary: false,
      kit: { order: 1, canParse: true, parse: (file: { url: string }) => read(fromOpaqueUrl(file.url)) },
    },
  };
}

function requireObject(document: Json, main: SourceFile): JsonObject {
  if (isJsonObject(document)) return document;
  throw new KitError('spec-invalid', 'an OpenAPI document must be an object', { where: `${main.name}:1` });
}

/**
 * Restricts references: those of a local document to its folder and subfolders, those of a commit to the same commit,
 * those of a remote document to the same origin. An untrusted document must not read this machine's files or reach its
 * network.
 */
async function requireAllowedUrl(url: string, main: SourceFile): Promise<string> {
  const isLocal = main.url.startsWith('file:');
  const base = isLocal || isGitUrl(main.url) ? new URL('.', main.url).href : `${new URL(main.url).origin}/`;
  if (url.startsWith(base) && (!isLocal || (await isInsideFolder(url, base)))) return url;
  throw new KitError('spec-ref', `a reference to ${url} is not allowed: it is outside ${base}`, {
    where: main.name,
  });
}

/** Resolves symbolic links; for a file that does not exist the reader reports the error. */
async function isInsideFolder(url: string, base: string): Promise<boolean> {
  const realPath = await realpath(fileURLToPath(url)).catch(() => undefined);
  return realPath === undefined || realPath.startsWith(`${await realpath(fileURLToPath(base))}${path.sep}`);
}

/** After a failure, reads the remaining files, so that all broken references are reported together. */
async function readRemainingFiles(
  loadFile: (url: string) => Promise<SourceFile>,
  files: ReadonlyMap<string, SourceFile>,
  attempted: ReadonlySet<string>,
): Promise<void> {
  const remaining = new Set([...files.values()].flatMap(referencedUrls)).difference(attempted);
  if (remaining.size === 0) return;
  await Promise.allSettled([...remaining].map(loadFile));
  return readRemainingFiles(loadFile, files, attempted.union(remaining));
}

function referencedUrls(file: SourceFile): readonly string[] {
  return findRefs(file).flatMap((node) => {
    const ref = getRef(node) ?? '';
    return isSameFileRef(node, ref) ? [] : (refFileUrl(node, ref) ?? []);
  });
}

/** swagger-parser wraps the errors of a reader; this kit's error is more specific. */
function findKitError(error: unknown): KitError | undefined {
  if (error instanceof KitError) return error;
  if (!(error instanceof Error)) return undefined;
  return findKitError(error.cause) ?? ('error' in error ? findKitError(error.error) : undefined);
}

function toSpecError(error: unknown, main: SourceFile): KitError {
  const detail = error instanceof RangeError ? TOO_DEEP : error instanceof Error ? error.message : String(error);
  return new KitError('spec-invalid', detail, { where: main.name, cause: error });
}

const TOO_DEEP = 'its parts or references are nested too deep';
