/** Reads a JSON file that the kit has written. */
import { readFile, stat } from 'node:fs/promises';
import { type ErrorCode, KitError } from '../../errors.ts';
import { isJsonObject, type JsonObject, parseJsonBytes, stringifyJson } from '../../spec/json/exact-json.ts';
import { repeatedKeys } from '../../spec/json/repeated-keys.ts';

/** The bytes as they are, and what they say. */
export interface JsonFile {
  readonly bytes: Uint8Array;
  readonly value: JsonObject;
}

/** A report of a thousand operations has some tens of megabytes; a text of more than 512 MB Node cannot hold. */
const MOST_BYTES = 256_000_000;

/** Throws `code` for what cannot be read, is too large, is no JSON object, or has a key twice: readers differ in which they take. */
export async function readJsonFile(file: string, code: ErrorCode): Promise<JsonFile> {
  const bytes = await bytesOf(file, code);
  const parsed = parseJsonBytes(bytes);
  if (!parsed.ok) throw new KitError(code, `${file}: is not JSON: ${parsed.reason}`);
  const [twice] = repeatedKeys(new TextDecoder().decode(bytes));
  if (twice !== undefined) throw new KitError(code, `${file}: ${twice.join('.')} stands twice`);
  if (!isJsonObject(parsed.value)) throw new KitError(code, `${file}: is not a JSON object`);
  return { bytes, value: parsed.value };
}

/** Why a file of another version is not read, with what stands there. */
export function versionMisfit(
  value: JsonObject,
  { key, reads }: { readonly key: string; readonly reads: number },
): string {
  const version = value[key];
  if (version === undefined) return `it has no ${key}`;
  return `${key} ${stringifyJson(version).slice(0, LONGEST_VERSION)}; this kit reads ${reads}`;
}

const LONGEST_VERSION = 80;

async function bytesOf(file: string, code: ErrorCode): Promise<Uint8Array> {
  try {
    const { size } = await stat(file);
    if (size > MOST_BYTES) throw new Error(`larger than ${MOST_BYTES} bytes`);
    return await readFile(file);
  } catch (error) {
    throw new KitError(code, `${file}: ${reasonOf(error)}`, { cause: error });
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'ENOENT') return 'no such file';
  if ('code' in error && error.code === 'EISDIR') return 'is a folder, not a file';
  return error.message;
}
