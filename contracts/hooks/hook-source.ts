/** Where hooks come from, in error messages. */
import { KitError } from '../../errors.ts';
import { type ModuleSource, positionOfName } from '../../spec/modules/module-source.ts';

/** `the hook beforeRequest` */
export function sourceName({ file }: ModuleSource): string {
  return file ?? 'the option hooks';
}

/** An error in the file or object itself. `name`: of the hook or check that it concerns. */
export function invalidHooksError(
  source: ModuleSource,
  detail: string,
  options: { name?: string; fix?: string } = {},
): KitError {
  const { name, fix } = options;
  const where = name === undefined ? undefined : positionOfName(source, name);
  return new KitError('hooks-invalid', `${sourceName(source)}: ${detail}`, {
    ...(where === undefined ? {} : { where }),
    ...(fix === undefined ? {} : { fix }),
  });
}
