/** The keywords that look at a value alone: type, enum, const, format, and those of numbers and texts. */
import { compareNumbers, isNumeric, type Json, jsonTypeOf, sameJson, stringifyJson } from '../exact-json.ts';
import { formatNamed } from '../formats.ts';
import { canTry } from '../patterns.ts';
import { type Judge, violation } from './context.ts';
import { isListed, listInWords } from './one-of-many.ts';
import { inWords } from './violation.ts';

export const judgeAnyType: Judge = function* (schema, value, context) {
  const { types, enum: options, const: only, format } = schema;
  if (types !== undefined && !hasType(types, value)) {
    yield violation(schema, 'type', [...types].join(' or '), value, context);
    return;
  }
  if (options !== undefined && !isListed(options, value)) {
    yield violation(schema, 'enum', `one of ${listInWords(options)}`, value, context);
  }
  if (only !== undefined && !sameJson(only.value, value)) {
    yield violation(schema, 'const', stringifyJson(only.value), value, context);
  }
  const known = format === undefined ? undefined : formatNamed(format);
  if (known !== undefined && !known.accepts(value)) {
    yield violation(schema, 'format', known.expected, value, context);
  }
};

export const judgeNumber: Judge = function* (schema, value, context) {
  if (!isNumeric(value)) return;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  if (minimum !== undefined && compareWithBound(value, minimum) < 0)
    yield violation(schema, 'minimum', `at least ${minimum}`, value, context);
  if (maximum !== undefined && compareWithBound(value, maximum) > 0)
    yield violation(schema, 'maximum', `at most ${maximum}`, value, context);
  if (exclusiveMinimum !== undefined && compareWithBound(value, exclusiveMinimum) <= 0)
    yield violation(schema, 'exclusiveMinimum', `more than ${exclusiveMinimum}`, value, context);
  if (exclusiveMaximum !== undefined && compareWithBound(value, exclusiveMaximum) >= 0)
    yield violation(schema, 'exclusiveMaximum', `less than ${exclusiveMaximum}`, value, context);
  if (multipleOf !== undefined && !isMultiple(value, multipleOf))
    yield violation(schema, 'multipleOf', `a multiple of ${multipleOf}`, value, context);
};

/** A bound written `1e25` is held as the double nearest to it, which is not 10 to the power of 25: 25 zeros in a body are. */
function compareWithBound(value: number | bigint, bound: number | bigint): number {
  const isDouble = typeof bound === 'number' && !Number.isSafeInteger(bound);
  return compareNumbers(isDouble ? Number(value) : value, bound);
}

export const judgeString: Judge = function* (schema, value, context) {
  if (typeof value !== 'string') return;
  const { minLength, maxLength, pattern } = schema;
  const length = minLength === undefined && maxLength === undefined ? 0 : codePoints(value);
  if (minLength !== undefined && length < minLength)
    yield violation(
      schema,
      'minLength',
      `a string of at least ${inWords(minLength, 'character')}`,
      value,
      context,
    );
  if (maxLength !== undefined && length > maxLength)
    yield violation(
      schema,
      'maxLength',
      `a string of at most ${inWords(maxLength, 'character')}`,
      value,
      context,
    );
  if (pattern === undefined || pattern.test(value)) return;
  if (canTry(pattern, value))
    yield violation(schema, 'pattern', `a string that matches ${pattern.source}`, value, context);
  // What we cannot tell is no fault of an answer, and nothing to send.
  else if (context.direction === 'request')
    yield violation(schema, 'pattern', `a string short enough to try ${pattern.source} on`, value, context);
};

function hasType(types: ReadonlySet<string>, value: Json): boolean {
  const type = jsonTypeOf(value);
  return types.has(type) || (type === 'integer' && types.has('number'));
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Decimal steps such as 0.01 have no exact double, so both are taken as they are written in decimal. */
function isMultiple(value: number | bigint, step: number | bigint): boolean {
  const [a, b] = [decimalOf(value), decimalOf(step)];
  if (b.digits === 0n) return true;
  const exponent = Math.min(a.exponent, b.exponent);
  const scaled = ({ digits, exponent: own }: Decimal) => digits * 10n ** BigInt(own - exponent);
  return scaled(a) % scaled(b) === 0n;
}

/** `digits` times ten to the power of `exponent`. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

function decimalOf(value: number | bigint): Decimal {
  if (typeof value === 'bigint') return { digits: value, exponent: 0 };
  const [coefficient = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = coefficient.split('.');
  return { digits: BigInt(`${whole}${fraction}`), exponent: Number(exponent) - fraction.length };
}
