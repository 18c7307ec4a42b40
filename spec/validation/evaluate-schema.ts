/** Validates a value by all keywords of a schema. */
import {
  isJsonArray,
  isJsonObject,
  isNumeric,
  type Json,
  type JsonArray,
  type JsonObject,
} from '../json/exact-json.ts';
import { memoize } from '../memoize.ts';
import type { Schema } from '../model/schema.ts';
import { arrayValidators } from './array-keywords.ts';
import { combinatorValidators } from './combinators.ts';
import { constraintValidator } from './keyword-constraint.ts';
import { numberValidators } from './number-keywords.ts';
import { objectValidators } from './object-keywords.ts';
import type { KeywordValidator, ValidationContext } from './validation-context.ts';
import { genericValidators, stringValidators } from './value-keywords.ts';

/** Reports violations in this order; keywords of other types do not apply to a value. */
export function evaluateSchema(schema: Schema, value: Json, context: ValidationContext): boolean {
  const validators = compileValidators(schema);
  return (
    runValidators(validators.any, value, context) &&
    evaluateTypeKeywords(validators, value, context) &&
    runValidators(validators.combinators, value, context)
  );
}

function evaluateTypeKeywords(validators: SchemaValidators, value: Json, context: ValidationContext): boolean {
  if (typeof value === 'string') return runValidators(validators.string, value, context);
  if (isNumeric(value)) return runValidators(validators.number, value, context);
  if (isJsonArray(value)) return runValidators(validators.array, value, context);
  return !isJsonObject(value) || runValidators(validators.object, value, context);
}

function runValidators<T extends Json>(
  validators: readonly KeywordValidator<T>[],
  value: T,
  context: ValidationContext,
): boolean {
  for (const validator of validators) if (!validator(value, context)) return false;
  return true;
}

/** The validators of the keywords that a schema has, compiled once: most schemas have one or two. */
interface SchemaValidators {
  readonly any: readonly KeywordValidator[];
  readonly string: readonly KeywordValidator<string>[];
  readonly number: readonly KeywordValidator<number | bigint>[];
  readonly array: readonly KeywordValidator<JsonArray>[];
  readonly object: readonly KeywordValidator<JsonObject>[];
  readonly combinators: readonly KeywordValidator[];
}

const compileValidators = memoize((schema: Schema): SchemaValidators => {
  if (!schema.isSatisfiable) return { ...noValidators, any: [falseSchemaValidator(schema)] };
  return {
    any: genericValidators(schema),
    string: stringValidators(schema),
    number: numberValidators(schema),
    array: arrayValidators(schema),
    object: objectValidators(schema),
    combinators: combinatorValidators(schema),
  };
});

const noValidators: SchemaValidators = {
  any: [],
  string: [],
  number: [],
  array: [],
  object: [],
  combinators: [],
};

function falseSchemaValidator(schema: Schema): KeywordValidator {
  return constraintValidator(schema, {
    keyword: 'false',
    isMet: () => false,
    expected: () => 'no value',
  });
}
