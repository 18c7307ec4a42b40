/** What one schema by itself demands of the values of a type; its combinators are left to gather.ts. */
import { type Json, jsonTypeOf } from '../../json/exact-json.ts';
import type { Direction, Schema, TypeName } from '../../model/schema.ts';
import { remembered } from '../../remembered.ts';
import { formatNamed, integerRanges } from '../../validation/formats.ts';
import {
  type Bound,
  type Demands,
  type ListDemands,
  type NumberDemands,
  noDemands,
  type ObjectDemands,
  type Shape,
  type Type,
  tighter,
} from './demands.ts';
import { commonStep, stepOf, wholeStep } from './steps.ts';
import type { Whole } from './whole.ts';

export const allTypes: readonly Type[] = ['null', 'boolean', 'number', 'string', 'array', 'object'];

export function permits({ types, possible }: Schema, type: Type): boolean {
  if (!possible) return false;
  return types === undefined || types.has(type) || (type === 'number' && types.has('integer'));
}

export function readDemands(schema: Schema, type: Type, whole: Whole, direction: Direction): Demands {
  const none = noDemands(type, whole);
  const { text } = none;
  return {
    ...none,
    from: [schema],
    values: listedValues(schema, type),
    formats: formatsOf(schema, type),
    ...(type === 'number' && { number: readNumber(schema) }),
    ...(type === 'string' && {
      text: {
        min: schema.minLength ?? text.min,
        max: schema.maxLength ?? text.max,
        patterns: schema.pattern === undefined || isAnyText(schema.pattern) ? [] : [schema.pattern],
      },
    }),
    ...(type === 'array' && { list: readList(schema) }),
    ...(type === 'object' && { object: readObject(schema, direction) }),
  };
}

const few: Partial<Readonly<Record<Type, readonly Json[]>>> = { null: [null], boolean: [true, false] };

function listedValues(schema: Schema, type: Type): readonly Json[] | undefined {
  const lists = [few[type], schema.enum, schema.const === undefined ? undefined : [schema.const.value]];
  const [first, ...others] = lists
    .filter((list) => list !== undefined)
    .toSorted((a, b) => a.length - b.length);
  // Values that are in one list alone are refused when they are judged.
  return others.length === 0 && first === undefined ? undefined : first?.filter((value) => isOf(type, value));
}

function isOf(type: Type, value: Json): boolean {
  const own: TypeName = jsonTypeOf(value);
  return (own === 'integer' ? 'number' : own) === type;
}

/** Those of numbers are bounds; the others are of texts, whatever they are called. */
function formatsOf({ format }: Schema, type: Type): ReadonlySet<string> {
  if (format === undefined || (type !== 'string' && type !== 'number')) return new Set();
  const isNumeric = integerRanges.has(format) || format === 'float' || format === 'double';
  if (type === 'number') return new Set(isNumeric || formatNamed(format) === undefined ? [format] : []);
  return new Set(isNumeric ? [] : [format]);
}

function isAnyText({ source }: RegExp): boolean {
  return ['(?:)', '', '^', '$', '.*', '^.*', '[\\s\\S]*', '^[\\s\\S]*$'].includes(source);
}

const FLOAT_MAX = 3.4028234663852886e38;

function readNumber(schema: Schema): NumberDemands {
  const { types, multipleOf, format = '' } = schema;
  const range = integerRanges.get(format);
  const isInteger = range !== undefined || (types?.has('integer') === true && !types.has('number'));
  const own = multipleOf === undefined ? undefined : stepOf(multipleOf);
  const ends = range ?? (format === 'float' ? { min: -FLOAT_MAX, max: FLOAT_MAX } : undefined);
  return {
    lower: tightest([inclusive(schema.minimum), exclusive(schema.exclusiveMinimum), inclusive(ends?.min)], 1),
    upper: tightest(
      [inclusive(schema.maximum), exclusive(schema.exclusiveMaximum), inclusive(ends?.max)],
      -1,
    ),
    step: commonStep(isInteger ? wholeStep : undefined, own),
  };
}

function inclusive(value: number | bigint | undefined): Bound | undefined {
  return value === undefined ? undefined : { value, isExclusive: false };
}

function exclusive(value: number | bigint | undefined): Bound | undefined {
  return value === undefined ? undefined : { value, isExclusive: true };
}

function tightest(bounds: readonly (Bound | undefined)[], direction: 1 | -1): Bound | undefined {
  return bounds.reduce((a, b) => tighter(a, b, direction), undefined);
}

function readList(schema: Schema): ListDemands {
  const { prefixItems, items, contains, minContains: min = 1, maxContains: max = Infinity } = schema;
  const rest = spoken(items);
  const saysNothing = contains === undefined || (min === 0 && max === Infinity);
  return {
    min: schema.minItems ?? 0,
    max: schema.maxItems ?? Infinity,
    isUnique: schema.uniqueItems,
    tuples: prefixItems.length === 0 && rest === undefined ? [] : [{ first: prefixItems, rest }],
    contains: saysNothing ? [] : [{ kind: contains, min, max }],
  };
}

function readObject(schema: Schema, direction: Direction): ObjectDemands {
  const flag = direction === 'request' ? 'readOnly' : 'writeOnly';
  const hidden = [...schema.properties].filter(([, part]) => hasFlag(part, flag)).map(([name]) => name);
  return {
    min: schema.minProperties ?? 0,
    max: schema.maxProperties ?? Infinity,
    required: schema.required,
    hidden: new Set(hidden),
    shapes: shapesOf(schema),
    names: schema.propertyNames === undefined ? [] : [schema.propertyNames],
    ...readDependents(schema),
    discriminators: schema.discriminator === undefined ? [] : [schema.discriminator],
  };
}

/** What a schema for objects with a property asks for can be said in a keyword of its own, and is. */
function readDependents({
  dependentRequired,
  dependentSchemas,
}: Schema): Pick<ObjectDemands, 'dependentRequired' | 'dependentSchemas'> {
  const needed = new Map([...dependentRequired].map(([name, names]) => [name, new Set(names)]));
  for (const [name, { required }] of dependentSchemas)
    needed.set(name, new Set([...required, ...(needed.get(name) ?? [])]));
  const others = [...dependentSchemas].filter(
    ([, part]) => [...part.keywordLines.keys()].join() !== 'required',
  );
  return {
    dependentRequired: needed,
    dependentSchemas: new Map(others.map(([name, part]) => [name, [askingForNothing(part)]])),
  };
}

const askingForNothing = remembered(
  (part: Schema): Schema => (part.required.size === 0 ? part : { ...part, required: new Set() }),
);

/** `true` and `{}` say as much as nothing. */
function spoken(schema: Schema | undefined): Schema | undefined {
  return schema?.possible && schema.keywordLines.size === 0 ? undefined : schema;
}

/** A pattern that every name has leaves nothing for additional properties, and is one for all. */
function shapesOf({ properties, patternProperties, ...schema }: Schema): readonly Shape[] {
  const additionalProperties = spoken(schema.additionalProperties);
  const isSilent = properties.size + patternProperties.length === 0 && additionalProperties === undefined;
  if (isSilent) return [];
  const forAll = patternProperties.filter(({ pattern }) => isAnyText(pattern));
  const patterns = patternProperties.filter(({ pattern }) => !isAnyText(pattern));
  const rest = forAll.length > 0 ? undefined : additionalProperties;
  const every = forAll.map(({ schema }): Shape => ({ properties: new Map(), patterns: [], rest: schema }));
  return [{ properties, patterns, rest }, ...every];
}

/** A property may bear the flag itself, or by the schema that it refers to. */
function hasFlag(schema: Schema, flag: 'readOnly' | 'writeOnly'): boolean {
  const parts = new Set([schema]);
  // A set hands out what is added to it on the way: however many ways lead to a part, it counts once.
  for (const part of parts) {
    if (part[flag]) return true;
    for (const next of part.allOf) parts.add(next);
  }
  return false;
}
