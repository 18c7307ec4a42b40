import type { JsonNumber } from '../json.ts';

/** Exact, where a double would round to the limit; `limit` is a positive integer. */
export function isPositiveBelow({ source }: JsonNumber, limit: number): boolean {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(source) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  if (digits === '' || sign === '-') return false;
  const shift = Number(exponent) - fraction.length;
  const size = digits.length + shift;
  const most = String(limit);
  if (size !== most.length) return size < most.length;
  // Of the same length: compared digit by digit.
  const length = Math.max(digits.length, most.length);
  return digits.padEnd(length, '0') < most.padEnd(length, '0');
}
