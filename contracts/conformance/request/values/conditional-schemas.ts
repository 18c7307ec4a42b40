/** The branches of `if` and of `dependentSchemas` that apply to a value. */
import { isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import { memoize, memoizeList } from '../../../../spec/memoize.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { isValid } from '../../../../spec/validation/validate.ts';

/** Of the schema and the parts of its `allOf`, those with a condition. Most schemas have none. */
export const conditionalParts = memoize((schema: Schema): readonly Schema[] => {
  // Iterating over a Set includes parts added on the way, each of them once.
  const parts = new Set([schema]);
  for (const part of parts) for (const next of part.allOf) parts.add(next);
  return [...parts].filter(
    (part) => (part.if !== undefined && (part.then ?? part.else) !== undefined) || part.dependentSchemas.size > 0,
  );
});

/** The schema together with the branches that apply to the value, so that their bounds count as its own. */
export function withActiveBranches(schema: Schema, value: Json): Schema {
  const branches = conditionalParts(schema).flatMap((part) => activeBranches(part, value));
  return branches.length === 0 ? schema : withSchemas(schema)(branches);
}

function activeBranches(part: Schema, value: Json): readonly Schema[] {
  const branch = part.if === undefined || isValid(part.if, value, 'request') ? part.then : part.else;
  const dependent = [...part.dependentSchemas].flatMap(([name, schema]) =>
    isJsonObject(value) && Object.hasOwn(value, name) ? [schema] : [],
  );
  return [...(part.if === undefined || branch === undefined ? [] : [branch]), ...dependent];
}

/** Other caches know schemas by their identity. */
const withSchemas = memoize((schema: Schema) =>
  memoizeList((more: readonly Schema[]): Schema => ({ ...schema, allOf: [...schema.allOf, ...more] })),
);
