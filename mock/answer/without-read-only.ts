import { isJsonArray, isJsonObject, type Json } from '../../spec/json/exact-json.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { itemsOf, propertiesOf } from '../../spec/model/schema-view.ts';

/** What was sent, at every depth without what only the store may set; as it is where no schema says so. */
export function withoutReadOnly(value: Json, schema: Schema | undefined): Json {
  if (schema === undefined) return value;
  if (isJsonArray(value)) return value.map((item) => withoutReadOnly(item, itemsOf(schema)));
  if (!isJsonObject(value)) return value;
  const declared = propertiesOf(schema);
  const kept = Object.entries(value).filter(([name]) => declared.get(name)?.readOnly !== true);
  return Object.fromEntries(kept.map(([name, part]) => [name, withoutReadOnly(part, declared.get(name))]));
}
