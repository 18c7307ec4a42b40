/** The options of every command that sends requests to an implementation. */
import type { Credentials } from '../contracts/conformance/credentials.ts';
import type { CommandInput, OptionSpec } from './command.ts';
import { commonOptions, credentials, integer, token } from './options.ts';

export const targetOptions = {
  ...commonOptions,
  timeout: { type: 'string', value: 'MS', help: 'time limit for one exchange (default 10000)' },
  concurrency: { type: 'string', value: 'N', help: 'requests under way at once (default 4)' },
} as const satisfies Record<string, OptionSpec>;

export interface TargetLimits {
  readonly timeoutMs: number;
  readonly concurrency: number;
}

export function readLimits(input: CommandInput): TargetLimits {
  return {
    timeoutMs: integer(input, 'timeout', { min: 1, max: 600_000 }) ?? 10_000,
    concurrency: integer(input, 'concurrency', { min: 1, max: 64 }) ?? 4,
  };
}

export function readCredentials(input: CommandInput): Credentials {
  return { token: token(input), byScheme: credentials(input) };
}
