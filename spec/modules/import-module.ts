/**
 * Imports a module of the user: also an ES module in a package that does not say so, without Node's warning about that.
 */
import { readFileSync } from 'node:fs';
// As a namespace: Bun, in which the mock server also runs, has no registerHooks; only a file of the user needs it.
import * as nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';

export interface ImportedModule {
  /** Its exports. */
  readonly exports: unknown;
  /** The paths of the user's files that were read: the module and what it imports, without packages. */
  readonly files: readonly string[];
}

export interface ImportOptions {
  /** With one, the module and the user's files that it imports are read again. */
  readonly revision?: number | undefined;
  /** Packages that need no installation, by name, with the URL of their module. */
  readonly packages?: Readonly<Record<string, string>>;
}

export async function importModule(url: string, options: ImportOptions = {}): Promise<ImportedModule> {
  const { revision, packages = {} } = options;
  const files = new Set<string>();
  const version = revision === undefined ? '' : `?revision=${revision}`;
  const registration = nodeModule.registerHooks({
    resolve: (specifier, context, next) => {
      if (Object.hasOwn(packages, specifier)) return { url: packages[specifier] ?? '', shortCircuit: true };
      const resolved = next(specifier, context);
      return isUserFile(resolved.url) && !resolved.url.includes('?')
        ? { ...resolved, url: `${resolved.url}${version}` }
        : resolved;
    },
    load: (loaded, context, next) => {
      if (isUserFile(loaded)) files.add(fileURLToPath(withoutQuery(loaded)));
      return next(loaded, withFormat(loaded, context));
    },
  });
  try {
    return { exports: await import(url), files: [...files] };
  } finally {
    registration.deregister();
  }
}

function withFormat(url: string, context: nodeModule.LoadHookContext): nodeModule.LoadHookContext {
  const format = isUndecided(context.format) ? formatOf(withoutQuery(url)) : undefined;
  return format === undefined ? context : { ...context, format };
}

function isUserFile(url: string): boolean {
  return url.startsWith('file:') && !url.includes('/node_modules/');
}

function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '');
}

/** The package has no `type`. */
function isUndecided(format: string | null | undefined): boolean {
  return format === null || format === undefined || format === 'commonjs' || format === 'commonjs-typescript';
}

/** Undefined where Node is to decide. */
function formatOf(url: string): 'module' | 'module-typescript' | undefined {
  const [, extension] = /^file:.*\.(js|ts)$/.exec(url) ?? [];
  if (extension === undefined || url.includes('/node_modules/')) return undefined;
  if (!/^\s*(?:export\b(?!\s*=)|import\b(?!\s*\())/m.test(readFileSync(fileURLToPath(url), 'utf8'))) return undefined;
  return extension === 'ts' ? 'module-typescript' : 'module';
}
