/** The hooks files that this process has loaded: errors that no code awaits may come from them, and not from the kit. */
import { KitError } from '../../errors.ts';
import { describeError, type ModuleSource, positionOfError } from '../../spec/modules/module-source.ts';

const loaded = new Set<ModuleSource>();

export function rememberHookFile(source: ModuleSource): void {
  loaded.add(source);
}

/** The error of the user's file; undefined if it comes from elsewhere. */
export function findHookFailure(error: unknown): KitError | undefined {
  for (const source of loaded) {
    const where = positionOfError(source, error);
    if (where !== undefined)
      return new KitError('hook-failed', `${source.file}: ${describeError(error)}`, {
        where,
        cause: error,
        fix: 'Await it within the hook, or catch it there.',
      });
  }
  return undefined;
}
