/** Adds optional properties to an object: a schema may allow most of them, but not all together. */
import { isJsonObject, type Json } from '../json/exact-json.ts';
import type { Direction, Schema } from '../model/schema.ts';
import { isValid } from '../validation/validate.ts';
import { flattenSchema } from './flatten-schema.ts';

/** The value with each property, in order, that leaves it valid. */
export function completeObject(
  value: Json,
  { schema, direction }: { readonly schema: Schema; readonly direction: Direction },
  sampleProperty: (schema: Schema) => Json | undefined,
): Json {
  if (!isJsonObject(value)) return value;
  const hidden = direction === 'request' ? 'readOnly' : 'writeOnly';
  let complete = value;
  for (const [name, part] of flattenSchema(schema).properties) {
    if (Object.hasOwn(complete, name) || part[hidden]) continue;
    const sample = sampleProperty(part);
    const longer = sample === undefined ? complete : { ...complete, [name]: sample };
    if (longer !== complete && isValid(schema, longer, direction)) complete = longer;
  }
  return complete;
}
