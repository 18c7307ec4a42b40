/** Finds and loads `plant-store.config.ts`, which adds data and behaviour to a mock server. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { KitError } from '../../errors.ts';
import { relativePath } from '../../spec/files/display-path.ts';
import { importModuleFile, readModuleFile } from '../../spec/modules/load-module.ts';
import { tolerateFailures } from '../../spec/modules/tolerated-failures.ts';
import { CONFIG_FIX, invalidConfig, type LoadedConfig, readConfig } from './read-config.ts';

const CONFIG_NAMES = ['.ts', '.mts', '.js', '.mjs'].map((extension) => `plant-store.config${extension}`);

const codes = { unreadable: 'mock-config-unreadable', invalid: 'mock-config-invalid' } as const;

/** So that the file can import `defineConfig` wherever the kit is installed. */
const packages = {
  'plant-store/mock': new URL(`../index${path.extname(import.meta.url)}`, import.meta.url).href,
};

/**
 * The file beside the first local document that has one, otherwise in the working directory. Nothing outside of that is
 * run unasked: a downloaded document may come with code.
 */
export function findConfigFile(documents: readonly unknown[], workingFolder = process.cwd()): string | undefined {
  const own = documents.flatMap(folderOf).filter((folder) => isWithin(folder, workingFolder));
  const folders = new Set([...own, workingFolder]);
  for (const folder of folders) {
    const name = CONFIG_NAMES.find((one) => existsSync(path.join(folder, one)));
    if (name !== undefined) return relativePath(path.join(folder, name), { from: workingFolder });
  }
  return undefined;
}

function isWithin(folder: string, outer: string): boolean {
  const relative = path.relative(outer, folder);
  return !relative.startsWith('..') && !path.isAbsolute(relative);
}

/** None for a document that is no local file. */
function folderOf(document: unknown): readonly string[] {
  if (typeof document !== 'string' && !(document instanceof URL)) return [];
  const text = String(document);
  if (/^file:/i.test(text)) return [path.dirname(fileURLToPath(text))];
  return /^(?:https?:\/\/|git:)/i.test(text) ? [] : [path.dirname(path.resolve(text))];
}

/**
 * Throws `mock-config-unreadable` and `mock-config-invalid`. With a `revision` the file, and what it imports, are read
 * again.
 */
export async function loadConfigFile(file: string, revision?: number): Promise<LoadedConfig> {
  if (/\.(?:ya?ml|json)$/i.test(file))
    throw new KitError('mock-config-unreadable', `${file}: expected a file in TypeScript or JavaScript`, {
      fix: 'plant-store.yaml has the settings of verify and gate; a mock server is configured in plant-store.config.ts.',
    });
  const source = await readModuleFile(file, codes);
  const { exports, files } = await importModuleFile(source, codes, { revision, packages });
  tolerateFailures(source, files);
  if (typeof exports !== 'object' || exports === null || !('default' in exports))
    throw invalidConfig(source, 'it has no default export', { fix: CONFIG_FIX });
  // A second import of an unchanged file reads nothing.
  return { ...readConfig(exports.default, source), source, files: [...new Set([path.resolve(file), ...files])] };
}
