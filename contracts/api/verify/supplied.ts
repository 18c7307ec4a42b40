/** What programs and their files supply in addition to the document: hooks, and values that exist on the target. */
import type { Contract } from '../../../spec/model/contract.ts';
import { withGivenValues } from '../../configuration/values/given-values.ts';
import { withDistinctVariables } from '../../configuration/values/secret-values.ts';
import { type SuppliedValues, withSuppliedValues } from '../../configuration/values/supplied-values.ts';
import { type HookRun, openHooks } from '../../hooks/hook-run.ts';
import { loadHooks, readHooks } from '../../hooks/load-hooks.ts';
import { parseBaseUrl } from '../../options/target-options.ts';
import type { ConfiguredOptions } from './configured-options.ts';

/** Those of the program are instead of those of plant-store.yaml. Throws `hooks-invalid` and `hooks-unreadable`. */
export async function openGivenHooks({ options, hookFile }: ConfiguredOptions): Promise<HookRun | undefined> {
  const { hooks } = options;
  const baseUrl = parseBaseUrl(String(options.baseUrl));
  if (hooks !== undefined) return openHooks(readHooks(hooks), { baseUrl });
  return hookFile === undefined ? undefined : openHooks(await loadHooks(hookFile), { baseUrl });
}

/** Each source of values is instead of the ones before it: plant-store.yaml, the option `values`, the hook `values`. */
export async function supplyValues(
  contract: Contract,
  { options, configuration }: ConfiguredOptions,
  hooks: HookRun | undefined,
): Promise<Pick<SuppliedValues, 'contract' | 'secrets'>> {
  const { values } = options;
  const sources: readonly ((before: Contract) => SuppliedValues | Promise<SuppliedValues>)[] = [
    ...(configuration === undefined ? [] : [(before: Contract) => withSuppliedValues(before, configuration)]),
    ...(values === undefined ? [] : [(before: Contract) => withGivenValues(before, values, 'values')]),
    ...(hooks === undefined ? [] : [(before: Contract) => hooks.supplyValues(before)]),
  ];
  let supplied: Pick<SuppliedValues, 'contract' | 'secrets'> = { contract, secrets: [] };
  for (const source of sources) {
    const { secrets } = supplied;
    const next = await source(supplied.contract);
    supplied = { contract: next.contract, secrets: withDistinctVariables([...secrets, ...next.secrets]) };
  }
  return supplied;
}
