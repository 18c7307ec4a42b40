/** Validators for object keywords. */
import type { Json, JsonObject } from '../json/exact-json.ts';
import { memoize } from '../memoize.ts';
import type { Schema } from '../model/schema.ts';
import {
  constraintValidator,
  definedValidators,
  type KeywordConstraint,
  missingViolation,
  unexpectedViolation,
} from './keyword-constraint.ts';
import { canMatchInTime } from './patterns.ts';
import { findEvaluatedNames } from './unevaluated.ts';
import {
  childContext,
  createPartChecker,
  evaluateInPlace,
  evaluatePart,
  type KeywordValidator,
  type ValidationContext,
  valuePath,
} from './validation-context.ts';
import { pluralize } from './violation.ts';

type ObjectValidator = KeywordValidator<JsonObject>;

export function objectValidators(schema: Schema): readonly ObjectValidator[] {
  return definedValidators([
    requiredValidator(schema),
    minPropertiesValidator(schema),
    maxPropertiesValidator(schema),
    propertiesValidator(schema),
    ...dependentValidators(schema),
    unevaluatedPropertiesValidator(schema),
  ]);
}

function requiredValidator(schema: Schema): ObjectValidator | undefined {
  const names = [...schema.required];
  if (names.length === 0) return undefined;
  return (value, context) =>
    names.every(
      (name) =>
        Object.hasOwn(value, name) ||
        isExemptFromRequired(context, name) ||
        reportMissing({ schema, keyword: 'required' }, name, context),
    );
}

type MissingCheck = Pick<PropertyCheck, 'schema' | 'keyword'>;

function reportMissing({ schema, keyword }: MissingCheck, name: string, context: ValidationContext): boolean {
  return context.run.report(() => missingViolation(schema, keyword, [...valuePath(context), name]));
}

function minPropertiesValidator(schema: Schema): ObjectValidator | undefined {
  const { minProperties } = schema;
  if (minProperties === undefined) return undefined;
  return countValidator(schema, {
    keyword: 'minProperties',
    isMet: (value) => Object.keys(value).length >= minProperties,
    expected: () => `an object of at least ${pluralize(minProperties, 'property', 'properties')}`,
  });
}

function maxPropertiesValidator(schema: Schema): ObjectValidator | undefined {
  const { maxProperties } = schema;
  if (maxProperties === undefined) return undefined;
  return countValidator(schema, {
    keyword: 'maxProperties',
    isMet: (value) => Object.keys(value).length <= maxProperties,
    expected: () => `an object of at most ${pluralize(maxProperties, 'property', 'properties')}`,
  });
}

function countValidator(schema: Schema, constraint: KeywordConstraint<JsonObject>): ObjectValidator {
  return constraintValidator(schema, { ...constraint, received: (value) => `${Object.keys(value).length}` });
}

function propertiesValidator(schema: Schema): ObjectValidator | undefined {
  const { propertyNames, additionalProperties } = schema;
  const declared = schema.properties.size + schema.patternProperties.length;
  if (declared === 0 && additionalProperties === undefined && propertyNames === undefined) return undefined;
  return (value, context) => {
    for (const name of Object.keys(value)) {
      if (!evaluateProperty(schema, { name, value: value[name] ?? null }, context)) return false;
      if (propertyNames === undefined) continue;
      if (!context.run.evaluate(propertyNames, name, childContext(context, name, propertyNames))) return false;
    }
    return true;
  };
}

interface Property {
  readonly name: string;
  readonly value: Json;
}

function evaluateProperty(schema: Schema, property: Property, context: ValidationContext): boolean {
  const declared = schema.properties.get(property.name);
  // The common case.
  if (declared?.isSatisfiable === true && schema.patternProperties.length === 0)
    return evaluatePart(declared, property.value, childContext(context, property.name, declared));
  const keyword = 'additionalProperties';
  let isAdditional = declared === undefined;
  if (declared !== undefined && !evaluateNamedProperty({ schema, keyword, part: declared }, property, context))
    return false;
  for (const { pattern, schema: part } of schema.patternProperties) {
    if (pattern.test(property.name)) {
      isAdditional = false;
      if (!evaluateNamedProperty({ schema, keyword, part }, property, context)) return false;
    } else if (!canMatchInTime(pattern, property.name)) isAdditional = false;
  }
  const { additionalProperties: part } = schema;
  return !isAdditional || part === undefined || evaluateNamedProperty({ schema, keyword, part }, property, context);
}

interface PropertyCheck {
  readonly schema: Schema;
  /** The keyword that is reported if the property is not allowed. */
  readonly keyword: string;
  readonly part: Schema;
}

function evaluateNamedProperty(
  { schema, keyword, part }: PropertyCheck,
  { name, value }: Property,
  context: ValidationContext,
): boolean {
  if (part.isSatisfiable) return evaluatePart(part, value, childContext(context, name, part));
  return context.run.report(() => unexpectedViolation({ schema, keyword, value }, [...valuePath(context), name]));
}

function dependentValidators(schema: Schema): readonly ObjectValidator[] {
  const required = [...schema.dependentRequired].map(
    ([name, requiredNames]): ObjectValidator =>
      (value, context) =>
        !Object.hasOwn(value, name) ||
        requiredNames.every(
          (other) =>
            Object.hasOwn(value, other) || reportMissing({ schema, keyword: 'dependentRequired' }, other, context),
        ),
  );
  const schemaValidators = [...schema.dependentSchemas].map(
    ([name, part]): ObjectValidator =>
      (value, context) =>
        !Object.hasOwn(value, name) || evaluateInPlace(part, value, context),
  );
  return [...required, ...schemaValidators];
}

function unevaluatedPropertiesValidator(schema: Schema): ObjectValidator | undefined {
  const { unevaluatedProperties: part } = schema;
  if (part === undefined) return undefined;
  const check = { schema, keyword: 'unevaluatedProperties', part };
  return (value, context) => {
    const evaluated = findEvaluatedNames(schema, value, createPartChecker(value, context));
    return Object.entries(value).every(
      ([name, propertyValue]) =>
        evaluated.has(name) || evaluateNamedProperty(check, { name, value: propertyValue }, context),
    );
  };
}

/**
 * OpenAPI: a required property that is readOnly is only required in responses; one that is writeOnly, only in requests.
 */
function isExemptFromRequired({ run, scope }: ValidationContext, name: string): boolean {
  const exempt = run.direction === 'request' ? exemptFromRequests : exemptFromResponses;
  return exempt(scope).has(name);
}

const exemptFromRequests = memoize((schema: Schema) => namesWithFlag(schema, 'readOnly'));

const exemptFromResponses = memoize((schema: Schema) => namesWithFlag(schema, 'writeOnly'));

/** Returns the names of properties with the flag in the schema or its composed schemas. */
function namesWithFlag(schema: Schema, flag: 'readOnly' | 'writeOnly'): ReadonlySet<string> {
  const parts = new Set([schema]);
  const names = new Set<string>();
  // Iterating over a Set includes elements added during the loop.
  for (const { properties, allOf, anyOf, oneOf } of parts) {
    for (const [name, part] of properties) if (part[flag]) names.add(name);
    for (const next of [...allOf, ...anyOf, ...oneOf]) parts.add(next);
  }
  return names;
}
