/** The files of a document as one, by way of swagger-parser. What a reference may reach is decided here. */
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { KitError } from '../../errors.ts';
import { inDoubles, toJson, withDoubles } from '../json/copies.ts';
import { isJsonObject, type Json, type JsonObject } from '../json/exact-json.ts';
import { isGitUrl } from '../source/git-source.ts';
import { parseSource, readSource } from '../source/source.ts';
import type { SourceFile } from '../source/source-file.ts';
import { type Node, refOf, urlOfRef } from './nodes.ts';
import { isWithin, plainValue } from './plain-refs.ts';
import { brokenRefs, refsIn } from './refs.ts';

/**
 * Reads every file that a reference names, each through our own reader, and brings it all into one document. Puts them
 * into `files`, by their URLs. Throws `spec-ref`, `spec-syntax` and `spec-invalid`, at the reference where one is to blame.
 */
export async function bundle(main: SourceFile, files: Map<string, SourceFile>): Promise<JsonObject> {
  const unread = new Map<string, KitError>();
  const fileAt = async (url: string) => {
    try {
      const known = files.get(url) ?? parseSource(url, await readSource(await allowed(url, main)));
      files.set(url, known);
      return known;
    } catch (error) {
      if (error instanceof KitError) unread.set(url, error);
      throw error;
    }
  };
  const read = async (url: string) => withDoubles(plainValue(await fileAt(url)));
  try {
    // A bundle follows every reference, one in another, which a large document makes too deep; one file needs none.
    const isAlone = refsIn(main).every((node) => staysWithin(node, refOf(node) ?? ''));
    if (isAlone) return documentOf(inDoubles(plainValue(main)), main);
    const { default: SwaggerParser } = await import('@apidevtools/swagger-parser');
    await SwaggerParser.resolve(opaque(main.url), readingWith(read));
    return documentOf(toJson(await SwaggerParser.bundle(opaque(main.url), readingWith(read))), main);
  } catch (error) {
    const cause = kitErrorIn(error);
    if (cause?.code === 'spec-syntax') throw cause;
    await readTheRest(fileAt, files, new Set([...files.keys(), ...unread.keys()]));
    throw brokenRefs([...files.values()].flatMap(refsIn), files, unread) ?? cause ?? unexplained(error, main);
  }
}

function staysWithin({ file, pointer }: Node, ref: string): boolean {
  return ref.startsWith('#') || isWithin(file, pointer, ref);
}

/** swagger-parser encodes file URLs twice and rewrites the servers of http documents: it is shown neither. */
function opaque(url: string): string {
  return `kit${url}`;
}

function plain(url: string): string {
  const bare = url.replace(/^kit/, '');
  return URL.canParse(bare) ? new URL(bare).href : bare;
}

/** swagger-parser's own readers and parsers are off: every file comes through `read`, by its URL. */
function readingWith(read: (url: string) => Promise<Json>) {
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
      kit: { order: 1, canParse: true, parse: (file: { url: string }) => read(plain(file.url)) },
    },
  };
}

function documentOf(document: Json, main: SourceFile): JsonObject {
  if (isJsonObject(document)) return document;
  throw new KitError('spec-invalid', 'an OpenAPI document is an object', { where: `${main.name}:1` });
}

/**
 * What a reference may reach: from a local document the files in its folder and below, from one of a commit those of
 * the same commit, from a remote one the same origin. A document from somebody else must not read this machine's files or call its network.
 */
async function allowed(url: string, main: SourceFile): Promise<string> {
  const isLocal = main.url.startsWith('file:');
  const base = isLocal || isGitUrl(main.url) ? new URL('.', main.url).href : `${new URL(main.url).origin}/`;
  if (url.startsWith(base) && (!isLocal || (await staysBelow(url, base)))) return url;
  throw new KitError('spec-ref', `a reference may not reach ${url}: it lies outside ${base}`, {
    where: main.name,
  });
}

/** Past symbolic links; a file that is not there is for the reader to tell. */
async function staysBelow(url: string, base: string): Promise<boolean> {
  const real = await realpath(fileURLToPath(url)).catch(() => undefined);
  return real === undefined || real.startsWith(`${await realpath(fileURLToPath(base))}${path.sep}`);
}

/** After a failure: what it kept from being read, so that all references that lead nowhere are told at once. */
async function readTheRest(
  fileAt: (url: string) => Promise<SourceFile>,
  files: ReadonlyMap<string, SourceFile>,
  tried: ReadonlySet<string>,
): Promise<void> {
  const rest = new Set([...files.values()].flatMap(filesNamedIn)).difference(tried);
  if (rest.size === 0) return;
  await Promise.allSettled([...rest].map(fileAt));
  return readTheRest(fileAt, files, tried.union(rest));
}

function filesNamedIn(file: SourceFile): readonly string[] {
  return refsIn(file).flatMap((node) => {
    const ref = refOf(node) ?? '';
    return staysWithin(node, ref) ? [] : (urlOfRef(node, ref) ?? []);
  });
}

/** swagger-parser wraps what a reader throws; ours says more. */
function kitErrorIn(error: unknown): KitError | undefined {
  if (error instanceof KitError) return error;
  if (!(error instanceof Error)) return undefined;
  return kitErrorIn(error.cause) ?? ('error' in error ? kitErrorIn(error.error) : undefined);
}

function unexplained(error: unknown, main: SourceFile): KitError {
  const detail =
    error instanceof RangeError ? TOO_DEEP : error instanceof Error ? error.message : String(error);
  return new KitError('spec-invalid', detail, { where: main.name, cause: error });
}

const TOO_DEEP = 'its parts are nested, or its references lead on, too deep to be followed';
