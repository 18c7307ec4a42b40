/** What the subcommands of `plant-store pact` share. */
import { KitError } from '../../errors.ts';
import type { Contract } from '../../spec/contract.ts';
import { isHome } from '../../spec/home.ts';
import type { CommandInput, OptionSpec } from '../command.ts';
import { texts } from '../options.ts';

export const pactOption = {
  type: 'string',
  multiple: true,
  value: 'FILE|DIR|URL',
  help: "a pact, or a folder of them (repeatable; default: the kit's own consumer's)",
} as const satisfies OptionSpec;

/**
 * What `readSources` is to read. The kit's own pact is one of the Plant Store; any other contract needs to be told
 * which.
 */
export async function pactsOf(input: CommandInput, contract: Contract): Promise<readonly string[]> {
  const given = texts(input, 'pact');
  if (given.length > 0) return given;
  if (!isHome(contract))
    throw new KitError('argument-missing', '--pact FILE is missing: which pact goes with this document?');
  const { committedPacts } = await import('../../contracts/pact/file/committed.ts');
  return committedPacts();
}
