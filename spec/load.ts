/** The door of this layer: reads an OpenAPI document, refuses an invalid one with its place, and makes the Contract. */
import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import SwaggerParser from '@apidevtools/swagger-parser';
import { KitError } from '../errors.ts';
import { buildContract } from './build-contract.ts';
import { refuseInconsistent } from './consistency.ts';
import type { Contract } from './contract.ts';
import { isJsonObject, isNumeric, type Json, type JsonObject } from './exact-json.ts';
import { isGitUrl } from './git-source.ts';
import { follow, type Node, placeOf, refOf, step, target, urlOfRef, whereOf } from './nodes.ts';
import { forPackagedSchemas } from './packaged-schemas.ts';
import {
  parseSource,
  readSource,
  type SourceFile,
  sourceUrl,
  splitPointer,
  toJson,
  withDoubles,
} from './source.ts';
import { explainSchemaErrors } from './spec-errors.ts';

/** `source` is a path, an http(s) URL or `git:REF:path`. Throws a KitError that names file and line. */
export async function loadContract(source: string): Promise<Contract> {
  const url = await sourceUrl(source);
  return readContract(url, await readSource(url));
}

/** From a text at hand; relative references start from `url`. Throws as `loadContract` does. */
export async function readContract(url: string, text: string): Promise<Contract> {
  const main = parseSource(url, text);
  const openapi = versionOf(main);
  refuseIncomplete(main, openapi);
  const files = new Map([[url, main]]);
  const document = await bundle(main, files);
  const broken = brokenRef([...files.values()].flatMap(refsIn), files);
  if (broken !== undefined) throw broken;
  await refuseInvalid(document, main, files);
  const root: Node = { file: main, pointer: '', value: main.value };
  const parts = buildContract(files, root, openapi);
  refuseInconsistent(parts.operations);
  return {
    file: main.name,
    sha256: createHash('sha256').update(main.text).digest('hex'),
    openapi,
    title: infoText(root, 'title'),
    version: infoText(root, 'version'),
    place: placeOf(root),
    document,
    sources: new Map([...files.values()].map((file) => [file.name, file.text])),
    ...parts,
  };
}

function versionOf(main: SourceFile): '3.0' | '3.1' {
  const root: Node = { file: main, pointer: '', value: main.value };
  if (!isJsonObject(main.value)) {
    throw new KitError('spec-invalid', 'an OpenAPI document is an object', { where: `${main.name}:1` });
  }
  const { value } = step(root, 'openapi');
  const [, version] = /^(3\.0(?=\.[0-4]$)|3\.1(?=\.[0-2]$))/.exec(String(value)) ?? [];
  if (version === '3.0' || version === '3.1') return version;
  if (value === undefined && main.value['swagger'] !== undefined) {
    throw new KitError('spec-version', `swagger: ${String(main.value['swagger'])}`, {
      where: whereOf(step(root, 'swagger')),
    });
  }
  throw new KitError(
    'spec-version',
    value === undefined ? 'no "openapi" field' : `openapi: ${String(value)}`,
    {
      where: whereOf(step(root, 'openapi')),
    },
  );
}

/** What swagger-parser checks while it reads, where it could only be reported as a fault of reading. */
function refuseIncomplete(main: SourceFile, openapi: '3.0' | '3.1'): void {
  const root: Node = { file: main, pointer: '', value: main.value };
  const has = (key: string) => step(root, key).value !== undefined;
  if (!has('paths') && !(openapi === '3.1' && has('webhooks'))) {
    throw new KitError('spec-invalid', 'the document: "paths" is missing', { where: whereOf(root) });
  }
  const version = step(step(root, 'info'), 'version');
  if (isNumeric(version.value)) {
    throw new KitError('spec-invalid', '/info/version: must be string; put it in quotes', {
      where: whereOf(version),
    });
  }
}

/** Reads every file that a reference names, each through our own reader, and brings it all into one document. */
async function bundle(main: SourceFile, files: Map<string, SourceFile>): Promise<JsonObject> {
  const failed: string[] = [];
  const read = async (url: string) => {
    try {
      const known = files.get(url) ?? parseSource(url, await readSource(await allowed(url, main)));
      files.set(url, known);
      return withDoubles(known.value);
    } catch (error) {
      failed.push(url);
      throw error;
    }
  };
  try {
    await SwaggerParser.resolve(opaque(main.url), readingWith(read));
    // A bundle follows every reference, one in another, which a large document makes too deep; one file needs none.
    const isAlone = refsIn(main).every((node) => refOf(node)?.startsWith('#'));
    if (isAlone) return documentOf(withDoubles(main.value), main);
    return documentOf(await SwaggerParser.bundle(opaque(main.url), readingWith(read)), main);
  } catch (error) {
    throw refError(error, failed[0], main, files);
  }
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

function documentOf(value: unknown, main: SourceFile): JsonObject {
  const document = toJson(value);
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

function refError(
  error: unknown,
  failed: string | undefined,
  main: SourceFile,
  files: ReadonlyMap<string, SourceFile>,
): KitError {
  const cause = kitErrorIn(error);
  if (cause?.code === 'spec-syntax') return cause;
  const refs = [...files.values()].flatMap(refsIn);
  if (cause === undefined) return brokenRef(refs, files) ?? unexplained(error, main);
  const culprit = refs.find((node) => urlOfRef(node, refOf(node) ?? '') === failed);
  const where = culprit === undefined ? brokenRef(refs, files)?.where : whereOf(step(culprit, '$ref'));
  return new KitError('spec-ref', cause.detail, { where: where ?? main.name, cause: error });
}

/** swagger-parser wraps what a reader throws; ours says more. */
function kitErrorIn(error: unknown): KitError | undefined {
  if (error instanceof KitError) return error;
  if (!(error instanceof Error)) return undefined;
  return kitErrorIn(error.cause) ?? ('error' in error ? kitErrorIn(error.error) : undefined);
}

/** The nodes of a file that hold a `$ref`, in the order of their lines. */
function refsIn(file: SourceFile): readonly Node[] {
  const root: Node = { file, pointer: '', value: file.value };
  return [...file.lines.keys()]
    .filter((pointer) => pointer.endsWith('/$ref'))
    .map((pointer) => splitPointer(pointer).slice(0, -1).reduce(step, root))
    .filter((node) => refOf(node) !== undefined);
}

/** The complaint about the first reference that leads nowhere. */
function brokenRef(refs: readonly Node[], files: ReadonlyMap<string, SourceFile>): KitError | undefined {
  for (const node of refs) {
    try {
      target(files, node, refOf(node) ?? '');
    } catch (error) {
      if (error instanceof KitError) return error;
    }
  }
  return undefined;
}

function unexplained(error: unknown, main: SourceFile): KitError {
  const detail =
    error instanceof RangeError ? TOO_DEEP : error instanceof Error ? error.message : String(error);
  return new KitError('spec-invalid', detail, { where: main.name, cause: error });
}

const TOO_DEEP = 'its parts are nested, or its references lead on, too deep to be followed';

async function refuseInvalid(
  document: JsonObject,
  main: SourceFile,
  files: ReadonlyMap<string, SourceFile>,
): Promise<void> {
  try {
    // Not dereferenced: shared parts would be judged once per path to them, and a deep document not at all.
    const options = {
      ...readingWith(async () => structuredClone(forPackagedSchemas(document))),
      dereference: asItStands,
    };
    await SwaggerParser.validate(opaque(main.url), options);
  } catch (error) {
    const root: Node = { file: main, pointer: '', value: main.value };
    const { message, pointer } = explainSchemaErrors(error);
    throw new KitError('spec-invalid', message, {
      where: whereOf(nearest(files, root, pointer)),
      cause: error,
    });
  }
}

const asItStands = { excludedPathMatcher: () => true };

/** The node at a pointer into the bundled document, or the nearest around it, in the file where it was written. */
function nearest(files: ReadonlyMap<string, SourceFile>, root: Node, pointer: string): Node {
  let node = root;
  for (const key of splitPointer(pointer)) {
    const next = step(follow(files, node), key);
    if (next.value === undefined) return node;
    node = next;
  }
  return node;
}

function infoText(root: Node, key: string): string {
  const { value } = step(step(root, 'info'), key);
  return typeof value === 'string' ? value : String(value ?? '');
}
