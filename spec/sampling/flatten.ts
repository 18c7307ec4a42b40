/** One schema without combinators: `allOf` folded in as JSON Schema means it, one alternative of `anyOf`/`oneOf` chosen. */
import { canonicalText, compareNumbers, isInteger, type Json } from '../json/exact-json.ts';
import type { PatternProperty, Schema, TypeName } from '../model/schema.ts';
import { bothPatterns } from '../validation/patterns.ts';

/**
 * What a value of the schema looks like when it takes the `choice`-th alternative (counted modulo) of each
 * combinator. A view to derive values from; `not` and conditions are left out, so check what you derive.
 */
export function flatten(schema: Schema, choice = 0): Schema {
  const known = flattened.get(schema)?.get(choice);
  if (known !== undefined) return known;
  const flat = combine(schema, choice);
  const choices = flattened.get(schema) ?? new Map<number, Schema>();
  flattened.set(schema, choices.set(choice, flat));
  return flat;
}

/** Schemas do not change, and the same ones are looked at for every case. */
const flattened = new WeakMap<Schema, Map<number, Schema>>();

function combine(schema: Schema, choice: number): Schema {
  const chosen = [schema.anyOf, schema.oneOf].flatMap((parts) => parts[choice % parts.length] ?? []);
  const parts = [...schema.allOf, ...chosen].map((part) => flatten(part, choice));
  const bare: Schema = { ...schema, allOf: [], anyOf: [], oneOf: [] };
  return parts.reduce(intersect, bare);
}

/** How many choices `flatten` can take before they repeat: the longest list of alternatives in the schema. */
export function countChoices(schema: Schema): number {
  const known = counted.get(schema);
  if (known !== undefined) return known;
  const { allOf, anyOf, oneOf } = schema;
  const own = Math.max(1, anyOf.length, oneOf.length);
  const count = [...allOf, ...anyOf, ...oneOf].reduce(
    (most, part) => Math.max(most, countChoices(part)),
    own,
  );
  counted.set(schema, count);
  return count;
}

/** One part may be reached by very many ways. */
const counted = new WeakMap<Schema, number>();

function intersect(a: Schema, b: Schema): Schema {
  const { xml = b.xml, contentMediaType = b.contentMediaType } = a;
  return {
    ...a,
    ...(xml === undefined ? {} : { xml }),
    ...(contentMediaType === undefined ? {} : { contentMediaType }),
    possible: a.possible && b.possible,
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
    pattern: everyPattern(a.pattern, b.pattern),
    properties: unite(a.properties, b.properties),
    patternProperties: distinct<PatternProperty>(a.patternProperties, b.patternProperties),
    additionalProperties: both(a.additionalProperties, b.additionalProperties),
    unevaluatedProperties: both(a.unevaluatedProperties, b.unevaluatedProperties),
    propertyNames: both(a.propertyNames, b.propertyNames),
    required: a.required.union(b.required),
    dependentRequired: new Map([...a.dependentRequired, ...b.dependentRequired]),
    dependentSchemas: unite(a.dependentSchemas, b.dependentSchemas),
    minProperties: larger(a.minProperties, b.minProperties),
    maxProperties: smaller(a.maxProperties, b.maxProperties),
    prefixItems: a.prefixItems.length > 0 ? a.prefixItems : b.prefixItems,
    items: both(a.items, b.items),
    unevaluatedItems: both(a.unevaluatedItems, b.unevaluatedItems),
    contains: a.contains ?? b.contains,
    minContains: a.minContains ?? b.minContains,
    maxContains: a.maxContains ?? b.maxContains,
    minItems: larger(a.minItems, b.minItems),
    maxItems: smaller(a.maxItems, b.maxItems),
    uniqueItems: a.uniqueItems || b.uniqueItems,
    readOnly: a.readOnly || b.readOnly,
    writeOnly: a.writeOnly || b.writeOnly,
    default: a.default ?? b.default,
    examples: distinct(a.examples, b.examples),
    description: a.description ?? b.description,
  };
}

/** Parts that are reached by two ways would double at each level. */
function distinct<T>(a: readonly T[], b: readonly T[]): readonly T[] {
  return [...new Set([...a, ...b])];
}

/** Lazily: the property itself may lead back here. */
function both(a: Schema | undefined, b: Schema | undefined): Schema | undefined {
  if (a === undefined || b === undefined || a === b) return a ?? b;
  return { ...a, allOf: [...a.allOf, b] };
}

function unite(a: ReadonlyMap<string, Schema>, b: ReadonlyMap<string, Schema>): ReadonlyMap<string, Schema> {
  const united = new Map(a);
  for (const [name, schema] of b) united.set(name, both(united.get(name), schema) ?? schema);
  return united;
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

function intersectEnums(
  a: readonly Json[] | undefined,
  b: readonly Json[] | undefined,
): readonly Json[] | undefined {
  if (a === undefined || b === undefined || a === b) return a ?? b;
  const others = new Set(b.map(canonicalText));
  return a.filter((value) => others.has(canonicalText(value)));
}

type Numeric = number | bigint | undefined;

/** The larger (`direction` 1) or the smaller (-1) of two bounds, where both are given. */
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
  if (a === undefined || b === undefined || !isInteger(a) || !isInteger(b)) return a ?? b;
  const [x, y] = [BigInt(a), BigInt(b)];
  return Number((x * y) / greatestCommonDivisor(x, y));
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestCommonDivisor(b, a % b);
}

function everyPattern(a: RegExp | undefined, b: RegExp | undefined): RegExp | undefined {
  if (a === undefined || b === undefined || a.source === b.source) return a ?? b;
  return bothPatterns(a, b);
}
