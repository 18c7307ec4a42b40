/** The keywords of numbers. */
import { compareNumbers } from '../json/exact-json.ts';
import type { Schema } from '../model/schema.ts';
import type { Judge } from './context.ts';
import { demanding, present } from './demand.ts';

type Numeric = number | bigint;

export function judgesOfNumber(schema: Schema): readonly Judge<Numeric>[] {
  return present([...bounds.map((bound) => bounded(schema, bound)), stepped(schema)]);
}

interface Bound {
  readonly rule: 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum';
  readonly words: string;
  /** By the sign of a value's difference from the bound. */
  readonly holds: (sign: number) => boolean;
}

const bounds: readonly Bound[] = [
  { rule: 'minimum', words: 'at least', holds: (sign) => sign >= 0 },
  { rule: 'maximum', words: 'at most', holds: (sign) => sign <= 0 },
  { rule: 'exclusiveMinimum', words: 'more than', holds: (sign) => sign > 0 },
  { rule: 'exclusiveMaximum', words: 'less than', holds: (sign) => sign < 0 },
];

function bounded(schema: Schema, { rule, words, holds }: Bound): Judge<Numeric> | undefined {
  const bound = schema[rule];
  if (bound === undefined) return undefined;
  return demanding(schema, {
    rule,
    holds: (value) => holds(compareWithBound(value, bound)),
    expected: () => `${words} ${bound}`,
  });
}

/** A bound written `1e25` is held as the double nearest to it, which is not 10 to the power of 25: 25 zeros in a body are. */
function compareWithBound(value: Numeric, bound: Numeric): number {
  const isDouble = typeof bound === 'number' && !Number.isSafeInteger(bound);
  return compareNumbers(isDouble ? Number(value) : value, bound);
}

function stepped(schema: Schema): Judge<Numeric> | undefined {
  const { multipleOf: step } = schema;
  if (step === undefined) return undefined;
  const decimal = decimalOf(step);
  return demanding(schema, {
    rule: 'multipleOf',
    holds: (value) =>
      isSafe(value) && isSafe(step) ? value % step === 0 : isMultiple(decimalOf(value), decimal),
    expected: () => `a multiple of ${step}`,
  });
}

function isSafe(value: Numeric): value is number {
  return Number.isSafeInteger(value);
}

/** Decimal steps such as 0.01 have no exact double, so both are taken as they are written in decimal. */
function isMultiple(a: Decimal, b: Decimal): boolean {
  if (b.digits === 0n) return true;
  if (a.exponent === b.exponent) return a.digits % b.digits === 0n;
  const exponent = Math.min(a.exponent, b.exponent);
  const scaled = ({ digits, exponent: own }: Decimal) => digits * 10n ** BigInt(own - exponent);
  return scaled(a) % scaled(b) === 0n;
}

/** `digits` times ten to the power of `exponent`. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

function decimalOf(value: Numeric): Decimal {
  if (typeof value === 'bigint') return { digits: value, exponent: 0 };
  const text = String(value);
  const [coefficient = '0', exponent = '0'] = text.includes('e') ? text.split('e') : [text];
  const point = coefficient.indexOf('.');
  if (point < 0) return { digits: BigInt(coefficient), exponent: Number(exponent) };
  const fraction = coefficient.slice(point + 1);
  return {
    digits: BigInt(coefficient.slice(0, point) + fraction),
    exponent: Number(exponent) - fraction.length,
  };
}
