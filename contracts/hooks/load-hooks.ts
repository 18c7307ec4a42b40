/** Loads the file of `--hooks`: TypeScript, whose types Node removes, or JavaScript. Only users name it, never a document. */
import { importModuleFile, readModuleFile } from '../../spec/modules/load-module.ts';
import { type ModuleSource, programSource } from '../../spec/modules/module-source.ts';
import { invalidHooksError } from './hook-source.ts';
import { isObject } from './hook-values.ts';
import type { Hooks } from './hooks.ts';
import { rememberHookFile } from './loaded-files.ts';
import { EXPORT_FIX, type ValidHooks, validateHooks } from './validate-hooks.ts';

export interface LoadedHooks {
  readonly hooks: ValidHooks;
  readonly source: ModuleSource;
}

/** Of a program. Throws `hooks-invalid`. */
export function readHooks(hooks: Hooks): LoadedHooks {
  return { hooks: validateHooks(hooks, programSource), source: programSource };
}

/** Throws `hooks-unreadable` and `hooks-invalid`. */
export async function loadHooks(file: string): Promise<LoadedHooks> {
  const source = await readModuleFile(file, codes);
  rememberHookFile(source);
  const { exports: exported } = await importModuleFile(source, codes);
  if (!isObject(exported) || !('default' in exported))
    throw invalidHooksError(source, 'it has no default export', { fix: EXPORT_FIX });
  return { hooks: validateHooks(exported.default, source), source };
}

const codes = { unreadable: 'hooks-unreadable', invalid: 'hooks-invalid' } as const;
