/** The kit's version, and its own contract: the default of every command. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isJsonObject, parseJson } from './json/exact-json.ts';
import type { Contract } from './model/contract.ts';

export const defaultDocument = new URL('./plant-store.yaml', import.meta.url);

export function isDefaultContract({ file }: Contract): boolean {
  return path.resolve(file) === fileURLToPath(defaultDocument);
}

/** Returns the version from package.json; works from source and from dist/. */
export function kitVersion(): string {
  const file = ['../package.json', '../../package.json']
    .map((path) => new URL(path, import.meta.url))
    .find((url) => existsSync(url));
  const parsed = file === undefined ? undefined : parseJson(readFileSync(file, 'utf8'));
  const version = parsed?.ok === true && isJsonObject(parsed.value) ? parsed.value['version'] : undefined;
  return typeof version === 'string' ? version : 'unknown';
}
