import type { Json } from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { sampleOf } from '../../../../spec/sampling/sample.ts';

/** A value of the schema that meets these as well, with or without what is optional. */
export function sampleWith(
  schema: Schema,
  more: readonly Schema[],
  optional: 'all' | 'none' = 'all',
): Json | undefined {
  const both: Schema = { ...schema, allOf: [...schema.allOf, ...more] };
  return sampleOf(both, 'request', { optional }) ?? sampleOf(both, 'request');
}
