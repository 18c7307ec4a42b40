/** Imports a file of the user: also an ES module in a package that does not say so, without Node's warning about that. */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

export async function importModule(url: string): Promise<unknown> {
  const registration = registerHooks({
    load: (loaded, context, next) => {
      const format = isUndecided(context.format) ? formatOf(loaded) : undefined;
      return next(loaded, format === undefined ? context : { ...context, format });
    },
  });
  try {
    return await import(url);
  } finally {
    registration.deregister();
  }
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
