import { compareNumbers, isInteger } from '../../../../spec/exact-json.ts';
import type { Schema } from '../../../../spec/schema.ts';
import type { Probe } from './probe.ts';

/** `whole` where the type allows no fractions. */
export function* numberProbes(schema: Schema, whole: boolean): Generator<Probe> {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const above = whole ? [1] : [1, 0.5, 0.001];
  const below = above.map((step) => -step);
  if (minimum !== undefined) yield* around('minimum', minimum, { within: [0], beyond: below });
  if (maximum !== undefined) yield* around('maximum', maximum, { within: [0], beyond: above });
  if (exclusiveMinimum !== undefined)
    yield* around('exclusiveMinimum', exclusiveMinimum, { within: above, beyond: [0, ...below] });
  if (exclusiveMaximum !== undefined)
    yield* around('exclusiveMaximum', exclusiveMaximum, { within: below, beyond: [0, ...above] });
  if (multipleOf !== undefined && !(whole && compareNumbers(multipleOf, 1) === 0))
    yield* multiples(multipleOf);
}

/** Distances from a bound. */
interface Offsets {
  readonly within: readonly number[];
  readonly beyond: readonly number[];
}

function* around(keyword: string, bound: number | bigint, offsets: Offsets): Generator<Probe> {
  for (const side of ['within', 'beyond'] as const) {
    for (const offset of offsets[side]) {
      const isExact = isInteger(bound) && Number.isInteger(offset);
      const value = isExact ? plus(bound, offset) : sum(Number(bound), offset);
      yield { keyword, words: `${value}`, value, side };
    }
  }
}

/** Bounds of integers may lie where doubles have gaps. */
function plus(bound: number | bigint, offset: number): number | bigint {
  const exact = BigInt(bound) + BigInt(offset);
  return Number.isSafeInteger(Number(exact)) ? Number(exact) : exact;
}

/** As in decimal: 0.1 and 0.2 make 0.3. */
function sum(bound: number, offset: number): number {
  return Number((bound + offset).toPrecision(15));
}

/** Times of 0.01 that a division of doubles does not find to be whole: 0.07, 0.29, 1.15. */
const times = [1, 3, 7, 29, 115];

function* multiples(step: number | bigint): Generator<Probe> {
  const { digits, exponent } = decimalOf(step);
  const keyword = 'multipleOf';
  for (const count of times) {
    const value = Number(`${digits * BigInt(count)}e${exponent}`);
    yield { keyword, words: `${count} times ${step}`, value, side: 'within' };
  }
  for (const halves of [1n, 3n, 5n]) {
    const value = Number(`${digits * halves * 5n}e${exponent - 1}`);
    yield { keyword, words: `${value}, no multiple of ${step}`, value, side: 'beyond' };
  }
  const beside = Number(`${digits * 7n * 1000n + 1n}e${exponent - 3}`);
  yield { keyword, words: `${beside}, no multiple of ${step}`, value: beside, side: 'beyond' };
  const next = Number(`${digits * 7n + 1n}e${exponent}`);
  yield { keyword, words: `${next}, just no multiple of ${step}`, value: next, side: 'beyond' };
}

/** `digits` times ten to the power of `exponent`. */
function decimalOf(value: number | bigint): { readonly digits: bigint; readonly exponent: number } {
  const [coefficient = '0', power = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = coefficient.split('.');
  return { digits: BigInt(`${whole}${fraction}`), exponent: Number(power) - fraction.length };
}
