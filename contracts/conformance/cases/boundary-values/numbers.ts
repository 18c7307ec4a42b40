import { compareNumbers, isInteger, numberFromBigInt } from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { type BoundaryProbe, boundText } from './probe.ts';

/** `isWhole`: the type allows no fractions. */
export function* numberProbes(schema: Schema, isWhole: boolean): Generator<BoundaryProbe> {
  const { multipleOf } = schema;
  const bounds = schemaBounds(schema);
  const steps = stepsFor(schema, isWhole);
  for (const bound of bounds) yield* probesAroundBound(bound, steps);
  const innerStep = multipleOf === undefined ? (steps.at(-1) ?? 1) : Number(multipleOf);
  for (const bound of bounds.filter(({ isInclusive }) => isInclusive))
    yield probeAtDistance(bound, innerStep, 'within');
  for (const { keyword } of bounds) yield { keyword, name: '0', value: 0, side: 'beyond' };
  if (multipleOf !== undefined && !(isWhole && compareNumbers(multipleOf, 1) === 0))
    yield* multipleOfProbes(multipleOf);
}

interface Bound {
  readonly keyword: 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum';
  readonly value: number | bigint;
  /** Whether the bound itself is allowed. */
  readonly isInclusive: boolean;
  readonly inwardDirection: 1 | -1;
}

function schemaBounds({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema): readonly Bound[] {
  const bounds = [
    { keyword: 'minimum', value: minimum, isInclusive: true, inwardDirection: 1 },
    { keyword: 'maximum', value: maximum, isInclusive: true, inwardDirection: -1 },
    { keyword: 'exclusiveMinimum', value: exclusiveMinimum, isInclusive: false, inwardDirection: 1 },
    { keyword: 'exclusiveMaximum', value: exclusiveMaximum, isInclusive: false, inwardDirection: -1 },
  ] as const;
  return bounds.flatMap(({ value, ...bound }) => (value === undefined ? [] : [{ ...bound, value }]));
}

/** Distances from a bound. Single precision represents only fractions such as 0.5 exactly. */
function stepsFor({ format }: Schema, isWhole: boolean): readonly number[] {
  if (isWhole) return [1];
  return format === 'float' ? [1, 0.5] : [1, 0.5, 0.001];
}

/** The last value within a bound, if there is one, and the first values beyond it. */
function* probesAroundBound(bound: Bound, steps: readonly number[]): Generator<BoundaryProbe> {
  const outward = steps.map((step) => -step);
  for (const step of bound.isInclusive ? [0] : steps) yield probeAtDistance(bound, step, 'within');
  for (const step of bound.isInclusive ? outward : [0, ...outward]) yield probeAtDistance(bound, step, 'beyond');
}

/** `step` is the distance from the bound inwards. */
function probeAtDistance(
  { keyword, value: bound, inwardDirection }: Bound,
  step: number,
  side: 'within' | 'beyond',
): BoundaryProbe {
  const offset = step * inwardDirection;
  const isExact = isInteger(bound) && Number.isInteger(offset);
  const value = isExact ? numberFromBigInt(BigInt(bound) + BigInt(offset)) : addDecimally(Number(bound), offset);
  return { keyword, name: `${value}`, description: `${value}${boundText(keyword, bound)}`, value, side };
}

/** Decimal addition: 0.1 + 0.2 is 0.3. */
function addDecimally(bound: number, offset: number): number {
  return Number((bound + offset).toPrecision(15));
}

/** Multiples of 0.01 that division of doubles does not recognize as integers: 0.07, 0.29, 1.15. */
const factors = [1, 3, 7, 29, 115];

function* multipleOfProbes(step: number | bigint): Generator<BoundaryProbe> {
  const { digits, exponent } = toDecimal(step);
  const keyword = 'multipleOf';
  for (const count of factors) {
    const value = Number(`${digits * BigInt(count)}e${exponent}`);
    yield {
      keyword,
      name: `${count} times ${step}`,
      description: `${value} (multiple of ${step})`,
      value,
      side: 'within',
    };
  }
  const describe = (value: number) => `${value} (not a multiple of ${step})`;
  for (const halves of [1n, 3n, 5n]) {
    const value = Number(`${digits * halves * 5n}e${exponent - 1}`);
    yield { keyword, name: `${value}, no multiple of ${step}`, description: describe(value), value, side: 'beyond' };
  }
  const nearMiss = Number(`${digits * 7n * 1000n + 1n}e${exponent - 3}`);
  yield {
    keyword,
    name: `${nearMiss}, no multiple of ${step}`,
    description: describe(nearMiss),
    value: nearMiss,
    side: 'beyond',
  };
  const next = Number(`${digits * 7n + 1n}e${exponent}`);
  yield {
    keyword,
    name: `${next}, just no multiple of ${step}`,
    description: describe(next),
    value: next,
    side: 'beyond',
  };
}

/** `digits` times ten to the power of `exponent`. */
function toDecimal(value: number | bigint): { readonly digits: bigint; readonly exponent: number } {
  const [coefficient = '0', power = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = coefficient.split('.');
  return { digits: BigInt(`${whole}${fraction}`), exponent: Number(power) - fraction.length };
}
