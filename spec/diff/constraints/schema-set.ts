/**
 * A set of schemas that all apply to one value, with `allOf` expanded, so that comparisons do not depend on how they
 * were written.
 */

import { memoize, memoizeList } from '../../memoize.ts';
import type { Schema } from '../../model/schema.ts';

export interface SchemaSet {
  /** Equal for the same set of schemas. */
  readonly key: string;
  /** Without their `allOf`; in the order of the traversal. */
  readonly parts: readonly Schema[];
  /** One equivalent schema, to validate values; undefined without constraints. */
  readonly combined: Schema | undefined;
}

/** Returns the same object for the same list, so that recursion through sets terminates. */
export type ToSchemaSet = (schemas: readonly (Schema | undefined)[]) => SchemaSet;

export const toSchemaSet: ToSchemaSet = (schemas) => createSchemaSet(schemas.filter((schema) => schema !== undefined));

const createSchemaSet = memoizeList((schemas: readonly Schema[]): SchemaSet => {
  const parts = [...withAllOfParts(schemas)];
  const key = parts
    .map(schemaId)
    .toSorted((a, b) => a - b)
    .join(' ');
  return { key, parts, combined: combineSchemas(schemas) };
});

let lastId = 0;
const schemaId = memoize((_schema: Schema) => ++lastId);

/** Visits each schema once, however many paths lead to it. */
function withAllOfParts(schemas: readonly Schema[]): ReadonlySet<Schema> {
  const parts = new Set(schemas);
  // Iterating over a Set includes elements added during the loop.
  for (const part of parts) for (const next of part.allOf) parts.add(next);
  return parts;
}

function combineSchemas([first, ...others]: readonly Schema[]): Schema | undefined {
  if (first === undefined || others.length === 0) return first;
  return { ...first, allOf: [...first.allOf, ...others] };
}
