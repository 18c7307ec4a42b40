/** `--states URL`, for the commands that verify an implementation with pacts. */
import type { CommandInput, OptionSpec } from '../command.ts';
import { text } from './values.ts';

export const statesOption = {
  type: 'string',
  value: 'URL',
  help: 'where to post provider states to (default: the built-in ones)',
} as const satisfies OptionSpec;

/** Throws for what is no http or https URL. */
export async function readStatesUrl(input: CommandInput): Promise<string | undefined> {
  const given = text(input, 'states');
  if (given === undefined) return undefined;
  const { statesUrl } = await import('../../contracts/pact/provider/states.ts');
  return statesUrl(given).href;
}
