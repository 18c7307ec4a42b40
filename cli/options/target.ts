/** The options of every command that sends requests to an implementation. */
import type { Credentials } from '../../contracts/options/credentials.ts';
import {
  DEFAULT_CONCURRENCY,
  DEFAULT_TIMEOUT_MS,
  runLimits,
  usualConcurrency,
} from '../../contracts/options/limits.ts';
import type { CommandInput, OptionSpec } from '../command.ts';
import { commonOptions, credentials, integer, text, token } from './values.ts';

export const targetOptions = {
  ...commonOptions,
  timeout: {
    type: 'string',
    value: 'MS',
    help: `time limit for one exchange (default ${DEFAULT_TIMEOUT_MS})`,
  },
  concurrency: {
    type: 'string',
    value: 'N',
    help: `requests under way at once (default ${DEFAULT_CONCURRENCY}; with --seed 1)`,
  },
} as const satisfies Record<string, OptionSpec>;

export interface TargetLimits {
  readonly timeoutMs: number;
  readonly concurrency: number;
}

export function readLimits(input: CommandInput): TargetLimits {
  const isRepeatable = text(input, 'seed') !== undefined;
  return {
    timeoutMs: integer(input, 'timeout', runLimits.timeout) ?? DEFAULT_TIMEOUT_MS,
    concurrency: integer(input, 'concurrency', runLimits.concurrency) ?? usualConcurrency({ isRepeatable }),
  };
}

export function readCredentials(input: CommandInput): Credentials {
  return { token: token(input), byScheme: credentials(input) };
}
