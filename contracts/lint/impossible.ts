/** Schemas that no value meets: shown by what they demand, never by a value that was looked for and not found. */
import type { Demands, Shape } from '../../spec/diff/demands/demands.ts';
import { gatherer } from '../../spec/diff/demands/gather.ts';
import { allTypes } from '../../spec/diff/demands/read.ts';
import { wholeOf } from '../../spec/diff/demands/whole.ts';
import type { Direction, Schema } from '../../spec/model/schema.ts';
import { isValid } from '../../spec/validation/validate.ts';

const demandsIn = { request: gatherer(wholeOf, 'request'), response: gatherer(wholeOf, 'response') };

/** What is demanded of each type of value; nothing of a type of which none is allowed. */
function demandsOf(schemas: readonly Schema[], direction: Direction): readonly Demands[] {
  const whole = wholeOf(schemas);
  return allTypes.flatMap((type) => demandsIn[direction](whole, type) ?? []);
}

/** Whether its keywords, and those of what it combines, leave nothing of any type. `false` is meant so, also as `not: {}`. */
export function contradictsItself(schema: Schema, direction: Direction): boolean {
  const { possible, not } = schema;
  const isMeant = !possible || (not?.possible === true && not.keywordLines.size === 0);
  return !isMeant && leavesNothing([schema], direction);
}

/** Of all these together. */
export function leavesNothing(schemas: readonly Schema[], direction: Direction): boolean {
  const isOut = (demands: Demands) =>
    neededMembers(demands).some(({ possible }) => !possible) ||
    isNameless(demands, direction) ||
    hasTooFewNames(demands);
  return demandsOf(schemas, direction).every(isOut);
}

/** A name that has to be there and may not: by `propertyNames`, or for what is required because of another one. */
function isNameless({ object }: Demands, direction: Direction): boolean {
  const needed = requiredIn(object);
  const isRefused = (name: string) => object.names.some((schema) => !isValid(schema, name, direction));
  const isShutOut = (name: string) =>
    // Of what `required` itself names required-possible tells.
    !object.required.has(name) && object.shapes.some((shape) => isClosed(shape) && !allows(shape, name));
  return [...needed].some((name) => isRefused(name) || isShutOut(name));
}

function requiredIn({ required, dependentRequired }: Demands['object']): ReadonlySet<string> {
  const names = new Set(required);
  // A set hands out what is added to it on the way.
  for (const name of names) for (const next of dependentRequired.get(name) ?? []) names.add(next);
  return names;
}

/** More properties are asked for than a closed object has names. */
function hasTooFewNames({ object: { min, shapes } }: Demands): boolean {
  return shapes.some(
    (shape) => isClosed(shape) && shape.patterns.length === 0 && shape.properties.size < min,
  );
}

function isClosed({ rest }: Shape): boolean {
  return rest?.possible === false;
}

function allows({ properties, patterns }: Shape, name: string): boolean {
  return properties.has(name) || patterns.some(({ pattern }) => pattern.test(name));
}

/**
 * Those that every value of the schema would hold one within another without end: `{ next: Self }` with `next` required.
 * What contradicts itself is counted as met, since that is told by itself.
 */
export function endlessAmong(schemas: readonly Schema[], direction: Direction): ReadonlySet<Schema> {
  const open = new Set(schemas);
  // What lies deeper was found later, and is settled first.
  for (let before = -1; before !== open.size; ) {
    before = open.size;
    for (const schema of [...open].toReversed()) if (hasEnd(schema, direction, open)) open.delete(schema);
  }
  return open;
}

/** Those that every value of the schema holds one within another, itself among them where there is no end. */
export function within(schema: Schema, direction: Direction): ReadonlySet<Schema> {
  const found = new Set(neededBy(schema, direction));
  // A set hands out what is added to it on the way.
  for (const part of found) for (const next of neededBy(part, direction)) found.add(next);
  return found;
}

function neededBy(schema: Schema, direction: Direction): readonly Schema[] {
  return demandsOf([schema], direction).flatMap(needed);
}

function hasEnd(schema: Schema, direction: Direction, open: ReadonlySet<Schema>): boolean {
  // In 3.0 `nullable` counts beside a type alone, which nullable-has-type tells.
  if (needsNothing(schema) || schema.keywordLines.has('nullable')) return true;
  const all = demandsOf([schema], direction);
  const known: KnownMet = new Map();
  return all.length === 0 || all.some((demands) => areMet(demands, open, known));
}

/** As most schemas do: seen without working out their demands. */
function needsNothing({ required, minItems = 0, allOf, anyOf, oneOf, ...schema }: Schema): boolean {
  const isApart = allOf.length + anyOf.length + oneOf.length === 0 && schema.if === undefined;
  return isApart && schema.not === undefined && required.size === 0 && minItems === 0;
}

/** While the same ones are open: of alternatives within alternatives one may be reached by very many ways. */
type KnownMet = Map<Demands, boolean>;

function areMet(demands: Demands, open: ReadonlySet<Schema>, known: KnownMet): boolean {
  if (demands.values !== undefined) return true;
  const met = known.get(demands) ?? areMetNow(demands, open, known);
  known.set(demands, met);
  return met;
}

function areMetNow(demands: Demands, open: ReadonlySet<Schema>, known: KnownMet): boolean {
  const isWithinReach = needed(demands).every((part) => !open.has(part));
  return (
    isWithinReach && demands.choices.every(({ options }) => options.some((one) => areMet(one, open, known)))
  );
}

function needed(demands: Demands): readonly Schema[] {
  return [...neededItems(demands), ...neededMembers(demands)];
}

function neededItems({ list: { min, tuples } }: Demands): readonly Schema[] {
  return tuples.flatMap(({ first, rest }) => {
    const parts = min > first.length ? [...first, rest] : first.slice(0, min);
    return parts.filter((part) => part !== undefined);
  });
}

function neededMembers({ object: { required, shapes } }: Demands): readonly Schema[] {
  return [...required].flatMap((name) => shapes.flatMap(({ properties }) => properties.get(name) ?? []));
}
