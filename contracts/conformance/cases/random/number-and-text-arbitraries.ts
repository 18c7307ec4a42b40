/** fast-check arbitraries: integers and other numbers, within their bounds and on their steps, and free text. */
import fc from 'fast-check';
import { type Json, numberFromBigInt } from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { integerRanges } from '../../../../spec/validation/formats.ts';

/** Without a format the range depends on the implementation, and most have 32 bits. */
const defaultRange = { min: -(2n ** 31n), max: 2n ** 31n - 1n };

export function integers(flat: Schema): fc.Arbitrary<Json> {
  const range = integerRanges.get(flat.format ?? '') ?? defaultRange;
  const min = maxOf(range.min, lowestInteger(flat.minimum, 0n), lowestInteger(flat.exclusiveMinimum, 1n));
  const max = minOf(range.max, highestInteger(flat.maximum, 0n), highestInteger(flat.exclusiveMaximum, 1n));
  const step = flat.multipleOf === undefined ? 1n : BigInt(Math.trunc(Number(flat.multipleOf))) || 1n;
  // The range in steps.
  const [low, high] = [stepsToBound(min, step, 1n), stepsToBound(max, step, -1n)];
  if (low > high) return fc.constant(numberFromBigInt(min));
  const any = fc.bigInt({ min: low, max: high });
  const round = any.map((number) => maxOf(low, minOf(high, (number / 1000n) * 1000n)));
  const drawn = fc.oneof(any, round, powersWithin(low, high) ?? any);
  return drawn.map((number) => numberFromBigInt(number * step));
}

/** The bound in whole steps, rounded into the range: up from a lower bound (1), down from an upper bound (-1). */
function stepsToBound(bound: bigint, step: bigint, direction: 1n | -1n): bigint {
  const whole = bound / step;
  const isBeyond = bound % step !== 0n && bound > 0n === (direction === 1n);
  return isBeyond ? whole + direction : whole;
}

/** Powers of 2 often, since an object of many integers is correct only if each of them is. */
function powersWithin(min: bigint, max: bigint): fc.Arbitrary<bigint> | undefined {
  const first = min <= 1n ? 0 : (min - 1n).toString(2).length;
  const last = max < 1n ? -1 : max.toString(2).length - 1;
  return first > last ? undefined : fc.bigInt(BigInt(first), BigInt(last)).map((exponent) => 2n ** exponent);
}

type Bound = number | bigint | undefined;

function lowestInteger(bound: Bound, beyond: bigint): bigint | undefined {
  if (bound === undefined) return undefined;
  return typeof bound === 'bigint' || Number.isInteger(bound) ? BigInt(bound) + beyond : BigInt(Math.ceil(bound));
}

function highestInteger(bound: Bound, beyond: bigint): bigint | undefined {
  if (bound === undefined) return undefined;
  return typeof bound === 'bigint' || Number.isInteger(bound) ? BigInt(bound) - beyond : BigInt(Math.floor(bound));
}

function maxOf(first: bigint, ...others: readonly (bigint | undefined)[]): bigint {
  return others.reduce<bigint>((most, other) => (other !== undefined && other > most ? other : most), first);
}

function minOf(first: bigint, ...others: readonly (bigint | undefined)[]): bigint {
  return others.reduce<bigint>((least, other) => (other !== undefined && other < least ? other : least), first);
}

/** Two decimal places, as in amounts and measures: every number type represents them. */
const DEFAULT_STEP = 0.01;
const DEFAULT_LIMIT = 1e9;

export function numbers(flat: Schema): fc.Arbitrary<number> {
  const step = flat.multipleOf === undefined ? DEFAULT_STEP : Number(flat.multipleOf);
  const low = Number(flat.exclusiveMinimum ?? flat.minimum ?? -DEFAULT_LIMIT);
  const high = Number(flat.exclusiveMaximum ?? flat.maximum ?? DEFAULT_LIMIT);
  const min = Math.ceil(low / step) + (flat.exclusiveMinimum === undefined ? 0 : 1);
  const max = Math.floor(high / step) - (flat.exclusiveMaximum === undefined ? 0 : 1);
  if (!(min <= max)) return fc.constant((low + high) / 2);
  const places = Math.max(0, Math.ceil(-Math.log10(step)) + 1);
  const within = clampSteps(min, max);
  if (!Number.isSafeInteger(within.min) || !Number.isSafeInteger(within.max)) return fc.constantFrom(low, high);
  return fc.integer(within).map((steps) => Number((steps * step).toFixed(Math.min(places, 20))));
}

const MAX_STEPS = 1e11;

/** The part of a range within MAX_STEPS of zero, or of the end of the range that is nearest to zero. */
function clampSteps(min: number, max: number): { readonly min: number; readonly max: number } {
  const first = Math.min(Math.max(min, -MAX_STEPS), Math.max(max - MAX_STEPS, min));
  return { min: first, max: Math.min(max, Math.max(MAX_STEPS, first + MAX_STEPS)) };
}

const letters = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -_.,');

const digits = fc.constantFrom(...'0123456789');

/**
 * Lengths at which implementations often change behavior. The length is drawn separately from the letters, so that both
 * can shrink.
 */
const textsOfExactLength = fc
  .tuple(
    fc.constantFrom(8, 16, 20, 31, 32, 33, 50, 63, 64, 65, 100, 127, 128, 200),
    fc.string({ unit: letters, minLength: 1, maxLength: 20 }),
  )
  .map(([length, start]) => start.repeat(length).slice(0, length));

/** Any character, ASCII ones most often. The arbitrary of fast-check takes half a second to create. */
const anyCharacter = fc
  .oneof(
    fc.integer({ min: 0x20, max: 0x7e }),
    fc.integer({ min: 0xa0, max: 0x24f }),
    fc.integer({ min: 0, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0xffff }),
    fc.integer({ min: 0x1f300, max: 0x1faff }),
    fc.integer({ min: 0x10000, max: 0x10ffff }),
  )
  .map((code) => String.fromCodePoint(code));

export function textWithinLengths(limits: {
  readonly minLength: number;
  readonly maxLength: number;
}): fc.Arbitrary<string> {
  return fc.oneof(fc.string({ unit: letters, ...limits }), fc.string({ unit: anyCharacter, ...limits }));
}

/**
 * Free text as people and programs write it. Most of it gives no reason for rejection: a single unusual text makes the
 * response to the whole body inconclusive.
 */
export const freeText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: letters, minLength: 1, maxLength: 40 }) },
  { weight: 2, arbitrary: fc.string({ unit: digits, minLength: 1, maxLength: 20 }) },
  { weight: 2, arbitrary: textsOfExactLength },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, minLength: 1, maxLength: 20 }) },
);

/** Why an implementation may reject a text although the contract does not say so. */
export function reasonToReject(text: string): string | undefined {
  if (text.trim() === '') return 'a blank string may be rejected';
  // Control characters, private use, and unassigned code points.
  if (/[\p{Cc}\p{Co}\p{Cn}\p{Cf}\p{Zl}\p{Zp}]/u.test(text))
    return 'control, private-use and unassigned characters may be rejected';
  return text.length > 250 ? 'a long string may be rejected' : undefined;
}
