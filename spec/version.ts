/** The version of the kit, as its package.json gives it; the same from source and from dist/. */
import { existsSync, readFileSync } from 'node:fs';
import { isJsonObject, parseJson } from './exact-json.ts';

export function kitVersion(): string {
  const file = ['../package.json', '../../package.json']
    .map((path) => new URL(path, import.meta.url))
    .find((url) => existsSync(url));
  const parsed = file === undefined ? undefined : parseJson(readFileSync(file, 'utf8'));
  const version = parsed?.ok === true && isJsonObject(parsed.value) ? parsed.value['version'] : undefined;
  return typeof version === 'string' ? version : 'unknown';
}
