/** Numbers compared as they were written, since a double would round them to the limit. */
import type { JsonNumber } from '../json.ts';

const PLACES = 400;
const one = 10n ** BigInt(PLACES);

/** Times 10^400; what is smaller than that counts as the smallest, what is larger than 10^800 as that. */
function scaled({ source }: JsonNumber): bigint {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(source) ?? [];
  const digits = BigInt(`${whole}${fraction}`.slice(0, 1_000));
  if (digits === 0n) return 0n;
  const shift = PLACES + Number(exponent) - fraction.length;
  const size = shift < 0 ? 1n : digits * 10n ** BigInt(Math.min(shift, 2 * PLACES));
  return sign === '-' ? -size : size;
}

export function isWithin(number: JsonNumber, { min, max }: { readonly min: number; readonly max: number }): boolean {
  const value = scaled(number);
  return value >= BigInt(min) * one && value <= BigInt(max) * one;
}

export function isMultipleOfHalf(number: JsonNumber): boolean {
  return scaled(number) % (one / 2n) === 0n;
}
