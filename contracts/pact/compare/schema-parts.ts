/** What a schema says of a list or an object when its compositions are looked through. */
import type { Schema, TypeName } from '../../../spec/model/schema.ts';

export interface SchemaParts {
  readonly types: ReadonlySet<TypeName>;
  /** The first declaration of a name counts. */
  readonly properties: ReadonlyMap<string, Schema>;
  readonly items: Schema | undefined;
}

export function partsOf(schema: Schema | undefined): SchemaParts {
  const parts = schema === undefined ? [] : [...allParts([schema])];
  const properties = parts.flatMap((part) => [...part.properties]).toReversed();
  return {
    types: new Set(parts.flatMap((part) => [...(part.types ?? [])])),
    properties: new Map(properties),
    items: parts.find((part) => part.items !== undefined)?.items,
  };
}

/** These and every schema that may judge the same value with them; cycles end. */
export function allParts(schemas: readonly Schema[]): ReadonlySet<Schema> {
  const parts = new Set(schemas);
  // A set hands out what is added to it on the way.
  for (const part of parts) {
    const { allOf, anyOf, oneOf, dependentSchemas } = part;
    const branches = [part.then, part.else].filter((branch) => branch !== undefined);
    for (const next of [...allOf, ...anyOf, ...oneOf, ...dependentSchemas.values(), ...branches])
      parts.add(next);
  }
  return parts;
}

/** These and what `allOf` joins to them: all of it judges every value. */
export function certainParts(schemas: readonly Schema[]): ReadonlySet<Schema> {
  const parts = new Set(schemas);
  for (const part of parts) for (const next of part.allOf) parts.add(next);
  return parts;
}
