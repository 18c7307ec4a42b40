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

/** Reports violations in the order of the keywords; those of other types do not apply to a value. */
export function evaluateSchema(schema: Schema, value: Json, context: ValidationContext): boolean {
  const validators = compileValidators(schema);
  if (typeof value === 'string') return runValidators(validators.string, value, context);
  if (isNumeric(value)) return runValidators(validators.number, value, context);
  if (isJsonArray(value)) return runValidators(validators.array, value, context);
  return isJsonObject(value)
    ? runValidators(validators.object, value, context)
    : runValidators(validators.other, value, context);
}

function runValidators<T extends Json>(
  validators: readonly KeywordValidator<T>[],
  value: T,
  context: ValidationContext,
): boolean {
  for (const validator of validators) if (!validator(value, context)) return false;
  return true;
}

/** The validators of the keywords that a schema has, by the type of the value, compiled once: most schemas have few. */
interface SchemaValidators {
  readonly string: readonly KeywordValidator<string>[];
  readonly number: readonly KeywordValidator<number | bigint>[];
  readonly array: readonly KeywordValidator<JsonArray>[];
  readonly object: readonly KeywordValidator<JsonObject>[];
  /** Of true, false and null. */
  readonly other: readonly KeywordValidator[];
}

const compileValidators = memoize((schema: Schema): SchemaValidators => {
  if (!schema.isSatisfiable) return sameForAll([falseSchemaValidator(schema)]);
  const combinators = combinatorValidators(schema);
  return {
    string: [...genericValidators(schema, 'string'), ...stringValidators(schema), ...combinators],
    number: [...genericValidators(schema, 'number'), ...numberValidators(schema), ...combinators],
    array: [...genericValidators(schema, 'array'), ...arrayValidators(schema), ...combinators],
    object: [...genericValidators(schema, 'object'), ...objectValidators(schema), ...combinators],
    other: [...genericValidators(schema, undefined), ...combinators],
  };
});

function sameForAll(validators: readonly KeywordValidator[]): SchemaValidators {
  return { string: validators, number: validators, array: validators, object: validators, other: validators };
}

function falseSchemaValidator(schema: Schema): KeywordValidator {
  return constraintValidator(schema, {
    keyword: 'false',
    isMet: () => false,
    expected: () => 'no value',
  });
}
