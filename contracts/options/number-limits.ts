/** Limits and defaults of the numeric options of a run, for the CLI and the API. */
import { KitError } from '../../errors.ts';

/** Inclusive. */
export interface NumberLimits {
  /** Default: 0. */
  readonly min?: number;
  /** Default: the largest safe integer. */
  readonly max?: number;
}

/** `timeout` is in milliseconds, `maxTime` in seconds. */
export const runLimits = {
  seed: { min: 0, max: 2 ** 31 - 1 },
  cases: { min: 0, max: 1_000_000 },
  budget: { min: 1 },
  rate: { min: 1, max: 1_000_000 },
  concurrency: { min: 1, max: 64 },
  timeout: { min: 1, max: 600_000 },
  maxFailures: { min: 1 },
  maxTime: { min: 1, max: 86_400 },
} as const satisfies Record<string, NumberLimits>;

export const DEFAULT_TIMEOUT_MS = 10_000;
export const DEFAULT_MAX_SECONDS = 1_800;
export const DEFAULT_CONCURRENCY = 4;

/**
 * The default number of concurrent requests: 1 if the run has to be repeatable, since responses may depend on the order
 * of requests.
 */
export function defaultConcurrency({ isRepeatable }: { readonly isRepeatable: boolean }): number {
  return isRepeatable ? 1 : DEFAULT_CONCURRENCY;
}

/** Returns the number. Throws `option-invalid`; `optionText` is the option as the user wrote it. */
export function parseInteger(
  value: number,
  { min = 0, max = Number.MAX_SAFE_INTEGER }: NumberLimits,
  optionText: string,
): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new KitError('option-invalid', `${optionText}: expected an integer from ${min} to ${max}`);
}
