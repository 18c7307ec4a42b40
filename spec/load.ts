/** The door of this layer: reads an OpenAPI document, refuses an invalid one with its place, and makes the Contract. */
import { createHash } from 'node:crypto';
import SwaggerParser from '@apidevtools/swagger-parser';
import { KitError } from '../errors.ts';
import { buildContract } from './build-contract.ts';
import { refuseInconsistent } from './consistency.ts';
import type { Contract } from './contract.ts';
import { isJsonObject, type Json, type JsonObject } from './exact-json.ts';
import { follow, type Node, placeOf, step, whereOf } from './nodes.ts';
import {
  parseSource,
  readSource,
  type SourceFile,
  splitPointer,
  toJson,
  toUrl,
  withDoubles,
} from './source.ts';
import { explainSchemaErrors } from './spec-errors.ts';

/** `source` is a path or an http(s) URL. Throws a KitError that names file and line. */
export async function loadContract(source: string): Promise<Contract> {
  const url = toUrl(source);
  const main = parseSource(url, await readSource(url));
  const openapi = versionOf(main);
  const files = new Map([[url, main]]);
  const document = await bundle(main, files);
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
  const [, version] = /^(3\.[01])\.\d+/.exec(String(value)) ?? [];
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

/** Reads every file that a reference names, each through our own reader, and brings it all into one document. */
async function bundle(main: SourceFile, files: Map<string, SourceFile>): Promise<JsonObject> {
  const read = async (url: string) => {
    const known = files.get(url) ?? parseSource(url, await readSource(allowed(url, main)));
    files.set(url, known);
    return withDoubles(known.value);
  };
  try {
    return documentOf(await SwaggerParser.bundle(main.url, readingWith(read)), main);
  } catch (error) {
    throw refError(error, main, files);
  }
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
      kit: { order: 1, canParse: true, parse: (file: { url: string }) => read(toUrl(file.url)) },
    },
  };
}

function documentOf(value: unknown, main: SourceFile): JsonObject {
  const document = toJson(value);
  if (isJsonObject(document)) return document;
  throw new KitError('spec-invalid', 'an OpenAPI document is an object', { where: `${main.name}:1` });
}

/**
 * What a reference may reach: from a local document the files in its folder and below, from a remote one the same
 * origin. A document from somebody else must not read this machine's files or call its network.
 */
function allowed(url: string, main: SourceFile): string {
  const base = main.url.startsWith('file:') ? new URL('.', main.url).href : `${new URL(main.url).origin}/`;
  if (url.startsWith(base)) return url;
  throw new KitError('spec-ref', `a reference may not reach ${url}: it lies outside ${base}`, {
    where: main.name,
  });
}

function refError(error: unknown, main: SourceFile, files: ReadonlyMap<string, SourceFile>): KitError {
  const cause = kitErrorIn(error);
  const detail = error instanceof Error ? error.message : String(error);
  const named = /"([^"]+)"|Token "([^"]+)"/.exec(detail)?.[1] ?? '';
  const where = placeOfRef([...files.values()], cause === undefined ? named : cause.detail) ?? main.name;
  if (cause !== undefined) return new KitError('spec-ref', cause.detail, { where, cause: error });
  return new KitError('spec-ref', detail, { where, cause: error });
}

/** swagger-parser wraps what a reader throws; ours says more. */
function kitErrorIn(error: unknown): KitError | undefined {
  if (error instanceof KitError) return error;
  if (!(error instanceof Error)) return undefined;
  return kitErrorIn(error.cause) ?? ('error' in error ? kitErrorIn(error.error) : undefined);
}

/** The line of the first `$ref` whose target the message names. */
function placeOfRef(files: readonly SourceFile[], message: string): string | undefined {
  for (const file of files) {
    for (const [pointer, line] of file.lines) {
      if (!pointer.endsWith('/$ref')) continue;
      const ref = splitPointer(pointer).reduce<Node>((node, key) => step(node, key), {
        file,
        pointer: '',
        value: file.value,
      });
      const name = String(ref.value).split('#')[0]?.split('/').at(-1) ?? '';
      if ((name !== '' && message.includes(name)) || message.includes(String(ref.value)))
        return `${file.name}:${line}`;
    }
  }
  return undefined;
}

async function refuseInvalid(
  document: JsonObject,
  main: SourceFile,
  files: ReadonlyMap<string, SourceFile>,
): Promise<void> {
  try {
    const options = readingWith(async () => structuredClone(document));
    await SwaggerParser.validate(main.url, { ...options, dereference: { circular: 'ignore' } });
  } catch (error) {
    const root: Node = { file: main, pointer: '', value: main.value };
    const { message, pointer } = explainSchemaErrors(error);
    throw new KitError('spec-invalid', message, {
      where: whereOf(nearest(files, root, pointer)),
      cause: error,
    });
  }
}

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
