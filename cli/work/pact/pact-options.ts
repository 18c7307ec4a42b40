/** What the subcommands of `plant-store pact` share. */
import type { Contract } from '../../../spec/model/contract.ts';
import type { CommandInput, OptionSpec } from '../../command.ts';
import { texts } from '../../options/values.ts';

export const pactOption = {
  type: 'string',
  multiple: true,
  value: 'FILE|DIR|URL',
  help: "a pact, or a folder of them (repeatable; default: the kit's own consumer's)",
} as const satisfies OptionSpec;

/** What `readSources` is to read. Throws `argument-missing`. */
export async function pactsOf(input: CommandInput, contract: Contract): Promise<readonly string[]> {
  const { namedOrOwn } = await import('../../../contracts/pact/file/sources.ts');
  return namedOrOwn({ named: texts(input, 'pact'), contract, option: '--pact FILE' });
}
