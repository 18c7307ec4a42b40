/** What a schema demands of the values of one type, keyword by keyword; demands on other types have no say there. */
import { canonicalText, compareNumbers, type Json } from '../../json/exact-json.ts';
import type { Discriminator, PatternProperty, Schema, TypeName } from '../../model/schema.ts';
import { commonStep, type Step } from './steps.ts';
import type { Whole } from './whole.ts';

/** An integer is a number whose step is 1. */
export type Type = Exclude<TypeName, 'integer'>;

export interface Bound {
  readonly value: number | bigint;
  readonly isExclusive: boolean;
}

export interface NumberDemands {
  readonly lower: Bound | undefined;
  readonly upper: Bound | undefined;
  readonly step: Step | undefined;
}

export interface TextDemands {
  readonly min: number;
  readonly max: number;
  readonly patterns: readonly RegExp[];
}

export interface ListDemands {
  readonly min: number;
  readonly max: number;
  readonly isUnique: boolean;
  readonly tuples: readonly Tuple[];
  readonly contains: readonly Contains[];
}

/** What one schema says of the items. */
export interface Tuple {
  readonly first: readonly (Schema | undefined)[];
  readonly rest: Schema | undefined;
}

export interface Contains {
  readonly kind: Schema;
  readonly min: number;
  readonly max: number;
}

export interface ObjectDemands {
  readonly min: number;
  readonly max: number;
  /** Without those that do not count in this direction. */
  readonly required: ReadonlySet<string>;
  /** readOnly in a request, writeOnly in a response. */
  readonly hidden: ReadonlySet<string>;
  readonly shapes: readonly Shape[];
  readonly names: readonly Schema[];
  readonly dependentRequired: ReadonlyMap<string, ReadonlySet<string>>;
  readonly dependentSchemas: ReadonlyMap<string, readonly Schema[]>;
  readonly discriminators: readonly Discriminator[];
}

/** What one schema says of the properties: additional ones are those that it does not name itself. */
export interface Shape {
  readonly properties: ReadonlyMap<string, Schema | undefined>;
  readonly patterns: readonly PatternProperty[];
  readonly rest: Schema | undefined;
}

export interface Condition {
  readonly if: Schema;
  readonly then: Schema | undefined;
  readonly else: Schema | undefined;
}

/** Alternatives of which more than one has a say on this type. */
export interface Choice {
  readonly keyword: 'anyOf' | 'oneOf';
  readonly options: readonly Demands[];
}

export interface Demands {
  readonly type: Type;
  /** Whose demands they are, taken all together. */
  readonly whole: Whole;
  /** The alternatives that were chosen on the way: a value of these demands fits them too. */
  readonly chosen: readonly Whole[];
  /** The schemas that they stem from, to find the place of a keyword. */
  readonly from: readonly Schema[];
  /** All the values there are, where they can be listed; nothing else is said then. */
  readonly values: readonly Json[] | undefined;
  readonly formats: ReadonlySet<string>;
  readonly number: NumberDemands;
  readonly text: TextDemands;
  readonly list: ListDemands;
  readonly object: ObjectDemands;
  readonly nots: readonly Schema[];
  readonly conditions: readonly Condition[];
  readonly choices: readonly Choice[];
  /** Schemas with unevaluated* that hang on which alternative a value fits. */
  readonly entangled: readonly Schema[];
}

const noNumberDemands: NumberDemands = { lower: undefined, upper: undefined, step: undefined };
const noTextDemands: TextDemands = { min: 0, max: Infinity, patterns: [] };
const noListDemands: ListDemands = {
  min: 0,
  max: Infinity,
  isUnique: false,
  tuples: [],
  contains: [],
};
const noObjectDemands: ObjectDemands = {
  min: 0,
  max: Infinity,
  required: new Set(),
  hidden: new Set(),
  shapes: [],
  names: [],
  dependentRequired: new Map(),
  dependentSchemas: new Map(),
  discriminators: [],
};

export function noDemands(type: Type, whole: Whole): Demands {
  return {
    type,
    whole,
    chosen: [],
    from: [],
    values: undefined,
    formats: new Set(),
    number: noNumberDemands,
    text: noTextDemands,
    list: noListDemands,
    object: noObjectDemands,
    nots: [],
    conditions: [],
    choices: [],
    entangled: [],
  };
}

/** Both at once; of the whole that the first are of. */
export function and(a: Demands, b: Demands): Demands {
  return {
    type: a.type,
    whole: a.whole,
    chosen: united(a.chosen, b.chosen),
    from: united(a.from, b.from),
    values: commonValues(a.values, b.values),
    formats: a.formats.union(b.formats),
    number: {
      lower: tighter(a.number.lower, b.number.lower, 1),
      upper: tighter(a.number.upper, b.number.upper, -1),
      step: commonStep(a.number.step, b.number.step),
    },
    text: {
      min: Math.max(a.text.min, b.text.min),
      max: Math.min(a.text.max, b.text.max),
      patterns: united(a.text.patterns, b.text.patterns),
    },
    list: {
      min: Math.max(a.list.min, b.list.min),
      max: Math.min(a.list.max, b.list.max),
      isUnique: a.list.isUnique || b.list.isUnique,
      tuples: united(a.list.tuples, b.list.tuples),
      contains: united(a.list.contains, b.list.contains),
    },
    object: bothObjects(a.object, b.object),
    nots: united(a.nots, b.nots),
    conditions: united(a.conditions, b.conditions),
    choices: united(a.choices, b.choices),
    entangled: united(a.entangled, b.entangled),
  };
}

function bothObjects(a: ObjectDemands, b: ObjectDemands): ObjectDemands {
  return {
    min: Math.max(a.min, b.min),
    max: Math.min(a.max, b.max),
    required: a.required.union(b.required),
    hidden: a.hidden.union(b.hidden),
    shapes: united(a.shapes, b.shapes),
    names: united(a.names, b.names),
    dependentRequired: merged(a.dependentRequired, b.dependentRequired, (x, y) => x.union(y)),
    dependentSchemas: merged(a.dependentSchemas, b.dependentSchemas, united),
    discriminators: united(a.discriminators, b.discriminators),
  };
}

/** Each once: what is reached by two ways at every level would double with each. */
function united<T>(a: readonly T[], b: readonly T[]): readonly T[] {
  if (a.length === 0 || b.length === 0) return a.length === 0 ? b : a;
  return [...new Set([...a, ...b])];
}

function merged<T>(
  a: ReadonlyMap<string, T>,
  b: ReadonlyMap<string, T>,
  join: (x: T, y: T) => T,
): ReadonlyMap<string, T> {
  if (b.size === 0) return a;
  const all = new Map(a);
  for (const [name, value] of b) {
    const mine = all.get(name);
    all.set(name, mine === undefined ? value : join(mine, value));
  }
  return all;
}

function commonValues(
  a: readonly Json[] | undefined,
  b: readonly Json[] | undefined,
): readonly Json[] | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const others = new Set(b.map(canonicalText));
  return a.filter((value) => others.has(canonicalText(value)));
}

/** The higher of two lower bounds (`direction` 1) or the lower of two upper ones (-1). */
export function tighter(a: Bound | undefined, b: Bound | undefined, direction: 1 | -1): Bound | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return compareBounds(a, b, direction) >= 0 ? a : b;
}

/** Positive where `a` allows less than `b`, zero where they are one and the same. */
export function compareBounds(a: Bound, b: Bound, direction: 1 | -1): number {
  return compareNumbers(a.value, b.value) * direction || Number(a.isExclusive) - Number(b.isExclusive);
}
