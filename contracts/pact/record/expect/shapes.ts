/** Shapes of JSON that every answer of a schema has. */
import { canonicalText, compareNumbers, type Json, jsonTypeOf } from '../../../../spec/json/exact-json.ts';
import type { Schema, TypeName } from '../../../../spec/model/schema.ts';
import { remembered } from '../../../../spec/remembered.ts';
import { sampleOf } from '../../../../spec/sampling/sample.ts';
import { integerRanges } from '../../../../spec/validation/formats.ts';
import { textRules } from './text-rules.ts';

/**
 * What a schema demands of every value alike, as far as Pact can say it: `oneOf` and `anyOf` have no matcher, so of
 * alternatives there is what all of them share. What is left out here is left to the check against the contract.
 */
export interface Shape {
  /** Undefined where every type may come. */
  readonly types: ReadonlySet<TypeName> | undefined;
  /** The declared values. */
  readonly values: readonly Json[] | undefined;
  /** Regular expressions that every text matches. */
  readonly texts: readonly string[];
  /** Whole numbers that are all within ±10^15, where every spelling of them is known to the verifier. */
  readonly isNarrow: boolean;
  /** Lazily: schemas may lead back to themselves. */
  readonly required: ReadonlyMap<string, () => Shape>;
  /** Of every value of an object that is a map. */
  readonly entries: (() => Shape) | undefined;
  /** A value for such an entry: samples of maps are empty. */
  readonly entrySample: (() => Json | undefined) | undefined;
  readonly items: (() => Shape) | undefined;
  readonly minItems: number;
}

const anything: Shape = {
  types: undefined,
  values: undefined,
  texts: [],
  isNarrow: false,
  required: new Map(),
  entries: undefined,
  entrySample: undefined,
  items: undefined,
  minItems: 0,
};

/** Of a response: what is `writeOnly` is not demanded. Found once for a schema, which many ways may lead to. */
export const shapeOf: (schema: Schema) => Shape = remembered((schema: Schema): Shape => {
  const parts = schema.allOf.map(shapeOf);
  const groups = [schema.anyOf, schema.oneOf].filter((group) => group.length > 0);
  const shared = groups.map((group) => anyOf(group.filter(({ possible }) => possible).map(shapeOf)));
  return [...parts, ...shared].reduce(allOf, ownShape(schema));
});

function ownShape(schema: Schema): Shape {
  const values = schema.const === undefined ? schema.enum : [schema.const.value];
  const { items, prefixItems, minItems = 0 } = schema;
  return {
    types: schema.types ?? (values === undefined ? undefined : new Set(values.map(jsonTypeOf))),
    values,
    texts: textRules(schema),
    isNarrow: isNarrow(schema),
    required: new Map(
      [...schema.required].filter(isDemanded(schema)).map((name) => [name, propertyShape(schema, name)]),
    ),
    ...entriesOf(schema),
    items: items === undefined || prefixItems.length > 0 ? undefined : () => shapeOf(items),
    minItems,
  };
}

function isDemanded({ properties }: Schema): (name: string) => boolean {
  return (name) => properties.get(name)?.writeOnly !== true;
}

function propertyShape(
  { properties, additionalProperties, patternProperties }: Schema,
  name: string,
): () => Shape {
  const declared = properties.get(name);
  if (declared !== undefined) return () => shapeOf(declared);
  if (additionalProperties === undefined || patternProperties.length > 0) return () => anything;
  return () => shapeOf(additionalProperties);
}

function entriesOf(schema: Schema): Pick<Shape, 'entries' | 'entrySample'> {
  const { additionalProperties, properties, patternProperties } = schema;
  const isMap = properties.size === 0 && patternProperties.length === 0;
  if (!isMap || additionalProperties?.possible !== true)
    return { entries: undefined, entrySample: undefined };
  return {
    entries: () => shapeOf(additionalProperties),
    entrySample: () => sampleOf(additionalProperties, 'response', { optional: 'all' }),
  };
}

const NARROW = 10 ** 15;

function isNarrow({ format = '', minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema): boolean {
  const range = integerRanges.get(format);
  const low = range?.min ?? minimum ?? exclusiveMinimum;
  const high = range?.max ?? maximum ?? exclusiveMaximum;
  if (low === undefined || high === undefined) return false;
  return compareNumbers(low, -NARROW) >= 0 && compareNumbers(high, NARROW) <= 0;
}

/** Shapes joined: what holds when all of them hold, and what holds whichever of them does. */
function allOf(a: Shape, b: Shape): Shape {
  return {
    types: commonTypes(a.types, b.types),
    values: commonValues(a.values, b.values),
    texts: [...new Set([...a.texts, ...b.texts])],
    isNarrow: a.isNarrow || b.isNarrow,
    required: joined(a, b),
    entries: both(a.entries, b.entries, allOf),
    entrySample: a.entrySample ?? b.entrySample,
    items: both(a.items, b.items, allOf),
    minItems: Math.max(a.minItems, b.minItems),
  };
}

/** Of no alternative at all nothing is known. */
export function anyOf(shapes: readonly Shape[]): Shape {
  const [first, ...rest] = shapes;
  return first === undefined ? anything : rest.reduce(either, first);
}

function either(a: Shape, b: Shape): Shape {
  const shared = [...a.required].flatMap(([name, part]): [string, () => Shape][] => {
    const other = b.required.get(name);
    return other === undefined ? [] : [[name, joinedOnce(part, other, either)]];
  });
  return {
    types: a.types === undefined || b.types === undefined ? undefined : a.types.union(b.types),
    values: a.values === undefined || b.values === undefined ? undefined : united(a.values, b.values),
    texts: sharedTexts(a, b),
    isNarrow: ofThoseWith(numeric, [a, b]).every(({ isNarrow }) => isNarrow),
    required: new Map(ofObjects(a, b) ?? shared),
    entries: both(a.entries, b.entries, either, 'needed'),
    entrySample: a.entrySample ?? b.entrySample,
    items: both(a.items, b.items, either, 'needed'),
    minItems: Math.min(...ofThoseWith(['array'], [a, b]).map(({ minItems }) => minItems), Infinity),
  };
}

const numeric: readonly TypeName[] = ['integer', 'number'];

/** The one that is about objects, beside one that never is. */
function ofObjects(a: Shape, b: Shape): Shape['required'] | undefined {
  const [only, second] = ofThoseWith(['object'], [a, b]);
  return second === undefined ? only?.required : undefined;
}

/** What a value of another type is told by does not count. */
function ofThoseWith(types: readonly TypeName[], shapes: readonly Shape[]): readonly Shape[] {
  return shapes.filter((shape) => shape.types === undefined || types.some((type) => shape.types?.has(type)));
}

function sharedTexts(a: Shape, b: Shape): readonly string[] {
  const [first, second] = ofThoseWith(['string'], [a, b]);
  if (first === undefined) return [];
  return second === undefined ? first.texts : first.texts.filter((text) => second.texts.includes(text));
}

function joined(a: Shape, b: Shape): Shape['required'] {
  const all = new Map(a.required);
  for (const [name, part] of b.required) {
    const other = all.get(name);
    all.set(name, other === undefined ? part : joinedOnce(other, part, allOf));
  }
  return all;
}

type Lazy = (() => Shape) | undefined;

function both(a: Lazy, b: Lazy, join: (a: Shape, b: Shape) => Shape, which: 'any' | 'needed' = 'any'): Lazy {
  if (a !== undefined && b !== undefined) return joinedOnce(a, b, join);
  return which === 'any' ? (a ?? b) : undefined;
}

/** When it is asked for, and once: each half may be joined of two, at every level. */
function joinedOnce(a: () => Shape, b: () => Shape, join: (a: Shape, b: Shape) => Shape): () => Shape {
  if (a === b) return a;
  let made: Shape | undefined;
  return () => {
    made ??= join(a(), b());
    return made;
  };
}

function commonTypes(a: Shape['types'], b: Shape['types']): Shape['types'] {
  if (a === undefined || b === undefined) return a ?? b;
  const isInteger = (a.has('integer') && b.has('number')) || (a.has('number') && b.has('integer'));
  return isInteger ? a.intersection(b).union(new Set<TypeName>(['integer'])) : a.intersection(b);
}

function commonValues(a: Shape['values'], b: Shape['values']): Shape['values'] {
  if (a === undefined || b === undefined) return a ?? b;
  const others = new Set(b.map(canonicalText));
  return a.filter((value) => others.has(canonicalText(value)));
}

function united(a: readonly Json[], b: readonly Json[]): readonly Json[] {
  return [...new Map([...a, ...b].map((value) => [canonicalText(value), value])).values()];
}
