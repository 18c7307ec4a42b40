/** The constraints of a schema on values of one type, by keyword; constraints on other types are left out. */
import { canonicalJson, compareNumbers, type Json } from '../../json/exact-json.ts';
import { leastCommonMultiple, type MultipleOf } from '../../model/multiple-of.ts';
import type { Discriminator, PatternProperty, Schema, TypeName } from '../../model/schema.ts';
import type { SchemaSet } from './schema-set.ts';

/** An integer is a number that is a multiple of 1. */
export type ValueType = Exclude<TypeName, 'integer'>;

export interface Bound {
  readonly value: number | bigint;
  readonly isExclusive: boolean;
}

export interface NumberConstraints {
  readonly lower: Bound | undefined;
  readonly upper: Bound | undefined;
  readonly multipleOf: MultipleOf | undefined;
}

export interface StringConstraints {
  readonly min: number;
  readonly max: number;
  readonly patterns: readonly RegExp[];
}

export interface ArrayConstraints {
  readonly min: number;
  readonly max: number;
  readonly isUnique: boolean;
  readonly tuples: readonly Tuple[];
  readonly contains: readonly ContainsConstraint[];
}

/** The constraints of one schema on the items. */
export interface Tuple {
  readonly first: readonly (Schema | undefined)[];
  readonly rest: Schema | undefined;
}

export interface ContainsConstraint {
  readonly schema: Schema;
  readonly min: number;
  readonly max: number;
}

export interface ObjectConstraints {
  readonly min: number;
  readonly max: number;
  /** Without properties that are ignored in this direction. */
  readonly required: ReadonlySet<string>;
  /** readOnly in a request, writeOnly in a response. */
  readonly hidden: ReadonlySet<string>;
  readonly propertySchemas: readonly PropertySchemas[];
  readonly propertyNames: readonly Schema[];
  readonly dependentRequired: ReadonlyMap<string, ReadonlySet<string>>;
  readonly dependentSchemas: ReadonlyMap<string, readonly Schema[]>;
  readonly discriminators: readonly Discriminator[];
}

/** The constraints of one schema on the properties; `additional` applies to those that it does not name itself. */
export interface PropertySchemas {
  readonly properties: ReadonlyMap<string, Schema | undefined>;
  readonly patterns: readonly PatternProperty[];
  readonly additional: Schema | undefined;
}

export interface Condition {
  readonly if: Schema;
  readonly then: Schema | undefined;
  readonly else: Schema | undefined;
}

/** A choice between several alternatives that allow this type. */
export interface AlternativeChoice {
  readonly keyword: 'anyOf' | 'oneOf';
  readonly options: readonly Constraints[];
}

export interface Constraints {
  readonly type: ValueType;
  /** The schemas that all of these constraints together come from. */
  readonly schemaSet: SchemaSet;
  /** The alternatives chosen so far: a value must also match these. */
  readonly chosenAlternatives: readonly SchemaSet[];
  /** The schemas that contain the constraints, to find the place of a keyword. */
  readonly sources: readonly Schema[];
  /** All allowed values, if they can be listed; other constraints are then empty. */
  readonly values: readonly Json[] | undefined;
  readonly formats: ReadonlySet<string>;
  readonly number: NumberConstraints;
  readonly string: StringConstraints;
  readonly array: ArrayConstraints;
  readonly object: ObjectConstraints;
  readonly nots: readonly Schema[];
  readonly conditions: readonly Condition[];
  readonly choices: readonly AlternativeChoice[];
  /** Schemas with unevaluated* whose effect depends on the alternative that a value matches. */
  readonly unresolvedUnevaluated: readonly Schema[];
}

const noNumberConstraints: NumberConstraints = { lower: undefined, upper: undefined, multipleOf: undefined };
const noStringConstraints: StringConstraints = { min: 0, max: Infinity, patterns: [] };
const noArrayConstraints: ArrayConstraints = {
  min: 0,
  max: Infinity,
  isUnique: false,
  tuples: [],
  contains: [],
};
const noObjectConstraints: ObjectConstraints = {
  min: 0,
  max: Infinity,
  required: new Set(),
  hidden: new Set(),
  propertySchemas: [],
  propertyNames: [],
  dependentRequired: new Map(),
  dependentSchemas: new Map(),
  discriminators: [],
};

export function noConstraints(type: ValueType, schemaSet: SchemaSet): Constraints {
  return {
    type,
    schemaSet,
    chosenAlternatives: [],
    sources: [],
    values: undefined,
    formats: new Set(),
    number: noNumberConstraints,
    string: noStringConstraints,
    array: noArrayConstraints,
    object: noObjectConstraints,
    nots: [],
    conditions: [],
    choices: [],
    unresolvedUnevaluated: [],
  };
}

/** Combines both constraints; keeps the schema set of the first. */
export function intersectConstraints(a: Constraints, b: Constraints): Constraints {
  return {
    type: a.type,
    schemaSet: a.schemaSet,
    chosenAlternatives: unionOf(a.chosenAlternatives, b.chosenAlternatives),
    sources: unionOf(a.sources, b.sources),
    values: intersectValues(a.values, b.values),
    formats: a.formats.union(b.formats),
    number: {
      lower: tighterBound(a.number.lower, b.number.lower, 1),
      upper: tighterBound(a.number.upper, b.number.upper, -1),
      multipleOf: leastCommonMultiple(a.number.multipleOf, b.number.multipleOf),
    },
    string: {
      min: Math.max(a.string.min, b.string.min),
      max: Math.min(a.string.max, b.string.max),
      patterns: unionOf(a.string.patterns, b.string.patterns),
    },
    array: {
      min: Math.max(a.array.min, b.array.min),
      max: Math.min(a.array.max, b.array.max),
      isUnique: a.array.isUnique || b.array.isUnique,
      tuples: unionOf(a.array.tuples, b.array.tuples),
      contains: unionOf(a.array.contains, b.array.contains),
    },
    object: intersectObjects(a.object, b.object),
    nots: unionOf(a.nots, b.nots),
    conditions: unionOf(a.conditions, b.conditions),
    choices: unionOf(a.choices, b.choices),
    unresolvedUnevaluated: unionOf(a.unresolvedUnevaluated, b.unresolvedUnevaluated),
  };
}

function intersectObjects(a: ObjectConstraints, b: ObjectConstraints): ObjectConstraints {
  return {
    min: Math.max(a.min, b.min),
    max: Math.min(a.max, b.max),
    required: a.required.union(b.required),
    hidden: a.hidden.union(b.hidden),
    propertySchemas: unionOf(a.propertySchemas, b.propertySchemas),
    propertyNames: unionOf(a.propertyNames, b.propertyNames),
    dependentRequired: mergeMaps(a.dependentRequired, b.dependentRequired, (x, y) => x.union(y)),
    dependentSchemas: mergeMaps(a.dependentSchemas, b.dependentSchemas, unionOf),
    discriminators: unionOf(a.discriminators, b.discriminators),
  };
}

/** Removes duplicates: parts that are reachable in two ways would double at each level. */
function unionOf<T>(a: readonly T[], b: readonly T[]): readonly T[] {
  if (a.length === 0 || b.length === 0) return a.length === 0 ? b : a;
  return [...new Set([...a, ...b])];
}

function mergeMaps<T>(
  a: ReadonlyMap<string, T>,
  b: ReadonlyMap<string, T>,
  merge: (x: T, y: T) => T,
): ReadonlyMap<string, T> {
  if (b.size === 0) return a;
  const all = new Map(a);
  for (const [name, value] of b) {
    const current = all.get(name);
    all.set(name, current === undefined ? value : merge(current, value));
  }
  return all;
}

function intersectValues(a: readonly Json[] | undefined, b: readonly Json[] | undefined): readonly Json[] | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const others = new Set(b.map(canonicalJson));
  return a.filter((value) => others.has(canonicalJson(value)));
}

/** Returns the higher of two lower bounds (`direction` 1) or the lower of two upper ones (-1). */
export function tighterBound(a: Bound | undefined, b: Bound | undefined, direction: 1 | -1): Bound | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return compareBounds(a, b, direction) >= 0 ? a : b;
}

/** Positive if `a` allows less than `b`, zero if they are equal. */
export function compareBounds(a: Bound, b: Bound, direction: 1 | -1): number {
  return compareNumbers(a.value, b.value) * direction || Number(a.isExclusive) - Number(b.isExclusive);
}
