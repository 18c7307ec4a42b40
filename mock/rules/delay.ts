/** How long an answer is held back: always the same time, or any within a range (latency with jitter). */
import { KitError } from '../../errors.ts';

/** Milliseconds, inclusive. */
export interface Delay {
  readonly min: number;
  readonly max: number;
}

export const MOST_MS = 600_000;

/** `250`, `100-300`; undefined for anything else. */
export function parseDelay(given: number | string): Delay | undefined {
  const [, first = '', last = first] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(String(given)) ?? [];
  const [min, max] = [Number(first), Number(last)];
  return first !== '' && min <= max && max <= MOST_MS ? { min, max } : undefined;
}

/** Throws `option-invalid`. */
export function delayOf(given: number | string): Delay {
  const parsed = parseDelay(given);
  if (parsed !== undefined) return parsed;
  throw new KitError(
    'option-invalid',
    `delay ${JSON.stringify(given)}: expected milliseconds from 0 to ${MOST_MS}, or a range such as 100-300`,
  );
}

/** `random` is from 0 up to, not including, 1. */
export function drawDelay({ min, max }: Delay, random: number): number {
  return min + Math.floor(random * (max - min + 1));
}
