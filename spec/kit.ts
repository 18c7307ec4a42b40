/** The kit's version, and its own contract: the default of every command. */
import { inNode } from '../platform/node-modules.ts';
import { isJsonObject, parseJson } from './json/exact-json.ts';
import type { Contract } from './model/contract.ts';

// Bundlers for browsers would copy the file if they saw its name in the URL.
const DOCUMENT_NAME = 'plant-store.yaml';

export const defaultDocument = new URL(DOCUMENT_NAME, import.meta.url);

/** False in a browser, where no document is a file. */
export function isDefaultContract({ file }: Contract): boolean {
  const [path, url] = [inNode?.getBuiltinModule('node:path'), inNode?.getBuiltinModule('node:url')];
  return path !== undefined && path.resolve(file) === url?.fileURLToPath(defaultDocument);
}

/** Returns the version from package.json; works from source and from dist/. `unknown` in a browser. */
export function kitVersion(): string {
  const fs = inNode?.getBuiltinModule('node:fs');
  const file = ['../package.json', '../../package.json']
    .map((path) => new URL(path, import.meta.url))
    .find((url) => fs?.existsSync(url));
  const parsed = fs === undefined || file === undefined ? undefined : parseJson(fs.readFileSync(file, 'utf8'));
  const version = parsed?.ok === true && isJsonObject(parsed.value) ? parsed.value['version'] : undefined;
  return typeof version === 'string' ? version : 'unknown';
}
