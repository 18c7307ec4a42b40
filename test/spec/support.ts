/** Helpers of the tests of `spec/`: schemas and documents from text, and load errors. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { KitError } from '../../errors.ts';
import { createSchemaBuilder } from '../../spec/compiling/build-schema.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject, parseJson } from '../../spec/json/exact-json.ts';
import { loadContract } from '../../spec/loading/load-contract.ts';
import type { Contract } from '../../spec/model/contract.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { parseSource } from '../../spec/source/read-source.ts';

/** Returns the schema of a YAML or JSON text, which may contain `$defs`. */
export function parseSchema(text: string, openapi: '3.0' | '3.1' = '3.1'): Schema {
  const file = parseSource('file:///schema.yaml', text);
  return createSchemaBuilder(new Map([[file.url, file]]), openapi).build({
    file,
    pointer: '',
    value: file.value,
  });
}

/** The value of a JSON text, integers exact. */
export function json(text: string): Json {
  const parsed = parseJson(text);
  if (parsed.ok) return parsed.value;
  throw new Error(parsed.reason);
}

/** Creates a folder with these files, which is deleted after the test. */
export function writeFolder(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'plant-store-spec-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

/** Loads `text` as a file, together with other files that it may reference. */
export function loadText(
  text: string | Uint8Array,
  files: Readonly<Record<string, string>> = {},
  name = 'doc.yaml',
): Promise<Contract> {
  return loadContract(path.join(writeFolder({ ...files, [name]: text }), name));
}

/** Returns a document with the schema as its only request body; `rest` follows its paths. */
export function documentWith(schema: string, openapi: string, rest = ''): string {
  return `openapi: ${openapi}
info: {title: T, version: "1"}
paths:
  /a:
    post:
      requestBody:
        content:
          application/json:
            schema:
${schema.replaceAll(/^/gm, '              ')}
      responses:
        '200': {description: ok}
${rest}`;
}

export interface LoadErrorFields {
  readonly code: string;
  readonly detail: string;
  /** File name without its folder, and line: `doc.yaml:7`; empty if there is none. */
  readonly where: string;
  readonly fix: string;
}

/** Returns the load error; any error but a KitError fails the test. */
export async function loadErrorOf(loading: Promise<unknown>): Promise<LoadErrorFields> {
  try {
    await loading;
  } catch (error) {
    if (!(error instanceof KitError)) throw error;
    const where = error.where === undefined ? '' : path.basename(error.where);
    return { code: error.code, detail: error.detail, where, fix: error.fix };
  }
  throw new Error('the document was not rejected');
}

/** The number of the line that ends in the marker `#!`. */
export function markedLine(text: string): number {
  const index = text.split(/\r?\n/).findIndex((line) => line.endsWith('#!'));
  if (index < 0) throw new Error('no line is marked');
  return index + 1;
}

/** Returns the value at a path; undefined if it does not exist. */
export function valueAt(value: Json | undefined, at: readonly (string | number)[]): Json | undefined {
  return at.reduce<Json | undefined>((part, key) => {
    if (isJsonArray(part)) return part[Number(key)];
    return isJsonObject(part) && Object.hasOwn(part, key) ? part[key] : undefined;
  }, value);
}

/** Returns a copy with the value at the path replaced, or removed if it is undefined. */
export function changed(
  value: Json | undefined,
  [key, ...rest]: readonly (string | number)[],
  replacement: Json | undefined,
): Json {
  if (key === undefined) throw new Error('the path is empty');
  const inner = rest.length === 0 ? replacement : changed(valueAt(value, [key]), rest, replacement);
  if (isJsonArray(value)) {
    const index = Number(key);
    return inner === undefined ? value.toSpliced(index, 1) : value.toSpliced(index, 1, inner);
  }
  const { [String(key)]: _old, ...others }: JsonObject = isJsonObject(value) ? value : {};
  return inner === undefined ? others : { ...others, [String(key)]: inner };
}
