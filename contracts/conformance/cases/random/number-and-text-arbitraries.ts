/** fast-check arbitraries: numbers, whole and others, within their bounds and on their steps, and free text. */
import fc from 'fast-check';
import { type Json, numberFromBigInt } from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { integerRanges } from '../../../../spec/validation/formats.ts';

/** Without a format no implementation has all integers, and most have 32 bits. */
const defaultRange = { min: -(2n ** 31n), max: 2n ** 31n - 1n };

export function integers(flat: Schema): fc.Arbitrary<Json> {
  const range = integerRanges.get(flat.format ?? '') ?? defaultRange;
  const min = maxOf(range.min, lowestInteger(flat.minimum, 0n), lowestInteger(flat.exclusiveMinimum, 1n));
  const max = minOf(range.max, highestInteger(flat.maximum, 0n), highestInteger(flat.exclusiveMaximum, 1n));
  const step = flat.multipleOf === undefined ? 1n : BigInt(Math.trunc(Number(flat.multipleOf))) || 1n;
  // Counted in steps.
  const [low, high] = [stepsToBound(min, step, 1n), stepsToBound(max, step, -1n)];
  if (low > high) return fc.constant(numberFromBigInt(min));
  const any = fc.bigInt({ min: low, max: high });
  const round = any.map((number) => maxOf(low, minOf(high, (number / 1000n) * 1000n)));
  const drawn = fc.oneof(any, round, powersWithin(low, high) ?? any);
  return drawn.map((number) => numberFromBigInt(number * step));
}

/** The bound in whole steps, the first ones within: up from a lower bound (1), down from an upper one (-1). */
function stepsToBound(bound: bigint, step: bigint, direction: 1n | -1n): bigint {
  const whole = bound / step;
  const isBeyond = bound % step !== 0n && bound > 0n === (direction === 1n);
  return isBeyond ? whole + direction : whole;
}

/** An object of many integers is right only where each of them is. */
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

/** Two decimals, as amounts and measures have: what every type of number keeps. */
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

/** Of a range all steps that are at most so many away from zero, or from its end on that side. */
function clampSteps(min: number, max: number): { readonly min: number; readonly max: number } {
  const first = Math.min(Math.max(min, -MAX_STEPS), Math.max(max - MAX_STEPS, min));
  return { min: first, max: Math.min(max, Math.max(MAX_STEPS, first + MAX_STEPS)) };
}

const letters = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -_.,');

const digits = fc.constantFrom(...'0123456789');

/**
 * Lengths at which implementations change their mind. The length is drawn apart from the letters, so that both can
 * become simpler.
 */
const textsOfExactLength = fc
  .tuple(
    fc.constantFrom(8, 16, 20, 31, 32, 33, 50, 63, 64, 65, 100, 127, 128, 200),
    fc.string({ unit: letters, minLength: 1, maxLength: 20 }),
  )
  .map(([length, start]) => start.repeat(length).slice(0, length));

/** Any character, those of the ASCII range most often. fast-check's own needs half a second to make. */
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
 * Free text, as people and machines write it. Mostly what no store has a reason to refuse: one odd text leaves the
 * answer to its whole body open.
 */
export const freeText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: letters, minLength: 1, maxLength: 40 }) },
  { weight: 2, arbitrary: fc.string({ unit: digits, minLength: 1, maxLength: 20 }) },
  { weight: 2, arbitrary: textsOfExactLength },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, minLength: 1, maxLength: 20 }) },
);

/** What of a text a store may refuse without breaking a contract that says nothing of it. */
export function reasonToReject(text: string): string | undefined {
  if (text.trim() === '') return 'a blank text may be refused';
  // Control characters, private use, and code points that are no characters.
  if (/[\p{Cc}\p{Co}\p{Cn}\p{Cf}\p{Zl}\p{Zp}]/u.test(text)) return 'characters that no keyboard has may be refused';
  return text.length > 250 ? 'long text may be refused' : undefined;
}
