/** Validators for keywords that depend only on the value itself: type, enum, const, format, and those of strings. */
import { canonicalJson, isEqualJson, type Json, jsonTypeOf, stringifyJson } from '../json/exact-json.ts';
import { memoize } from '../memoize.ts';
import type { Schema, TypeName } from '../model/schema.ts';
import { findFormat } from './formats.ts';
import { constraintValidator, createViolation, definedValidators } from './keyword-constraint.ts';
import { canMatchInTime } from './patterns.ts';
import type { KeywordValidator } from './validation-context.ts';
import { describeValue, pluralize } from './violation.ts';

/**
 * For values of one type; `number` includes integers, and undefined is for all that are not listed elsewhere. For a value of
 * the wrong type, the other keywords are skipped.
 */
export function genericValidators(schema: Schema, type: TypeName | undefined): readonly KeywordValidator[] {
  const others = definedValidators([enumValidator(schema), constValidator(schema), formatValidator(schema)]);
  const { types } = schema;
  const isAllowed = types === undefined || (type !== undefined && types.has(type));
  if (isAllowed) return others;
  const allowedTypes: ReadonlySet<string> = types.has('number') ? new Set([...types, 'integer']) : types;
  const typeValidator = constraintValidator<Json>(schema, {
    keyword: 'type',
    isMet: (value) => allowedTypes.has(jsonTypeOf(value)),
    expected: () => [...types].join(' or '),
  });
  if (others.length === 0) return [typeValidator];
  return [
    (value, context) =>
      allowedTypes.has(jsonTypeOf(value))
        ? others.every((validator) => validator(value, context))
        : typeValidator(value, context),
  ];
}

function enumValidator(schema: Schema): KeywordValidator | undefined {
  const { enum: options } = schema;
  if (options === undefined) return undefined;
  return constraintValidator(schema, {
    keyword: 'enum',
    isMet: (value) => isInEnum(options, value),
    expected: () => `one of ${joinValues(options)}`,
  });
}

function constValidator(schema: Schema): KeywordValidator | undefined {
  const { const: constant } = schema;
  if (constant === undefined) return undefined;
  return constraintValidator(schema, {
    keyword: 'const',
    isMet: (value) => isEqualJson(constant.value, value),
    expected: () => stringifyJson(constant.value),
  });
}

function formatValidator(schema: Schema): KeywordValidator | undefined {
  const format = schema.format === undefined ? undefined : findFormat(schema.format);
  if (format === undefined) return undefined;
  return constraintValidator(schema, {
    keyword: 'format',
    isMet: format.accepts,
    expected: () => format.expected,
  });
}

export function stringValidators(schema: Schema): readonly KeywordValidator<string>[] {
  return definedValidators([minLengthValidator(schema), maxLengthValidator(schema), patternValidator(schema)]);
}

function minLengthValidator(schema: Schema): KeywordValidator<string> | undefined {
  const { minLength } = schema;
  if (minLength === undefined) return undefined;
  return constraintValidator(schema, {
    keyword: 'minLength',
    // A code point has one or two UTF-16 code units.
    isMet: (text) => text.length >= 2 * minLength || countCodePoints(text) >= minLength,
    expected: () => `a string of at least ${pluralize(minLength, 'character')}`,
  });
}

function maxLengthValidator(schema: Schema): KeywordValidator<string> | undefined {
  const { maxLength } = schema;
  if (maxLength === undefined) return undefined;
  return constraintValidator(schema, {
    keyword: 'maxLength',
    isMet: (text) => text.length <= maxLength || (text.length <= 2 * maxLength && countCodePoints(text) <= maxLength),
    expected: () => `a string of at most ${pluralize(maxLength, 'character')}`,
  });
}

function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

function patternValidator(schema: Schema): KeywordValidator<string> | undefined {
  const { pattern } = schema;
  if (pattern === undefined) return undefined;
  const rejectAs = (expected: string): KeywordValidator<string> => {
    return (value, context) =>
      context.run.report(() =>
        createViolation(schema, { keyword: 'pattern', expected, received: describeValue(value) }, context),
      );
  };
  const rejectMismatch = rejectAs(`a string that matches ${pattern.source}`);
  const rejectTooLong = rejectAs(`a string short enough to match against ${pattern.source}`);
  return (value, context) => {
    if (pattern.test(value)) return true;
    if (canMatchInTime(pattern, value)) return rejectMismatch(value, context);
    // An inconclusive check is not an error of a response; in a request such a value must not be sent.
    return context.run.direction === 'response' || rejectTooLong(value, context);
  };
}

/** A linear search of this many values is as fast as a lookup. */
const SMALL_ENUM = 20;

function isInEnum(options: readonly Json[], value: Json): boolean {
  if (options.length <= SMALL_ENUM) return options.some((option) => isEqualJson(option, value));
  return canonicalValues(options).has(canonicalJson(value));
}

const canonicalValues = memoize((options: readonly Json[]) => new Set(options.map(canonicalJson)));

/** Lists all values, separated by commas. */
const joinValues = memoize((options: readonly Json[]) => options.map((option) => stringifyJson(option)).join(', '));
