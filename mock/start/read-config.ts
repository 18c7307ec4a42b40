/** Validates the handlers and seeds of a config file or of a program: nothing is silently ignored. */
import { KitError } from '../../errors.ts';
import { type ModuleSource, positionOfName, programSource } from '../../spec/modules/module-source.ts';
import { suggestionHint } from '../../spec/options/suggest-name.ts';
import type { GeneratedSeed, MockConfig, OperationHandler, Seed, SingleSeed } from '../handlers/config-types.ts';

const configKeys: readonly string[] = ['handlers', 'seeds'];

export const CONFIG_FIX =
  "Export it: export default defineConfig({ handlers: {...}, seeds: {...} }), with defineConfig from 'plant-store/mock'.";

export interface LoadedConfig extends Required<MockConfig> {
  readonly source: ModuleSource;
  /** The absolute paths of the file and of the user's files that it imports. */
  readonly files: readonly string[];
}

/** The handlers and seeds of a program. Throws `mock-config-invalid`. */
export function readProgramConfig(config: MockConfig): LoadedConfig {
  return { ...readConfig(config, programSource), source: programSource, files: [] };
}

/** Throws `mock-config-invalid`. */
export function readConfig(given: unknown, source: ModuleSource): Required<MockConfig> {
  if (!isObject(given)) throw invalidConfig(source, `expected an object, got ${describe(given)}`, { fix: CONFIG_FIX });
  for (const name of Object.keys(given))
    if (!configKeys.includes(name))
      throw invalidConfig(source, `unknown key ${JSON.stringify(name)}${suggestionHint(name, configKeys)}`, {
        name,
        fix: `Use ${configKeys.join(' or ')}.`,
      });
  const { handlers, seeds }: { readonly handlers?: unknown; readonly seeds?: unknown } = { ...given };
  return { handlers: readHandlers(handlers, source), seeds: readSeeds(seeds, source) };
}

function readHandlers(handlers: unknown, source: ModuleSource): Readonly<Record<string, OperationHandler>> {
  const members = readMembers('handlers', handlers, source).map(([name, handler]) => {
    if (isHandler(handler)) return [name, handler] as const;
    throw invalidConfig(source, `handlers: ${JSON.stringify(name)}: expected a function, got ${describe(handler)}`, {
      name,
    });
  });
  return Object.fromEntries(members);
}

function isHandler(value: unknown): value is OperationHandler {
  return typeof value === 'function';
}

function readSeeds(seeds: unknown, source: ModuleSource): Readonly<Record<string, Seed>> {
  const members = readMembers('seeds', seeds, source).map(([name, seed]) => {
    if (isSeed(seed)) return [name, seed] as const;
    const expected =
      'a list of records, or { count, record: ({ index, faker }) => ({...}) }, or an object for a path such as /me';
    throw invalidConfig(source, `seeds: ${JSON.stringify(name)}: expected ${expected}, got ${describe(seed)}`, {
      name,
    });
  });
  return Object.fromEntries(members);
}

function isSeed(seed: unknown): seed is Seed {
  return Array.isArray(seed) || isGeneratedSeed(seed) || isSingleSeed(seed);
}

export function isGeneratedSeed(seed: unknown): seed is GeneratedSeed {
  if (!isObject(seed) || !Object.keys(seed).every((key) => key === 'count' || key === 'record')) return false;
  const { count, record }: { readonly count?: unknown; readonly record?: unknown } = { ...seed };
  return typeof count === 'number' && Number.isInteger(count) && count >= 0 && typeof record === 'function';
}

/** With a function it is a seed with a mistake, such as a misspelled `record`. */
export function isSingleSeed(seed: unknown): seed is SingleSeed {
  return isObject(seed) && !Object.values(seed).some((part) => typeof part === 'function');
}

function readMembers(key: string, value: unknown, source: ModuleSource): readonly (readonly [string, unknown])[] {
  if (value === undefined) return [];
  if (isObject(value)) return Object.entries(value);
  throw invalidConfig(source, `${key}: expected an object, got ${describe(value)}`, { name: key });
}

export function invalidConfig(
  source: ModuleSource,
  problem: string,
  { name, fix }: { readonly name?: string; readonly fix?: string } = {},
): KitError {
  const where = name === undefined ? undefined : positionOfName(source, name);
  const of = source.file === undefined ? '' : `${source.file}: `;
  return new KitError('mock-config-invalid', `${of}${problem}`, {
    ...(where === undefined ? {} : { where }),
    ...(fix === undefined ? {} : { fix }),
  });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
