/** The door of this layer: reads an OpenAPI document, refuses an invalid one with its place, and makes the Contract. */
import { createHash } from 'node:crypto';
import { KitError } from '../errors.ts';
import { buildContract } from './compiling/build-contract.ts';
import { refuseInconsistent } from './compiling/consistency.ts';
import { schemaErrorsIn } from './compiling/document-schema.ts';
import { forPackagedSchemas } from './compiling/packaged-schemas.ts';
import { explainSchemaErrors } from './compiling/spec-errors.ts';
import type { Contract } from './contract.ts';
import { isJsonObject, isNumeric, type JsonObject } from './exact-json.ts';
import { splitPointer } from './pointer.ts';
import { bundle } from './refs/bundle.ts';
import { follow, type Node, placeOf, step, whereOf } from './refs/nodes.ts';
import { brokenRef, refsIn } from './refs/refs.ts';
import { parseSource, readSource, sourceUrl } from './source/source.ts';
import type { SourceFile } from './source/source-file.ts';

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
  await refuseInvalid({ document, openapi }, main, files);
  const root: Node = { file: main, pointer: '', value: main.value };
  const { findUnsupported, ...parts } = buildContract(files, root, openapi);
  let unsupported: Contract['unsupported'];
  refuseInconsistent(parts.operations);
  return {
    file: main.name,
    sha256: createHash('sha256').update(main.text).digest('hex'),
    openapi,
    title: infoText(root, 'title'),
    version: infoText(root, 'version'),
    place: placeOf(root),
    document,
    sources: sourcesOf(main, [...files.values()]),
    ...parts,
    get unsupported() {
      unsupported ??= findUnsupported();
      return unsupported;
    },
  };
}

/** The document first. The others come in the order in which they were read, which is another one each time. */
function sourcesOf(main: SourceFile, files: readonly SourceFile[]): ReadonlyMap<string, string> {
  const others = files.filter((file) => file !== main).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return new Map([main, ...others].map(({ name, text }) => [name, text]));
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

async function refuseInvalid(
  { document, openapi }: { readonly document: JsonObject; readonly openapi: '3.0' | '3.1' },
  main: SourceFile,
  files: ReadonlyMap<string, SourceFile>,
): Promise<void> {
  const errors = await schemaErrorsIn(forPackagedSchemas(document), openapi);
  if (errors.length === 0) return;
  const root: Node = { file: main, pointer: '', value: main.value };
  const { message, pointer } = explainSchemaErrors(errors);
  throw new KitError('spec-invalid', message, { where: whereOf(nearest(files, root, pointer)) });
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
