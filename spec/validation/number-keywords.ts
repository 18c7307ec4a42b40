/** Validators for number keywords. */
import { compareNumbers } from '../json/exact-json.ts';
import type { Schema } from '../model/schema.ts';
import { constraintValidator, definedValidators } from './keyword-constraint.ts';
import type { KeywordValidator } from './validation-context.ts';

type Numeric = number | bigint;

export function numberValidators(schema: Schema): readonly KeywordValidator<Numeric>[] {
  return definedValidators([
    ...boundKeywords.map((bound) => boundValidator(schema, bound)),
    multipleOfValidator(schema),
  ]);
}

interface BoundKeyword {
  readonly keyword: 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum';
  readonly phrase: string;
  /** Accepts or rejects the sign of the difference between value and bound. */
  readonly isMet: (sign: number) => boolean;
}

const boundKeywords: readonly BoundKeyword[] = [
  { keyword: 'minimum', phrase: 'at least', isMet: (sign) => sign >= 0 },
  { keyword: 'maximum', phrase: 'at most', isMet: (sign) => sign <= 0 },
  { keyword: 'exclusiveMinimum', phrase: 'more than', isMet: (sign) => sign > 0 },
  { keyword: 'exclusiveMaximum', phrase: 'less than', isMet: (sign) => sign < 0 },
];

function boundValidator(
  schema: Schema,
  { keyword, phrase, isMet }: BoundKeyword,
): KeywordValidator<Numeric> | undefined {
  const bound = schema[keyword];
  if (bound === undefined) return undefined;
  return constraintValidator(schema, {
    keyword,
    isMet: (value) => isMet(compareWithBound(value, bound)),
    expected: () => `${phrase} ${bound}`,
  });
}

/**
 * A bound `1e25` is stored as its nearest double, which is not 10 to the power of 25, while a body may contain exactly
 * that integer.
 */
function compareWithBound(value: Numeric, bound: Numeric): number {
  const isDouble = typeof bound === 'number' && !Number.isSafeInteger(bound);
  return compareNumbers(isDouble ? Number(value) : value, bound);
}

function multipleOfValidator(schema: Schema): KeywordValidator<Numeric> | undefined {
  const { multipleOf } = schema;
  if (multipleOf === undefined) return undefined;
  const decimal = decimalOf(multipleOf);
  return constraintValidator(schema, {
    keyword: 'multipleOf',
    isMet: (value) =>
      isSafe(value) && isSafe(multipleOf) ? value % multipleOf === 0 : isMultiple(decimalOf(value), decimal),
    expected: () => `a multiple of ${multipleOf}`,
  });
}

function isSafe(value: Numeric): value is number {
  return Number.isSafeInteger(value);
}

/** Decimal steps such as 0.01 have no exact double, so both numbers are compared by their decimal notation. */
function isMultiple(a: Decimal, b: Decimal): boolean {
  if (b.digits === 0n) return true;
  if (a.exponent === b.exponent) return a.digits % b.digits === 0n;
  const exponent = Math.min(a.exponent, b.exponent);
  const scaled = ({ digits, exponent: ownExponent }: Decimal) => digits * 10n ** BigInt(ownExponent - exponent);
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
