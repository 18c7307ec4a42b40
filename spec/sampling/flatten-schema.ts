/** Flattens a schema: merges `allOf` as JSON Schema defines it, and selects one alternative of `anyOf` and `oneOf`. */
import { canonicalJson, compareNumbers, type Json } from '../json/exact-json.ts';
import { leastCommonMultiple, toMultipleOf, toNumber } from '../model/multiple-of.ts';
import type { PatternProperty, Schema, TypeName } from '../model/schema.ts';
import { intersectPatterns } from '../validation/patterns.ts';

/**
 * Returns the schema for the `choice`-th alternative (modulo their number) of each combinator. Use it to generate
 * values; `not` and conditions are left out, so validate the results.
 */
export function flattenSchema(schema: Schema, choice = 0): Schema {
  const cached = flattenCache.get(schema)?.get(choice);
  if (cached !== undefined) return cached;
  const flatSchema = flattenUncached(schema, choice);
  const choices = flattenCache.get(schema) ?? new Map<number, Schema>();
  flattenCache.set(schema, choices.set(choice, flatSchema));
  return flatSchema;
}

/** Schemas do not change, and every case uses the same ones. */
const flattenCache = new WeakMap<Schema, Map<number, Schema>>();

function flattenUncached(schema: Schema, choice: number): Schema {
  const chosen = [schema.anyOf, schema.oneOf].flatMap((parts) => parts[choice % parts.length] ?? []);
  const parts = [...schema.allOf, ...chosen].map((part) => flattenSchema(part, choice));
  const withoutComposition: Schema = { ...schema, allOf: [], anyOf: [], oneOf: [] };
  return parts.reduce(intersectKeywords, withoutComposition);
}

/** The number of choices before `flattenSchema` repeats: the longest list of alternatives in the schema. */
export function countChoices(schema: Schema): number {
  const cached = choiceCountCache.get(schema);
  if (cached !== undefined) return cached;
  const { allOf, anyOf, oneOf } = schema;
  const ownCount = Math.max(1, anyOf.length, oneOf.length);
  const count = [...allOf, ...anyOf, ...oneOf].reduce((max, part) => Math.max(max, countChoices(part)), ownCount);
  choiceCountCache.set(schema, count);
  return count;
}

/** One part may be reachable in very many ways. */
const choiceCountCache = new WeakMap<Schema, number>();

function intersectKeywords(a: Schema, b: Schema): Schema {
  const { xml = b.xml, contentMediaType = b.contentMediaType, contentSchema = b.contentSchema, faker = b.faker } = a;
  return {
    ...a,
    ...(xml === undefined ? {} : { xml }),
    ...(contentMediaType === undefined ? {} : { contentMediaType }),
    ...(contentSchema === undefined ? {} : { contentSchema }),
    ...(faker === undefined ? {} : { faker }),
    isSatisfiable: a.isSatisfiable && b.isSatisfiable,
    types: intersectTypes(a.types, b.types),
    format: a.format ?? b.format,
    enum: intersectEnums(a.enum, b.enum),
    const: a.const ?? b.const,
    minimum: tightest(a.minimum, b.minimum, 1),
    maximum: tightest(a.maximum, b.maximum, -1),
    exclusiveMinimum: tightest(a.exclusiveMinimum, b.exclusiveMinimum, 1),
    exclusiveMaximum: tightest(a.exclusiveMaximum, b.exclusiveMaximum, -1),
    multipleOf: commonMultiple(a.multipleOf, b.multipleOf),
    minLength: larger(a.minLength, b.minLength),
    maxLength: smaller(a.maxLength, b.maxLength),
    pattern: combinePatterns(a.pattern, b.pattern),
    properties: intersectProperties(a.properties, b.properties),
    patternProperties: unionOf<PatternProperty>(a.patternProperties, b.patternProperties),
    additionalProperties: intersectSchemas(a.additionalProperties, b.additionalProperties),
    unevaluatedProperties: intersectSchemas(a.unevaluatedProperties, b.unevaluatedProperties),
    propertyNames: intersectSchemas(a.propertyNames, b.propertyNames),
    required: a.required.union(b.required),
    dependentRequired: new Map([...a.dependentRequired, ...b.dependentRequired]),
    dependentSchemas: intersectProperties(a.dependentSchemas, b.dependentSchemas),
    minProperties: larger(a.minProperties, b.minProperties),
    maxProperties: smaller(a.maxProperties, b.maxProperties),
    prefixItems: a.prefixItems.length > 0 ? a.prefixItems : b.prefixItems,
    items: intersectSchemas(a.items, b.items),
    unevaluatedItems: intersectSchemas(a.unevaluatedItems, b.unevaluatedItems),
    contains: a.contains ?? b.contains,
    minContains: a.minContains ?? b.minContains,
    maxContains: a.maxContains ?? b.maxContains,
    minItems: larger(a.minItems, b.minItems),
    maxItems: smaller(a.maxItems, b.maxItems),
    uniqueItems: a.uniqueItems || b.uniqueItems,
    readOnly: a.readOnly || b.readOnly,
    writeOnly: a.writeOnly || b.writeOnly,
    default: a.default ?? b.default,
    examples: unionOf(a.examples, b.examples),
    description: a.description ?? b.description,
  };
}

/** Removes duplicates: parts that are reachable in two ways would double at each level. */
function unionOf<T>(a: readonly T[], b: readonly T[]): readonly T[] {
  return [...new Set([...a, ...b])];
}

/** Lazy: the property may be recursive. */
function intersectSchemas(a: Schema | undefined, b: Schema | undefined): Schema | undefined {
  if (a === undefined || b === undefined || a === b) return a ?? b;
  return { ...a, allOf: [...a.allOf, b] };
}

function intersectProperties(
  a: ReadonlyMap<string, Schema>,
  b: ReadonlyMap<string, Schema>,
): ReadonlyMap<string, Schema> {
  const properties = new Map(a);
  for (const [name, schema] of b) properties.set(name, intersectSchemas(properties.get(name), schema) ?? schema);
  return properties;
}

function intersectTypes(
  a: ReadonlySet<TypeName> | undefined,
  b: ReadonlySet<TypeName> | undefined,
): ReadonlySet<TypeName> | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const common = a.intersection(b);
  const hasInteger = (a.has('integer') && b.has('number')) || (a.has('number') && b.has('integer'));
  return hasInteger && !common.has('number') ? common.union(new Set<TypeName>(['integer'])) : common;
}

function intersectEnums(a: readonly Json[] | undefined, b: readonly Json[] | undefined): readonly Json[] | undefined {
  if (a === undefined || b === undefined || a === b) return a ?? b;
  const others = new Set(b.map(canonicalJson));
  return a.filter((value) => others.has(canonicalJson(value)));
}

type Numeric = number | bigint | undefined;

/** Returns the larger (`direction` 1) or the smaller (-1) of two bounds, if both exist. */
function tightest(a: Numeric, b: Numeric, direction: 1 | -1): Numeric {
  if (a === undefined || b === undefined) return a ?? b;
  return compareNumbers(a, b) * direction >= 0 ? a : b;
}

function larger(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);
}

function smaller(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}

function commonMultiple(a: Numeric, b: Numeric): Numeric {
  if (a === undefined || b === undefined) return a ?? b;
  const common = leastCommonMultiple(toMultipleOf(a), toMultipleOf(b));
  return common && toNumber(common);
}

function combinePatterns(a: RegExp | undefined, b: RegExp | undefined): RegExp | undefined {
  if (a === undefined || b === undefined || a.source === b.source) return a ?? b;
  return intersectPatterns(a, b);
}
