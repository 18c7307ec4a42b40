/** The hooks of `--hooks FILE`, and the values that they supply. */

import { withDistinctVariables } from '../../contracts/configuration/values/secret-values.ts';
import type { SuppliedValues } from '../../contracts/configuration/values/supplied-values.ts';
import type { HookRun } from '../../contracts/hooks/hook-run.ts';
import type { LoadedHooks } from '../../contracts/hooks/load-hooks.ts';
import { createLearnedSecrets, type LearnedSecrets } from '../../contracts/options/learned-secrets.ts';
import { sanitizeLine } from '../../sanitize.ts';
import type { CommandInput } from '../command.ts';
import { atCommandEnd } from '../command-end.ts';
import { rememberSecret } from '../parsing/parse-arguments.ts';
import { getString } from './option-values.ts';

/** Runs the file, and says so on stderr. Undefined without the option. Throws the errors of `loadHooks`. */
export async function loadHookFile(input: CommandInput): Promise<LoadedHooks | undefined> {
  const file = getString(input, 'hooks');
  if (file === undefined) return undefined;
  const { loadHooks } = await import('../../contracts/hooks/load-hooks.ts');
  atCommandEnd(failEarlyExit);
  process.stderr.write(`hooks: ${sanitizeLine(file)}\n`);
  return loadHooks(file);
}

/** `process.exit(0)` in a hook must not look like a pass. */
function failEarlyExit(): void {
  if (process.exitCode === 0) process.exitCode = 2;
}

/** For the secrets of hooks; errors do not show them either. */
export function createHookSecrets(): LearnedSecrets {
  return createLearnedSecrets(rememberSecret);
}

/** The hooks of a run on this implementation. */
export async function openHookFile(
  loaded: LoadedHooks | undefined,
  baseUrl: string,
  learned = createHookSecrets(),
): Promise<HookRun | undefined> {
  if (loaded === undefined) return undefined;
  const { openHooks } = await import('../../contracts/hooks/hook-run.ts');
  return openHooks(loaded, { baseUrl, learned });
}

/** Values of the hook `values` are instead of those of plant-store.yaml. */
export async function withHookValues(configured: SuppliedValues, hooks: HookRun | undefined): Promise<SuppliedValues> {
  if (hooks === undefined) return configured;
  const { contract, secrets, byName } = await hooks.supplyValues(configured.contract);
  for (const { secret } of secrets) rememberSecret(secret);
  return {
    contract,
    secrets: withDistinctVariables([...configured.secrets, ...secrets]),
    byName: { ...configured.byName, ...byName },
  };
}
