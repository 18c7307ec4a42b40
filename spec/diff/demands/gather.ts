/** The demands of a whole on one type of values, its combinators folded in as far as one list of demands can say it. */
import { canonicalText, type Json } from '../../json/exact-json.ts';
import type { Direction, Schema } from '../../model/schema.ts';
import { remembered } from '../../remembered.ts';
import { isValid } from '../../validation/validate.ts';
import { spend } from '../effort.ts';
import { and, type Choice, type Demands, noDemands, type Tuple, type Type } from './demands.ts';
import { allTypes, permits, readDemands } from './read.ts';
import { settle } from './settle.ts';
import type { Whole, WholeOf } from './whole.ts';

/** Undefined where no value of the type is allowed. */
export type DemandsOf = (whole: Whole, type: Type) => Demands | undefined;

export function gatherer(wholeOf: WholeOf, direction: Direction): DemandsOf {
  const knownOf = remembered((_whole: Whole) => new Map<Type, Demands | undefined>());

  function demandsOf(whole: Whole, type: Type): Demands | undefined {
    const known = knownOf(whole);
    if (known.has(type)) return known.get(type);
    spend();
    const demands = gather(whole, type);
    known.set(type, demands);
    return demands;
  }

  function gather(whole: Whole, type: Type): Demands | undefined {
    const none: Demands = { ...noDemands(type, whole), values: type === 'null' ? [null] : undefined };
    let all: Demands | undefined = type === 'boolean' ? { ...none, values: [true, false] } : none;
    for (const part of whole.parts) {
      if (!permits(part, type)) return undefined;
      all = join(all, demandsOfPart(part, type, whole));
      if (all === undefined) return undefined;
    }
    return list(all, direction);
  }

  function demandsOfPart(part: Schema, type: Type, whole: Whole): Demands | undefined {
    const own = readDemands(part, type, whole, direction);
    const anyOf = choose('anyOf', part.anyOf, own);
    const oneOf = choose('oneOf', part.oneOf, own);
    return [anyOf, oneOf, exclude(part, own), decide(part, own), rest(part, own)].reduce<Demands | undefined>(
      join,
      own,
    );
  }

  function choose(
    keyword: Choice['keyword'],
    parts: readonly Schema[],
    { type, whole }: Demands,
  ): Demands | undefined {
    const none = noDemands(type, whole);
    if (parts.length === 0) return none;
    const all = optionsOf(parts, type);
    // To fit the same alternative twice is to fit it.
    const options = keyword === 'anyOf' ? [...new Set(all)] : all;
    const [first, ...others] = options;
    if (first === undefined || others.length === 0) return first;
    const values = listedByAll(keyword, options);
    if (values !== undefined) return { ...none, values };
    const free = options.filter(isFree);
    if (free.length === 0) return { ...none, choices: [{ keyword, options }] };
    if (keyword === 'anyOf') return none;
    // What always fits must be the only one that does.
    const exceptions = options.filter((option) => !isFree(option)).map((option) => option.whole.schema);
    return free.length > 1
      ? undefined
      : { ...none, nots: exceptions.filter((schema) => schema !== undefined) };
  }

  function optionsOf(parts: readonly Schema[], type: Type): readonly Demands[] {
    return parts.map((part) => demandsOf(wholeOf([part]), type)).filter((option) => option !== undefined);
  }

  function exclude({ not }: Schema, { type, whole }: Demands): Demands | undefined {
    const none = noDemands(type, whole);
    const excluded = not === undefined ? undefined : demandsOf(wholeOf([not]), type);
    if (not === undefined || excluded === undefined) return none;
    if (isFree(excluded)) return undefined;
    const [inner, ...others] = excluded.nots;
    const isTwice = inner !== undefined && others.length === 0 && isFree({ ...excluded, nots: [] });
    return isTwice ? demandsOf(wholeOf([inner]), type) : { ...none, nots: [not] };
  }

  function decide(part: Schema, { type, whole }: Demands): Demands | undefined {
    const none = noDemands(type, whole);
    if (part.if === undefined) return none;
    const condition = demandsOf(wholeOf([part.if]), type);
    const branch = (schema: Schema | undefined) =>
      schema === undefined ? none : demandsOf(wholeOf([schema]), type);
    if (condition === undefined) return branch(part.else);
    if (isFree(condition)) return branch(part.then);
    const [yes, no] = [branch(part.then), branch(part.else)];
    if (yes !== undefined && no !== undefined && isFree(yes) && isFree(no)) return none;
    return { ...none, conditions: [{ if: part.if, then: part.then, else: part.else }] };
  }

  /** `unevaluated*`: what is left over by the schema and all that it applies to the same value. */
  function rest(part: Schema, { type, whole }: Demands): Demands {
    const none = noDemands(type, whole);
    const unevaluated = { object: part.unevaluatedProperties, array: part.unevaluatedItems };
    const schema = type === 'object' || type === 'array' ? unevaluated[type] : undefined;
    if (schema === undefined) return none;
    const applied = appliedTo(part, type);
    if (applied === undefined) return { ...none, entangled: [part] };
    if (type === 'object') {
      if (applied.some((one) => one.additionalProperties !== undefined)) return none;
      if (applied.some((one) => one !== part && one.unevaluatedProperties !== undefined)) return none;
      const properties = new Map(
        applied.flatMap((one) => [...one.properties.keys()].map((name) => [name, undefined])),
      );
      const patterns = applied.flatMap((one) => one.patternProperties);
      return { ...none, object: { ...none.object, shapes: [{ properties, patterns, rest: schema }] } };
    }
    if (
      applied.some((one) => one.items !== undefined || (one !== part && one.unevaluatedItems !== undefined))
    )
      return none;
    if (applied.some((one) => one.contains !== undefined)) return { ...none, entangled: [part] };
    const length = Math.max(...applied.map((one) => one.prefixItems.length));
    const tuple: Tuple = { first: Array.from({ length }, () => undefined), rest: schema };
    return { ...none, list: { ...none.list, tuples: [tuple] } };
  }

  /** Undefined where that hangs on the value. */
  function appliedTo(start: Schema, type: Type): readonly Schema[] | undefined {
    const applied = new Set([start]);
    // A set hands out what is added to it on the way.
    for (const part of applied) {
      if (part.if !== undefined || part.dependentSchemas.size > 0) return undefined;
      for (const options of [part.anyOf, part.oneOf]) {
        const relevant = options.filter((option) => demandsOf(wholeOf([option]), type) !== undefined);
        if (relevant.length > 1) return undefined;
        for (const option of relevant) applied.add(option);
      }
      for (const next of part.allOf) applied.add(next);
    }
    return [...applied];
  }

  return demandsOf;
}

function join(a: Demands | undefined, b: Demands | undefined): Demands | undefined {
  return a === undefined || b === undefined ? undefined : and(a, b);
}

/** Where the values can be listed, judging each says all that there is to say. */
export function list(demands: Demands, direction: Direction): Demands | undefined {
  const { values, whole, type, from, chosen } = demands;
  if (values === undefined) return settle(demands);
  const valid = values.filter((value) => isWithin(value, demands, direction));
  return valid.length === 0 ? undefined : { ...noDemands(type, whole), from, chosen, values: valid };
}

/** Whether the value fits the whole, and the alternatives that were chosen of it. */
export function isWithin(value: Json, { whole, chosen }: Demands, direction: Direction): boolean {
  return [whole, ...chosen].every(({ schema }) => schema === undefined || isValid(schema, value, direction));
}

function listedByAll(keyword: Choice['keyword'], options: readonly Demands[]): readonly Json[] | undefined {
  const counts = new Map<string, { readonly value: Json; readonly count: number }>();
  for (const { values } of options) {
    if (values === undefined) return undefined;
    for (const value of values) {
      const key = canonicalText(value);
      counts.set(key, { value, count: (counts.get(key)?.count ?? 0) + 1 });
    }
  }
  return [...counts.values()]
    .filter(({ count }) => keyword === 'anyOf' || count === 1)
    .map(({ value }) => value);
}

/** Whether every value of the type is allowed. */
export const isFree = remembered(({ type, ...demands }: Demands): boolean => {
  if (demands.values !== undefined)
    return demands.values.length === (type === 'null' ? 1 : type === 'boolean' ? 2 : -1);
  const { number, text, list: array, object } = demands;
  const isFreeNumber = number.lower === undefined && number.upper === undefined && number.step === undefined;
  const isFreeText = text.min === 0 && text.max === Infinity && text.patterns.length === 0;
  const isFreeList =
    array.min === 0 && array.max === Infinity && !array.isUnique && array.tuples.length === 0;
  const isFreeObject = object.min === 0 && object.max === Infinity && object.shapes.length === 0;
  return (
    demands.formats.size + demands.nots.length + demands.conditions.length + demands.choices.length === 0 &&
    demands.entangled.length + array.contains.length + object.names.length === 0 &&
    object.dependentRequired.size + object.dependentSchemas.size + object.required.size === 0 &&
    isFreeNumber &&
    isFreeText &&
    isFreeList &&
    isFreeObject
  );
});

/** Whether every value is allowed. */
export function isAnything(whole: Whole, demandsOf: DemandsOf): boolean {
  return allTypes.every((type) => {
    const demands = demandsOf(whole, type);
    return demands !== undefined && isFree(demands);
  });
}
