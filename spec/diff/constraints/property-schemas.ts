/** The schemas that apply to the properties of an object, from all schemas that declare properties. */

import { memoize } from '../../memoize.ts';
import type { Schema } from '../../model/schema.ts';
import type { ObjectConstraints, PropertySchemas } from './constraints.ts';
import type { SchemaSet, ToSchemaSet } from './schema-set.ts';

/** The names under `properties`. */
export const declaredNames = memoize(
  ({ propertySchemas }: ObjectConstraints): ReadonlySet<string> =>
    new Set(propertySchemas.flatMap(({ properties }) => [...properties.keys()])),
);

/** The schemas that apply to a property of this name, declared or not. */
export function propertySchemaSet(object: ObjectConstraints, name: string, toSchemaSet: ToSchemaSet): SchemaSet {
  const cache = propertySetCache(object);
  const schemaSet =
    cache.get(name) ?? toSchemaSet(object.propertySchemas.flatMap((schemas) => applicableSchemas(schemas, name)));
  cache.set(name, schemaSet);
  return schemaSet;
}

const propertySetCache = memoize((_object: ObjectConstraints) => new Map<string, SchemaSet>());

function applicableSchemas(
  { properties, patterns, additional }: PropertySchemas,
  name: string,
): readonly (Schema | undefined)[] {
  const matching = patterns.filter(({ pattern }) => pattern.test(name)).map(({ schema }) => schema);
  if (properties.has(name)) return [properties.get(name), ...matching];
  return matching.length > 0 ? matching : [additional];
}

/**
 * The schemas that apply to a property without a declaration; a pattern of one schema does not declare it for the
 * others.
 */
export function additionalSchemaSet({ propertySchemas }: ObjectConstraints, toSchemaSet: ToSchemaSet): SchemaSet {
  return toSchemaSet(propertySchemas.map(({ additional }) => additional));
}

/** The schemas that apply to a property whose name matches the pattern. */
export function patternSchemaSet(
  { propertySchemas }: ObjectConstraints,
  source: string,
  toSchemaSet: ToSchemaSet,
): SchemaSet {
  return toSchemaSet(
    propertySchemas.flatMap(({ patterns, additional }) => {
      const same = patterns.filter(({ pattern }) => pattern.source === source).map(({ schema }) => schema);
      return same.length > 0 ? same : [additional];
    }),
  );
}

/** Whether undeclared properties are not allowed. */
export function isClosedObject({ propertySchemas }: ObjectConstraints): boolean {
  return propertySchemas.some(({ additional }) => additional?.isSatisfiable === false);
}

/** The maximum number of properties. */
export function maxPropertyCount({ propertySchemas }: ObjectConstraints): number {
  const closed = propertySchemas.filter(
    ({ additional, patterns }) => additional?.isSatisfiable === false && patterns.length === 0,
  );
  return Math.min(...closed.map(({ properties }) => properties.size));
}
