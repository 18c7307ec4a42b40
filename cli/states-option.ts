/** `--states URL`, for the commands that verify an implementation with pacts. */
import { statesUrl } from '../contracts/pact/provider/state-endpoint.ts';
import type { CommandInput, OptionSpec } from './command.ts';
import { text } from './options.ts';

export const statesOption = {
  type: 'string',
  value: 'URL',
  help: 'where to post provider states to (default: the built-in ones)',
} as const satisfies OptionSpec;

/** Throws for what is no http or https URL. */
export function readStatesUrl(input: CommandInput): string | undefined {
  const given = text(input, 'states');
  return given === undefined ? undefined : statesUrl(given).href;
}
