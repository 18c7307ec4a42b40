/** All that is demanded of one value: a set of schemas, `allOf` taken apart, so that nothing hangs on how they were written. */

import { memoize, memoizeList } from '../../memoize.ts';
import type { Schema } from '../../model/schema.ts';

export interface SchemaSet {
  /** The same for the same set of schemas. */
  readonly key: string;
  /** Without their `allOf`; in the order in which they were met. */
  readonly parts: readonly Schema[];
  /** One schema that says the same, to judge values by; undefined where nothing is demanded. */
  readonly combined: Schema | undefined;
}

/** The same object for the same list, so that recursion through sets comes to an end. */
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

/** Each once, by however many ways it is reached. */
function withAllOfParts(schemas: readonly Schema[]): ReadonlySet<Schema> {
  const parts = new Set(schemas);
  // A set hands out what is added to it on the way.
  for (const part of parts) for (const next of part.allOf) parts.add(next);
  return parts;
}

function combineSchemas([first, ...others]: readonly Schema[]): Schema | undefined {
  if (first === undefined || others.length === 0) return first;
  return { ...first, allOf: [...first.allOf, ...others] };
}
