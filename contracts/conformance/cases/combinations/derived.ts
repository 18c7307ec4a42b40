/** Values of a schema that is a little changed. */
import type { Json } from '../../../../spec/exact-json.ts';
import type { Schema } from '../../../../spec/schema.ts';

/** One value to try. */
export interface Probe {
  readonly keyword: string;
  readonly words: string;
  /** Undefined where no such value is found. */
  readonly value: Json | undefined;
  readonly side: 'accept' | 'reject';
}

/** The schema as if one of its parts had no such keyword. */
export function without(
  schema: Schema,
  part: Schema,
  keyword: 'oneOf' | 'anyOf' | 'not' | 'if' | 'contains' | 'dependentSchemas' | 'dependentRequired',
): Schema {
  if (schema !== part) return { ...schema, allOf: schema.allOf.map((one) => without(one, part, keyword)) };
  if (keyword === 'oneOf' || keyword === 'anyOf') return { ...schema, [keyword]: [] };
  return { ...schema, [keyword]: keyword.startsWith('dependent') ? new Map() : undefined };
}
