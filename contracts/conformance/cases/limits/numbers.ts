import { compareNumbers, isInteger, numberFromBigInt } from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import type { Probe } from './probe.ts';

/** `whole` where the type allows no fractions. */
export function* numberProbes(schema: Schema, whole: boolean): Generator<Probe> {
  const { multipleOf } = schema;
  const bounds = boundsOf(schema);
  const steps = stepsFor(schema, whole);
  for (const bound of bounds) yield* around(bound, steps);
  const inner = multipleOf === undefined ? (steps.at(-1) ?? 1) : Number(multipleOf);
  for (const bound of bounds.filter(({ isIn }) => isIn)) yield at(bound, inner, 'within');
  for (const { keyword } of bounds) yield { keyword, words: '0', value: 0, side: 'beyond' };
  if (multipleOf !== undefined && !(whole && compareNumbers(multipleOf, 1) === 0))
    yield* multiples(multipleOf);
}

interface Bound {
  readonly keyword: string;
  readonly value: number | bigint;
  /** Whether the bound itself is allowed. */
  readonly isIn: boolean;
  readonly inward: 1 | -1;
}

function boundsOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema): readonly Bound[] {
  const bounds = [
    { keyword: 'minimum', value: minimum, isIn: true, inward: 1 },
    { keyword: 'maximum', value: maximum, isIn: true, inward: -1 },
    { keyword: 'exclusiveMinimum', value: exclusiveMinimum, isIn: false, inward: 1 },
    { keyword: 'exclusiveMaximum', value: exclusiveMaximum, isIn: false, inward: -1 },
  ] as const;
  return bounds.flatMap(({ value, ...bound }) => (value === undefined ? [] : [{ ...bound, value }]));
}

/** Distances from a bound; of fractions, single precision holds only the halves of halves exactly. */
function stepsFor({ format }: Schema, whole: boolean): readonly number[] {
  if (whole) return [1];
  return format === 'float' ? [1, 0.5] : [1, 0.5, 0.001];
}

/** The last value within a bound, where there is one, and the first ones beyond. */
function* around(bound: Bound, steps: readonly number[]): Generator<Probe> {
  const outward = steps.map((step) => -step);
  for (const step of bound.isIn ? [0] : steps) yield at(bound, step, 'within');
  for (const step of bound.isIn ? outward : [0, ...outward]) yield at(bound, step, 'beyond');
}

/** `step` counts from the bound inwards. */
function at({ keyword, value: bound, inward }: Bound, step: number, side: 'within' | 'beyond'): Probe {
  const offset = step * inward;
  const isExact = isInteger(bound) && Number.isInteger(offset);
  const value = isExact ? numberFromBigInt(BigInt(bound) + BigInt(offset)) : sum(Number(bound), offset);
  return { keyword, words: `${value}`, value, side };
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
