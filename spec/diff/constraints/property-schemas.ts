/** What the properties of an object are judged by, over all the schemas that speak of them. */

import { memoize } from '../../memoize.ts';
import type { Schema } from '../../model/schema.ts';
import type { ObjectConstraints, PropertySchemas } from './constraints.ts';
import type { SchemaSet, ToSchemaSet } from './schema-set.ts';

/** The names that stand under `properties`. */
export const declaredNames = memoize(
  ({ propertySchemas }: ObjectConstraints): ReadonlySet<string> =>
    new Set(propertySchemas.flatMap(({ properties }) => [...properties.keys()])),
);

/** What a property of this name is judged by, declared or not. */
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

/** What a property is judged by that nothing names; a pattern of one schema alone is no name for the others. */
export function additionalSchemaSet({ propertySchemas }: ObjectConstraints, toSchemaSet: ToSchemaSet): SchemaSet {
  return toSchemaSet(propertySchemas.map(({ additional }) => additional));
}

/** What a property whose name has the pattern is judged by. */
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

/** Whether no property is allowed that nothing names. */
export function isClosedObject({ propertySchemas }: ObjectConstraints): boolean {
  return propertySchemas.some(({ additional }) => additional?.isSatisfiable === false);
}

/** As many properties as there can be at all. */
export function maxPropertyCount({ propertySchemas }: ObjectConstraints): number {
  const closed = propertySchemas.filter(
    ({ additional, patterns }) => additional?.isSatisfiable === false && patterns.length === 0,
  );
  return Math.min(...closed.map(({ properties }) => properties.size));
}
