/** The places of the values that operations send, and the combined constraints of the schemas there. */

import { memoize } from '../../../spec/memoize.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import type { Direction, Schema } from '../../../spec/model/schema.ts';
import { countChoices, flattenSchema } from '../../../spec/sampling/flatten-schema.ts';
import { type NamedSchema, schemaName } from './collect-schemas.ts';
import { collectRoots, type SchemaRoot } from './root-schemas.ts';

/** The constraints on a value at one place: its schema, merged with the other parts of its `allOf`. */
export interface SchemaLocation {
  readonly subject: string;
  readonly name: string;
  readonly direction: Direction;
  /** Without combinators; one for each alternative. */
  readonly flat: Schema;
}

/** Every place of a value, once for each direction and each alternative. */
export const collectLocations = memoize((contract: Contract): readonly SchemaLocation[] => {
  const seen = new Set<string>();
  return collectRoots(contract).flatMap((root) => [...locationsFrom(root, seen)]);
});

/** Only the first alternatives of a place are checked: a list of hundreds becomes one warning anyway. */
const MAX_ALTERNATIVES = 20;

function* locationsFrom(
  { subject, name, direction, schema }: SchemaRoot,
  seen: Set<string>,
): Generator<SchemaLocation> {
  const pending: NamedSchema[] = [{ schema, name }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { place } = next.schema;
    const key = `${direction} ${place.file} ${place.pointer}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const locationName = schemaName(next.schema, next.name);
    const alternativeSchemas = flattenAlternatives(next.schema).filter((flat) => !isExcluded(flat, direction));
    for (const flat of alternativeSchemas) yield { subject, name: locationName, direction, flat };
    pending.push(...alternativeSchemas.flatMap((flat) => childSchemas(flat, locationName)).toReversed());
  }
}

function flattenAlternatives(schema: Schema): readonly Schema[] {
  const count = Math.min(countChoices(schema), MAX_ALTERNATIVES);
  return Array.from({ length: count }, (_unused, choice) => flattenSchema(schema, choice));
}

function isExcluded({ readOnly, writeOnly }: Schema, direction: Direction): boolean {
  return direction === 'request' ? readOnly : writeOnly;
}

function childSchemas(flat: Schema, name: string): readonly NamedSchema[] {
  const items = [flat.items, ...flat.prefixItems].filter((part) => part !== undefined);
  const others = [flat.additionalProperties].filter((part) => part !== undefined);
  return [
    ...[...flat.properties].map(([key, schema]) => ({ schema, name: `${name}.${key}` })),
    ...[...items, ...others].map((schema) => ({ schema, name: `${name}[]` })),
  ];
}
