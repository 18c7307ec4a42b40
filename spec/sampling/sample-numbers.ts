/** Candidates for a number: values around its bounds, and required multiples. */
import { compareNumbers, isInteger, type Json } from '../json/exact-json.ts';
import type { Schema } from '../model/schema.ts';
import { integerRanges } from '../validation/formats.ts';

/** The simplest first; some may be invalid. */
export function* integerCandidates(schema: Schema): Generator<Json> {
  for (const value of boundaryCandidates(schema)) {
    if (isInteger(value)) yield value;
  }
}

/** Like `integerCandidates`, and also values in between. */
export function* decimalCandidates(schema: Schema): Generator<Json> {
  yield* boundaryCandidates(schema);
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const [low, high] = [minimum ?? exclusiveMinimum, maximum ?? exclusiveMaximum];
  if (low !== undefined && high !== undefined) yield (Number(low) + Number(high)) / 2;
  if (low !== undefined) yield Number(low) + 0.5;
  if (high !== undefined) yield Number(high) - 0.5;
  yield 0.5;
}

function* boundaryCandidates(schema: Schema): Generator<number | bigint> {
  const { multipleOf: step, minimum, maximum, exclusiveMinimum, exclusiveMaximum, format } = schema;
  yield* [1, 0];
  if (minimum !== undefined) yield* [minimum, nextInteger(minimum, 1n)];
  if (exclusiveMinimum !== undefined) yield nextInteger(exclusiveMinimum, 1n);
  if (maximum !== undefined) yield* [maximum, nextInteger(maximum, -1n)];
  if (exclusiveMaximum !== undefined) yield nextInteger(exclusiveMaximum, -1n);
  const range = integerRanges.get(format ?? '');
  if (range !== undefined) yield* [range.min, range.max].map(toNumeric);
  if (step !== undefined) {
    yield* multiples(step, minimum ?? exclusiveMinimum ?? 0);
    yield* multiples(step, maximum ?? exclusiveMaximum ?? 0);
  }
  yield* [2, -1];
}

/** The next integer above or below. */
function nextInteger(bound: number | bigint, by: 1n | -1n): number | bigint {
  const whole = BigInt(typeof bound === 'bigint' ? bound : by === 1n ? Math.floor(bound) : Math.ceil(bound));
  return toNumeric(whole + by);
}

function toNumeric(value: bigint): number | bigint {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/** The multiples next to a bound. */
function* multiples(step: number | bigint, bound: number | bigint): Generator<number | bigint> {
  if (compareNumbers(step, 0) <= 0) return;
  if (isInteger(step) && isInteger(bound)) {
    const start = (BigInt(bound) / BigInt(step)) * BigInt(step);
    for (let n = -2n; n < 3n; n++) yield toNumeric(start + n * BigInt(step));
    return;
  }
  const start = Math.ceil(Number(bound) / Number(step));
  // Rounded to the digits that a product of decimals has: 3 * 0.1 is 0.30000000000000004.
  for (let n = -2; n < 3; n++) yield Number(((start + n) * Number(step)).toPrecision(15));
}
