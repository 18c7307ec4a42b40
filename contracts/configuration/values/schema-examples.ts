/** A schema in which a property has other examples; everything else is shared with the original. */
import type { Json } from '../../../spec/json/exact-json.ts';
import type { Schema } from '../../../spec/model/schema.ts';

/**
 * Undefined if the schema has no such property. `names`: from the outermost object; lists in between are passed through.
 */
export function withPropertyExamples(
  schema: Schema,
  names: readonly string[],
  examples: readonly Json[],
): Schema | undefined {
  return change(schema, names, { examples, parts: new Set() });
}

interface Change {
  readonly examples: readonly Json[];
  /** The schemas around this one that apply to the same value: alternatives may be recursive. */
  readonly parts: ReadonlySet<Schema>;
}

function change(schema: Schema, [name, ...rest]: readonly string[], { examples, parts }: Change): Schema | undefined {
  if (name === undefined) return { ...schema, examples };
  if (parts.has(schema)) return undefined;
  const same = { examples, parts: new Set([...parts, schema]) };
  const property = schema.properties.get(name);
  const changedProperty =
    property === undefined || property.readOnly ? undefined : change(property, rest, { examples, parts: new Set() });
  const items = schema.items && change(schema.items, [name, ...rest], same);
  const replaced = new Map<Schema, Schema>();
  const changeAll = (alternatives: readonly Schema[]) =>
    alternatives.map((one) => {
      const changed = change(one, [name, ...rest], same);
      if (changed !== undefined) replaced.set(one, changed);
      return changed ?? one;
    });
  const lists = { allOf: changeAll(schema.allOf), anyOf: changeAll(schema.anyOf), oneOf: changeAll(schema.oneOf) };
  if (changedProperty === undefined && items === undefined && replaced.size === 0) return undefined;
  const { discriminator } = schema;
  return {
    ...schema,
    ...lists,
    ...(items && { items }),
    ...(changedProperty && { properties: new Map([...schema.properties, [name, changedProperty]]) }),
    ...(discriminator && {
      discriminator: {
        ...discriminator,
        values: new Map([...discriminator.values].map(([value, one]) => [value, replaced.get(one) ?? one])),
      },
    }),
  };
}

/** The schemas of a property, in all alternatives. */
export function propertySchemas(
  schema: Schema,
  [name, ...rest]: readonly string[],
  parts: ReadonlySet<Schema> = new Set(),
): readonly Schema[] {
  if (name === undefined) return [schema];
  if (parts.has(schema)) return [];
  const same = new Set([...parts, schema]);
  const property = schema.properties.get(name);
  const around = [...(schema.items ? [schema.items] : []), ...schema.allOf, ...schema.anyOf, ...schema.oneOf];
  return [
    ...(property === undefined || property.readOnly ? [] : propertySchemas(property, rest)),
    ...around.flatMap((part) => propertySchemas(part, [name, ...rest], same)),
  ];
}

/** The names of the properties, as they are addressed, outer ones first in each branch; of recursive schemas very many. */
export function* propertyNames(schema: Schema, prefix = '', depth = 0): Generator<string> {
  if (depth > MAX_DEPTH) return;
  for (const [name, part] of schema.properties) {
    if (part.readOnly) continue;
    yield `${prefix}${name}`;
    yield* propertyNames(part, `${prefix}${name}.`, depth + 1);
  }
  const around = [...(schema.items ? [schema.items] : []), ...schema.allOf, ...schema.anyOf, ...schema.oneOf];
  for (const part of around) yield* propertyNames(part, prefix, depth + 1);
}

const MAX_DEPTH = 4;
