/** Unsatisfiable schemas, proven from their constraints, never by failing to find a value. */

import { createConstraintCollector } from '../../spec/diff/constraints/collect-constraints.ts';
import type { Constraints, PropertySchemas } from '../../spec/diff/constraints/constraints.ts';
import { allTypes } from '../../spec/diff/constraints/read-constraints.ts';
import { toSchemaSet } from '../../spec/diff/constraints/schema-set.ts';
import type { Direction, Schema } from '../../spec/model/schema.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { hasOnlyRepeatedAlternatives } from './repeated-alternatives.ts';

const constraintCollectors = {
  request: createConstraintCollector(toSchemaSet, 'request'),
  response: createConstraintCollector(toSchemaSet, 'response'),
};

/** The constraints for each type of value; none for a type that is not allowed. */
function constraintsByType(schemas: readonly Schema[], direction: Direction): readonly Constraints[] {
  const combined = toSchemaSet(schemas);
  return allTypes.flatMap((type) => constraintCollectors[direction](combined, type) ?? []);
}

/**
 * Whether the keywords of the schema, and of the schemas it combines, allow no value of any type. `false` and `not: {}`
 * are deliberate.
 */
export function isUnsatisfiable(schema: Schema, direction: Direction): boolean {
  const { isSatisfiable, not } = schema;
  const isDeliberate = !isSatisfiable || (not?.isSatisfiable === true && not.keywordLines.size === 0);
  return !isDeliberate && (hasOnlyRepeatedAlternatives(schema) || areUnsatisfiable([schema], direction));
}

/** Whether no value satisfies all of these schemas. */
export function areUnsatisfiable(schemas: readonly Schema[], direction: Direction): boolean {
  const isEmpty = (constraints: Constraints) =>
    requiredProperties(constraints).some(({ isSatisfiable }) => !isSatisfiable) ||
    hasForbiddenRequiredName(constraints, direction) ||
    hasTooFewProperties(constraints);
  return constraintsByType(schemas, direction).every(isEmpty);
}

/**
 * Whether a required name is forbidden: by `propertyNames`, or, if `dependentRequired` requires it, by a closed object.
 */
function hasForbiddenRequiredName({ object }: Constraints, direction: Direction): boolean {
  const needed = requiredNames(object);
  const isInvalidName = (name: string) => object.propertyNames.some((schema) => !isValid(schema, name, direction));
  const isDisallowed = (name: string) =>
    // required-satisfiable reports names of `required` itself.
    !object.required.has(name) && object.propertySchemas.some((shape) => isClosed(shape) && !allowsName(shape, name));
  return [...needed].some((name) => isInvalidName(name) || isDisallowed(name));
}

function requiredNames({ required, dependentRequired }: Constraints['object']): ReadonlySet<string> {
  const names = new Set(required);
  // Iterating over a set includes values that are added meanwhile.
  for (const name of names) for (const next of dependentRequired.get(name) ?? []) names.add(next);
  return names;
}

/** Whether more properties are required than a closed object has names. */
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
 * Schemas whose every value would contain another one without end: `{ next: Self }` with a required `next`. A schema
 * that contradicts itself counts as finite, since it is reported separately.
 */
export function findInfiniteSchemas(schemas: readonly Schema[], direction: Direction): ReadonlySet<Schema> {
  const unresolved = new Set(schemas);
  // Deeper schemas were found later, and are resolved first.
  for (let before = -1; before !== unresolved.size; ) {
    before = unresolved.size;
    for (const schema of [...unresolved].toReversed())
      if (hasFiniteValue(schema, direction, unresolved)) unresolved.delete(schema);
  }
  return unresolved;
}

/** All schemas whose values every value of the schema contains; the schema itself among them if it is infinite. */
export function transitiveRequirements(schema: Schema, direction: Direction): ReadonlySet<Schema> {
  const found = new Set(requiredSchemas(schema, direction));
  // Iterating over a set includes values that are added meanwhile.
  for (const part of found) for (const next of requiredSchemas(part, direction)) found.add(next);
  return found;
}

function requiredSchemas(schema: Schema, direction: Direction): readonly Schema[] {
  return constraintsByType([schema], direction).flatMap(requiredParts);
}

function hasFiniteValue(schema: Schema, direction: Direction, unresolved: ReadonlySet<Schema>): boolean {
  // In 3.0, `nullable` has an effect only next to a type, which nullable-has-type reports.
  if (hasNoRequirements(schema) || schema.keywordLines.has('nullable')) return true;
  const all = constraintsByType([schema], direction);
  const cache: SatisfiableCache = new Map();
  return all.length === 0 || all.some((constraints) => areSatisfiable(constraints, unresolved, cache));
}

/** Most schemas: known without collecting their constraints. */
function hasNoRequirements({ required, minItems = 0, allOf, anyOf, oneOf, ...schema }: Schema): boolean {
  const hasNoCombinators = allOf.length + anyOf.length + oneOf.length === 0 && schema.if === undefined;
  return hasNoCombinators && schema.not === undefined && required.size === 0 && minItems === 0;
}

/** Valid for one state of `unresolved`: an alternative within alternatives may be reachable in many ways. */
type SatisfiableCache = Map<Constraints, boolean>;

function areSatisfiable(constraints: Constraints, unresolved: ReadonlySet<Schema>, cache: SatisfiableCache): boolean {
  if (constraints.values !== undefined) return true;
  const isSatisfiable = cache.get(constraints) ?? computeSatisfiable(constraints, unresolved, cache);
  cache.set(constraints, isSatisfiable);
  return isSatisfiable;
}

function computeSatisfiable(
  constraints: Constraints,
  unresolved: ReadonlySet<Schema>,
  cache: SatisfiableCache,
): boolean {
  const isWithinReach = requiredParts(constraints).every((part) => !unresolved.has(part));
  return (
    isWithinReach &&
    constraints.choices.every(({ options }) => options.some((one) => areSatisfiable(one, unresolved, cache)))
  );
}

function requiredParts(constraints: Constraints): readonly Schema[] {
  return [...requiredItems(constraints), ...requiredProperties(constraints)];
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
