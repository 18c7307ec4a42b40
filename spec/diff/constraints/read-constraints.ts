/** Reads the constraints of a single schema on values of a type; collect-constraints.ts handles its combinators. */
import { type Json, jsonTypeOf } from '../../json/exact-json.ts';
import { memoize } from '../../memoize.ts';
import { integerMultiple, leastCommonMultiple, toMultipleOf } from '../../model/multiple-of.ts';
import type { Direction, Schema, TypeName } from '../../model/schema.ts';
import { findFormat, integerRanges } from '../../validation/formats.ts';
import {
  type ArrayConstraints,
  type Bound,
  type Constraints,
  type NumberConstraints,
  noConstraints,
  type ObjectConstraints,
  type PropertySchemas,
  tighterBound,
  type ValueType,
} from './constraints.ts';
import type { SchemaSet } from './schema-set.ts';

export const allTypes: readonly ValueType[] = ['null', 'boolean', 'number', 'string', 'array', 'object'];

export function allowsType({ types, isSatisfiable }: Schema, type: ValueType): boolean {
  if (!isSatisfiable) return false;
  return types === undefined || types.has(type) || (type === 'number' && types.has('integer'));
}

export function readConstraints(
  schema: Schema,
  type: ValueType,
  schemaSet: SchemaSet,
  direction: Direction,
): Constraints {
  const none = noConstraints(type, schemaSet);
  const { string } = none;
  return {
    ...none,
    sources: [schema],
    values: listedValues(schema, type),
    formats: readFormats(schema, type),
    ...(type === 'number' && { number: readNumberConstraints(schema) }),
    ...(type === 'string' && {
      string: {
        min: schema.minLength ?? string.min,
        max: schema.maxLength ?? string.max,
        patterns: schema.pattern === undefined || matchesAnyString(schema.pattern) ? [] : [schema.pattern],
      },
    }),
    ...(type === 'array' && { array: readArrayConstraints(schema) }),
    ...(type === 'object' && { object: readObjectConstraints(schema, direction) }),
  };
}

const fixedValues: Partial<Readonly<Record<ValueType, readonly Json[]>>> = {
  null: [null],
  boolean: [true, false],
};

function listedValues(schema: Schema, type: ValueType): readonly Json[] | undefined {
  const lists = [fixedValues[type], schema.enum, schema.const === undefined ? undefined : [schema.const.value]];
  const [first, ...others] = lists.filter((list) => list !== undefined).toSorted((a, b) => a.length - b.length);
  // Values that are not in all lists are removed by later validation.
  return others.length === 0 && first === undefined ? undefined : first?.filter((value) => isOfType(type, value));
}

function isOfType(type: ValueType, value: Json): boolean {
  const actualType: TypeName = jsonTypeOf(value);
  return (actualType === 'integer' ? 'number' : actualType) === type;
}

/** Number formats are bounds; all others apply to strings, even unknown ones. */
function readFormats({ format }: Schema, type: ValueType): ReadonlySet<string> {
  if (format === undefined || (type !== 'string' && type !== 'number')) return new Set();
  const isNumeric = integerRanges.has(format) || format === 'float' || format === 'double';
  if (type === 'number') return new Set(isNumeric || findFormat(format) === undefined ? [format] : []);
  return new Set(isNumeric ? [] : [format]);
}

function matchesAnyString({ source }: RegExp): boolean {
  return ['(?:)', '', '^', '$', '.*', '^.*', '[\\s\\S]*', '^[\\s\\S]*$'].includes(source);
}

const FLOAT_MAX = 3.4028234663852886e38;

function readNumberConstraints(schema: Schema): NumberConstraints {
  const { types, multipleOf, format = '' } = schema;
  const range = integerRanges.get(format);
  const isInteger = range !== undefined || (types?.has('integer') === true && !types.has('number'));
  const declaredMultipleOf = multipleOf === undefined ? undefined : toMultipleOf(multipleOf);
  const formatRange = range ?? (format === 'float' ? { min: -FLOAT_MAX, max: FLOAT_MAX } : undefined);
  return {
    lower: tightestBound(
      [inclusiveBound(schema.minimum), exclusiveBound(schema.exclusiveMinimum), inclusiveBound(formatRange?.min)],
      1,
    ),
    upper: tightestBound(
      [inclusiveBound(schema.maximum), exclusiveBound(schema.exclusiveMaximum), inclusiveBound(formatRange?.max)],
      -1,
    ),
    multipleOf: leastCommonMultiple(isInteger ? integerMultiple : undefined, declaredMultipleOf),
  };
}

function inclusiveBound(value: number | bigint | undefined): Bound | undefined {
  return value === undefined ? undefined : { value, isExclusive: false };
}

function exclusiveBound(value: number | bigint | undefined): Bound | undefined {
  return value === undefined ? undefined : { value, isExclusive: true };
}

function tightestBound(bounds: readonly (Bound | undefined)[], direction: 1 | -1): Bound | undefined {
  return bounds.reduce((a, b) => tighterBound(a, b, direction), undefined);
}

function readArrayConstraints(schema: Schema): ArrayConstraints {
  const { prefixItems, items, contains, minContains: min = 1, maxContains: max = Infinity } = schema;
  const rest = unlessEmpty(items);
  const isEmpty = contains === undefined || (min === 0 && max === Infinity);
  return {
    min: schema.minItems ?? 0,
    max: schema.maxItems ?? Infinity,
    isUnique: schema.uniqueItems,
    tuples: prefixItems.length === 0 && rest === undefined ? [] : [{ first: prefixItems, rest }],
    contains: isEmpty ? [] : [{ schema: contains, min, max }],
  };
}

function readObjectConstraints(schema: Schema, direction: Direction): ObjectConstraints {
  const flag = direction === 'request' ? 'readOnly' : 'writeOnly';
  const hidden = [...schema.properties].filter(([, part]) => hasFlag(part, flag)).map(([name]) => name);
  return {
    min: schema.minProperties ?? 0,
    max: schema.maxProperties ?? Infinity,
    required: schema.required,
    hidden: new Set(hidden),
    propertySchemas: readPropertySchemas(schema),
    propertyNames: schema.propertyNames === undefined ? [] : [schema.propertyNames],
    ...readDependents(schema),
    discriminators: schema.discriminator === undefined ? [] : [schema.discriminator],
  };
}

/** A `dependentSchemas` entry with `required` is equivalent to `dependentRequired`, and is converted. */
function readDependents({
  dependentRequired,
  dependentSchemas,
}: Schema): Pick<ObjectConstraints, 'dependentRequired' | 'dependentSchemas'> {
  const needed = new Map([...dependentRequired].map(([name, names]) => [name, new Set(names)]));
  for (const [name, { required }] of dependentSchemas)
    needed.set(name, new Set([...required, ...(needed.get(name) ?? [])]));
  const others = [...dependentSchemas].filter(([, part]) => [...part.keywordLines.keys()].join() !== 'required');
  return {
    dependentRequired: needed,
    dependentSchemas: new Map(others.map(([name, part]) => [name, [withoutRequired(part)]])),
  };
}

const withoutRequired = memoize(
  (part: Schema): Schema => (part.required.size === 0 ? part : { ...part, required: new Set() }),
);

/** `true` and `{}` are equivalent to no schema. */
function unlessEmpty(schema: Schema | undefined): Schema | undefined {
  return schema?.isSatisfiable && schema.keywordLines.size === 0 ? undefined : schema;
}

/** A pattern that every name matches leaves nothing for additional properties, and applies to all properties. */
function readPropertySchemas({ properties, patternProperties, ...schema }: Schema): readonly PropertySchemas[] {
  const additionalProperties = unlessEmpty(schema.additionalProperties);
  const isEmpty = properties.size + patternProperties.length === 0 && additionalProperties === undefined;
  if (isEmpty) return [];
  const matchingAll = patternProperties.filter(({ pattern }) => matchesAnyString(pattern));
  const patterns = patternProperties.filter(({ pattern }) => !matchesAnyString(pattern));
  const rest = matchingAll.length > 0 ? undefined : additionalProperties;
  const every = matchingAll.map(
    ({ schema }): PropertySchemas => ({ properties: new Map(), patterns: [], additional: schema }),
  );
  return [{ properties, patterns, additional: rest }, ...every];
}

/** Whether the property has the flag, directly or in a referenced schema. */
function hasFlag(schema: Schema, flag: 'readOnly' | 'writeOnly'): boolean {
  const parts = new Set([schema]);
  // Iterating over a Set includes elements added during the loop, and visits each part once.
  for (const part of parts) {
    if (part[flag]) return true;
    for (const next of part.allOf) parts.add(next);
  }
  return false;
}
