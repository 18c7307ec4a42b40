/** Derives from a schema the JSON shape that all of its values share. */
import { canonicalJson, compareNumbers, type Json, jsonTypeOf } from '../../../../spec/json/exact-json.ts';
import { memoize } from '../../../../spec/memoize.ts';
import type { Schema, TypeName } from '../../../../spec/model/schema.ts';
import { sampleValue } from '../../../../spec/sampling/sample-value.ts';
import { integerRanges } from '../../../../spec/validation/formats.ts';
import { stringPatterns } from './string-patterns.ts';

/**
 * What a schema requires of all values, as far as Pact can express it: there is no matcher for `oneOf` and `anyOf`, so
 * of alternatives only the common requirements remain. The rest is left to the check against the contract.
 */
export interface JsonShape {
  /** Undefined if any type is allowed. */
  readonly types: ReadonlySet<TypeName> | undefined;
  /** The values of `enum` or `const`. */
  readonly values: readonly Json[] | undefined;
  /** Regular expressions that every string matches. */
  readonly patterns: readonly string[];
  /** All integers are within ±10^15, where the verifier accepts every notation of a number. */
  readonly hasSafeRange: boolean;
  /** Lazy, because schemas may be recursive. */
  readonly required: ReadonlyMap<string, () => JsonShape>;
  /** The shape of the values of a map. */
  readonly entries: (() => JsonShape) | undefined;
  /** A sample value of a map entry, since samples of maps are empty. */
  readonly entrySample: (() => Json | undefined) | undefined;
  readonly items: (() => JsonShape) | undefined;
  readonly minItems: number;
}

const anyShape: JsonShape = {
  types: undefined,
  values: undefined,
  patterns: [],
  hasSafeRange: false,
  required: new Map(),
  entries: undefined,
  entrySample: undefined,
  items: undefined,
  minItems: 0,
};

/** The shape of a response, without `writeOnly` properties. Memoized, since a schema can be reached in many ways. */
export const schemaShape: (schema: Schema) => JsonShape = memoize((schema: Schema): JsonShape => {
  const parts = schema.allOf.map(schemaShape);
  const groups = [schema.anyOf, schema.oneOf].filter((group) => group.length > 0);
  const shared = groups.map((group) =>
    uniteShapes(group.filter(({ isSatisfiable }) => isSatisfiable).map(schemaShape)),
  );
  return [...parts, ...shared].reduce(intersectShapes, ownKeywordsShape(schema));
});

function ownKeywordsShape(schema: Schema): JsonShape {
  const values = schema.const === undefined ? schema.enum : [schema.const.value];
  const { items, prefixItems, minItems = 0 } = schema;
  return {
    types: schema.types ?? (values === undefined ? undefined : new Set(values.map(jsonTypeOf))),
    values,
    patterns: stringPatterns(schema),
    hasSafeRange: isSafeRange(schema),
    required: new Map(
      [...schema.required].filter(isExpectedProperty(schema)).map((name) => [name, propertyShape(schema, name)]),
    ),
    ...mapEntries(schema),
    items: items === undefined || prefixItems.length > 0 ? undefined : () => schemaShape(items),
    minItems,
  };
}

function isExpectedProperty({ properties }: Schema): (name: string) => boolean {
  return (name) => properties.get(name)?.writeOnly !== true;
}

function propertyShape({ properties, additionalProperties, patternProperties }: Schema, name: string): () => JsonShape {
  const declared = properties.get(name);
  if (declared !== undefined) return () => schemaShape(declared);
  if (additionalProperties === undefined || patternProperties.length > 0) return () => anyShape;
  return () => schemaShape(additionalProperties);
}

function mapEntries(schema: Schema): Pick<JsonShape, 'entries' | 'entrySample'> {
  const { additionalProperties, properties, patternProperties } = schema;
  const isMap = properties.size === 0 && patternProperties.length === 0;
  if (!isMap || additionalProperties?.isSatisfiable !== true) return { entries: undefined, entrySample: undefined };
  return {
    entries: () => schemaShape(additionalProperties),
    entrySample: () => sampleValue(additionalProperties, 'response', { optional: 'all' }),
  };
}

const SAFE_LIMIT = 10 ** 15;

function isSafeRange({ format = '', minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema): boolean {
  const range = integerRanges.get(format);
  const low = range?.min ?? minimum ?? exclusiveMinimum;
  const high = range?.max ?? maximum ?? exclusiveMaximum;
  if (low === undefined || high === undefined) return false;
  return compareNumbers(low, -SAFE_LIMIT) >= 0 && compareNumbers(high, SAFE_LIMIT) <= 0;
}

/** The shape of values that match both schemas. */
function intersectShapes(a: JsonShape, b: JsonShape): JsonShape {
  return {
    types: commonTypes(a.types, b.types),
    values: commonValues(a.values, b.values),
    patterns: [...new Set([...a.patterns, ...b.patterns])],
    hasSafeRange: a.hasSafeRange || b.hasSafeRange,
    required: mergeRequired(a, b),
    entries: combineLazy(a.entries, b.entries, intersectShapes),
    entrySample: a.entrySample ?? b.entrySample,
    items: combineLazy(a.items, b.items, intersectShapes),
    minItems: Math.max(a.minItems, b.minItems),
  };
}

/** The shape of values that match any of the schemas; without schemas, any shape. */
export function uniteShapes(shapes: readonly JsonShape[]): JsonShape {
  const [first, ...rest] = shapes;
  return first === undefined ? anyShape : rest.reduce(unitePair, first);
}

function unitePair(a: JsonShape, b: JsonShape): JsonShape {
  const shared = [...a.required].flatMap(([name, part]): [string, () => JsonShape][] => {
    const other = b.required.get(name);
    return other === undefined ? [] : [[name, combineOnce(part, other, unitePair)]];
  });
  return {
    types: a.types === undefined || b.types === undefined ? undefined : a.types.union(b.types),
    values: a.values === undefined || b.values === undefined ? undefined : uniteValues(a.values, b.values),
    patterns: sharedPatterns(a, b),
    hasSafeRange: shapesAllowing(numericTypes, [a, b]).every(({ hasSafeRange }) => hasSafeRange),
    required: new Map(objectRequirements(a, b) ?? shared),
    entries: combineLazy(a.entries, b.entries, unitePair, 'both'),
    entrySample: a.entrySample ?? b.entrySample,
    items: combineLazy(a.items, b.items, unitePair, 'both'),
    minItems: Math.min(...shapesAllowing(['array'], [a, b]).map(({ minItems }) => minItems), Infinity),
  };
}

const numericTypes: readonly TypeName[] = ['integer', 'number'];

/** The required properties, if only one of the two shapes allows objects. */
function objectRequirements(a: JsonShape, b: JsonShape): JsonShape['required'] | undefined {
  const [only, second] = shapesAllowing(['object'], [a, b]);
  return second === undefined ? only?.required : undefined;
}

/** Only shapes that allow one of these types are relevant for them. */
function shapesAllowing(types: readonly TypeName[], shapes: readonly JsonShape[]): readonly JsonShape[] {
  return shapes.filter((shape) => shape.types === undefined || types.some((type) => shape.types?.has(type)));
}

function sharedPatterns(a: JsonShape, b: JsonShape): readonly string[] {
  const [first, second] = shapesAllowing(['string'], [a, b]);
  if (first === undefined) return [];
  return second === undefined ? first.patterns : first.patterns.filter((text) => second.patterns.includes(text));
}

function mergeRequired(a: JsonShape, b: JsonShape): JsonShape['required'] {
  const all = new Map(a.required);
  for (const [name, part] of b.required) {
    const other = all.get(name);
    all.set(name, other === undefined ? part : combineOnce(other, part, intersectShapes));
  }
  return all;
}

type LazyShape = (() => JsonShape) | undefined;

function combineLazy(
  a: LazyShape,
  b: LazyShape,
  combine: (a: JsonShape, b: JsonShape) => JsonShape,
  requirement: 'either' | 'both' = 'either',
): LazyShape {
  if (a !== undefined && b !== undefined) return combineOnce(a, b, combine);
  return requirement === 'either' ? (a ?? b) : undefined;
}

/** Lazy and computed once: each side may itself be combined of two, at every level. */
function combineOnce(
  a: () => JsonShape,
  b: () => JsonShape,
  combine: (a: JsonShape, b: JsonShape) => JsonShape,
): () => JsonShape {
  if (a === b) return a;
  let result: JsonShape | undefined;
  return () => {
    result ??= combine(a(), b());
    return result;
  };
}

function commonTypes(a: JsonShape['types'], b: JsonShape['types']): JsonShape['types'] {
  if (a === undefined || b === undefined) return a ?? b;
  const isInteger = (a.has('integer') && b.has('number')) || (a.has('number') && b.has('integer'));
  return isInteger ? a.intersection(b).union(new Set<TypeName>(['integer'])) : a.intersection(b);
}

function commonValues(a: JsonShape['values'], b: JsonShape['values']): JsonShape['values'] {
  if (a === undefined || b === undefined) return a ?? b;
  const others = new Set(b.map(canonicalJson));
  return a.filter((value) => others.has(canonicalJson(value)));
}

function uniteValues(a: readonly Json[], b: readonly Json[]): readonly Json[] {
  return [...new Map([...a, ...b].map((value) => [canonicalJson(value), value])).values()];
}
