/** `multipleOf` with exact decimals: 0.1 is one tenth, not the nearest double. */
import { numberFromBigInt } from '../json/exact-json.ts';

/** `digits` times ten to the power of `exponent`. */
export interface MultipleOf {
  readonly digits: bigint;
  readonly exponent: number;
}

/** The `multipleOf` of `type: integer`. */
export const integerMultiple: MultipleOf = { digits: 1n, exponent: 0 };

export function toMultipleOf(value: number | bigint): MultipleOf {
  if (typeof value === 'bigint') return { digits: value, exponent: 0 };
  const [coefficient = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = coefficient.split('.');
  return { digits: BigInt(`${whole}${fraction}`), exponent: Number(exponent) - fraction.length };
}

/** Returns the least common multiple of both. */
export function leastCommonMultiple(a: MultipleOf | undefined, b: MultipleOf | undefined): MultipleOf | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const exponent = Math.min(a.exponent, b.exponent);
  const [x, y] = [scaleTo(a, exponent), scaleTo(b, exponent)];
  return { digits: (x * y) / greatestCommonDivisor(x, y), exponent };
}

/** Whether every multiple of `a` is a multiple of `b`. */
export function isMultipleOf(a: MultipleOf | undefined, b: MultipleOf | undefined): boolean {
  if (b === undefined) return true;
  if (a === undefined) return false;
  const exponent = Math.min(a.exponent, b.exponent);
  return scaleTo(a, exponent) % scaleTo(b, exponent) === 0n;
}

/** Returns an integer; undefined if it has a fraction. */
export function asInteger(multipleOf: MultipleOf | undefined): bigint | undefined {
  if (multipleOf === undefined) return undefined;
  if (multipleOf.exponent >= 0) return scaleTo(multipleOf, 0);
  const unit = 10n ** BigInt(-multipleOf.exponent);
  return multipleOf.digits % unit === 0n ? multipleOf.digits / unit : undefined;
}

export function describeMultipleOf(multipleOf: MultipleOf | undefined): string {
  if (multipleOf === undefined) return 'any number';
  return `a multiple of ${asInteger(multipleOf) ?? Number(`${multipleOf.digits}e${multipleOf.exponent}`)}`;
}

export function scaleTo({ digits, exponent }: MultipleOf, to: number): bigint {
  return digits * 10n ** BigInt(exponent - to);
}

/** Returns a JSON number: an integer beyond 2^53 stays exact. */
export function toNumber(multipleOf: MultipleOf): number | bigint {
  const isWhole = multipleOf.digits % 10n ** BigInt(Math.max(0, -multipleOf.exponent)) === 0n;
  if (!isWhole) return Number(`${multipleOf.digits}e${multipleOf.exponent}`);
  return numberFromBigInt(
    multipleOf.exponent < 0 ? multipleOf.digits / 10n ** BigInt(-multipleOf.exponent) : scaleTo(multipleOf, 0),
  );
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestCommonDivisor(b, a % b);
}
