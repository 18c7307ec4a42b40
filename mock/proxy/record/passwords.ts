/** The values that a schema calls passwords (`format: password`). */
import { isJsonArray, isJsonObject, type Json } from '../../../spec/exact-json.ts';
import type { Schema } from '../../../spec/schema.ts';
import { itemsOf, partsOf, propertiesOf } from '../../../spec/schema-view.ts';

export function passwordsIn(schema: Schema | undefined, value: Json | undefined): readonly string[] {
  if (schema === undefined || value === undefined) return [];
  if (typeof value === 'string') return value !== '' && isPassword(schema) ? [value] : [];
  if (isJsonArray(value)) return value.flatMap((item) => passwordsIn(itemsOf(schema), item));
  if (!isJsonObject(value)) return [];
  const properties = propertiesOf(schema);
  return Object.entries(value).flatMap(([name, part]) => passwordsIn(properties.get(name), part));
}

function isPassword(schema: Schema): boolean {
  return partsOf(schema).some(({ format }) => format === 'password');
}
