/** RFC 7396. */
import { isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { propertiesOf } from '../../spec/model/schema-view.ts';
import { isValid } from '../../spec/validation/validate.ts';

/** `null` takes a property away, unless `schema` is given and allows it the value null. */
export function mergePatch(old: JsonObject, patch: JsonObject, schema?: Schema): JsonObject {
  const properties = schema === undefined ? undefined : propertiesOf(schema);
  const merged = new Map<string, Json>(Object.entries(old));
  for (const [name, value] of Object.entries(patch)) {
    const part = properties?.get(name);
    if (isJsonObject(value)) merged.set(name, mergePatch(objectIn(merged.get(name)), value, part));
    else if (value !== null || (part !== undefined && isValid(part, null, 'request')))
      merged.set(name, value);
    else merged.delete(name);
  }
  return Object.fromEntries(merged);
}

function objectIn(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
