/** Schemas that no value meets: shown by what they demand, never by a value that was looked for and not found. */

import { createConstraintCollector } from '../../spec/diff/constraints/collect-constraints.ts';
import type { Constraints, PropertySchemas } from '../../spec/diff/constraints/constraints.ts';
import { allTypes } from '../../spec/diff/constraints/read-constraints.ts';
import { toSchemaSet } from '../../spec/diff/constraints/schema-set.ts';
import type { Direction, Schema } from '../../spec/model/schema.ts';
import { isValid } from '../../spec/validation/validate.ts';

const demandGatherers = {
  request: createConstraintCollector(toSchemaSet, 'request'),
  response: createConstraintCollector(toSchemaSet, 'response'),
};

/** What is demanded of each type of value; nothing of a type of which none is allowed. */
function demandsByType(schemas: readonly Schema[], direction: Direction): readonly Constraints[] {
  const whole = toSchemaSet(schemas);
  return allTypes.flatMap((type) => demandGatherers[direction](whole, type) ?? []);
}

/** Whether its keywords, and those of what it combines, leave nothing of any type. `false` is meant so, also as `not: {}`. */
export function isUnsatisfiable(schema: Schema, direction: Direction): boolean {
  const { isSatisfiable, not } = schema;
  const isDeliberate = !isSatisfiable || (not?.isSatisfiable === true && not.keywordLines.size === 0);
  return !isDeliberate && areUnsatisfiable([schema], direction);
}

/** Of all these together. */
export function areUnsatisfiable(schemas: readonly Schema[], direction: Direction): boolean {
  const isEmpty = (demands: Constraints) =>
    requiredProperties(demands).some(({ isSatisfiable }) => !isSatisfiable) ||
    hasForbiddenRequiredName(demands, direction) ||
    hasTooFewProperties(demands);
  return demandsByType(schemas, direction).every(isEmpty);
}

/** A name that has to be there and may not: by `propertyNames`, or for what is required because of another one. */
function hasForbiddenRequiredName({ object }: Constraints, direction: Direction): boolean {
  const needed = requiredNames(object);
  const isInvalidName = (name: string) => object.propertyNames.some((schema) => !isValid(schema, name, direction));
  const isDisallowed = (name: string) =>
    // Of what `required` itself names required-possible tells.
    !object.required.has(name) && object.propertySchemas.some((shape) => isClosed(shape) && !allowsName(shape, name));
  return [...needed].some((name) => isInvalidName(name) || isDisallowed(name));
}

function requiredNames({ required, dependentRequired }: Constraints['object']): ReadonlySet<string> {
  const names = new Set(required);
  // A set hands out what is added to it on the way.
  for (const name of names) for (const next of dependentRequired.get(name) ?? []) names.add(next);
  return names;
}

/** More properties are asked for than a closed object has names. */
function hasTooFewProperties({ object: { min, propertySchemas } }: Constraints): boolean {
  return propertySchemas.some((shape) => isClosed(shape) && shape.patterns.length === 0 && shape.properties.size < min);
}

function isClosed({ additional }: PropertySchemas): boolean {
  return additional?.isSatisfiable === false;
}

function allowsName({ properties, patterns }: PropertySchemas, name: string): boolean {
  return properties.has(name) || patterns.some(({ pattern }) => pattern.test(name));
}

/**
 * Those that every value of the schema would hold one within another without end: `{ next: Self }` with `next` required.
 * What contradicts itself is counted as met, since that is told by itself.
 */
export function findInfiniteSchemas(schemas: readonly Schema[], direction: Direction): ReadonlySet<Schema> {
  const unresolved = new Set(schemas);
  // What lies deeper was found later, and is settled first.
  for (let before = -1; before !== unresolved.size; ) {
    before = unresolved.size;
    for (const schema of [...unresolved].toReversed())
      if (hasFiniteValue(schema, direction, unresolved)) unresolved.delete(schema);
  }
  return unresolved;
}

/** Those that every value of the schema holds one within another, itself among them where there is no end. */
export function transitiveRequirements(schema: Schema, direction: Direction): ReadonlySet<Schema> {
  const found = new Set(requiredSchemas(schema, direction));
  // A set hands out what is added to it on the way.
  for (const part of found) for (const next of requiredSchemas(part, direction)) found.add(next);
  return found;
}

function requiredSchemas(schema: Schema, direction: Direction): readonly Schema[] {
  return demandsByType([schema], direction).flatMap(requiredParts);
}

function hasFiniteValue(schema: Schema, direction: Direction, unresolved: ReadonlySet<Schema>): boolean {
  // In 3.0 `nullable` counts beside a type alone, which nullable-has-type tells.
  if (hasNoRequirements(schema) || schema.keywordLines.has('nullable')) return true;
  const all = demandsByType([schema], direction);
  const cache: SatisfiableCache = new Map();
  return all.length === 0 || all.some((demands) => areSatisfiable(demands, unresolved, cache));
}

/** As most schemas do: seen without working out their demands. */
function hasNoRequirements({ required, minItems = 0, allOf, anyOf, oneOf, ...schema }: Schema): boolean {
  const hasNoCombinators = allOf.length + anyOf.length + oneOf.length === 0 && schema.if === undefined;
  return hasNoCombinators && schema.not === undefined && required.size === 0 && minItems === 0;
}

/** While the same ones are open: of alternatives within alternatives one may be reached by very many ways. */
type SatisfiableCache = Map<Constraints, boolean>;

function areSatisfiable(demands: Constraints, unresolved: ReadonlySet<Schema>, cache: SatisfiableCache): boolean {
  if (demands.values !== undefined) return true;
  const isSatisfiable = cache.get(demands) ?? computeSatisfiable(demands, unresolved, cache);
  cache.set(demands, isSatisfiable);
  return isSatisfiable;
}

function computeSatisfiable(demands: Constraints, unresolved: ReadonlySet<Schema>, cache: SatisfiableCache): boolean {
  const isWithinReach = requiredParts(demands).every((part) => !unresolved.has(part));
  return (
    isWithinReach &&
    demands.choices.every(({ options }) => options.some((one) => areSatisfiable(one, unresolved, cache)))
  );
}

function requiredParts(demands: Constraints): readonly Schema[] {
  return [...requiredItems(demands), ...requiredProperties(demands)];
}

function requiredItems({ array: { min, tuples } }: Constraints): readonly Schema[] {
  return tuples.flatMap(({ first, rest }) => {
    const parts = min > first.length ? [...first, rest] : first.slice(0, min);
    return parts.filter((part) => part !== undefined);
  });
}

function requiredProperties({ object: { required, propertySchemas } }: Constraints): readonly Schema[] {
  return [...required].flatMap((name) => propertySchemas.flatMap(({ properties }) => properties.get(name) ?? []));
}
