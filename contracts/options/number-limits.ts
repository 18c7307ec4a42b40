/** What numbers a run may be given, and what it takes where none is given; for commands and imports alike. */
import { KitError } from '../../errors.ts';

/** Inclusive. */
export interface NumberLimits {
  /** 0 unless given. */
  readonly min?: number;
  /** The largest exact integer unless given. */
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
export const DEFAULT_CONCURRENCY = 4;

/** Requests under way at once where it is not told: what a store answers may depend on which of two came first. */
export function defaultConcurrency({ isRepeatable }: { readonly isRepeatable: boolean }): number {
  return isRepeatable ? 1 : DEFAULT_CONCURRENCY;
}

/** The number itself. Throws `option-invalid`; `told` is the option as it was given. */
export function parseInteger(
  value: number,
  { min = 0, max = Number.MAX_SAFE_INTEGER }: NumberLimits,
  optionText: string,
): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new KitError('option-invalid', `${optionText}: expected a whole number from ${min} to ${max}`);
}
