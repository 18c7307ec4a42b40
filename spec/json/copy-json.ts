import { isJsonArray, isJsonObject, type Json, type JsonObject } from './exact-json.ts';

/** Shares nothing with the original, which others may change. */
export function copyOf(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, copyOfPart(part)]));
}

function copyOfPart(value: Json): Json {
  if (isJsonArray(value)) return value.map(copyOfPart);
  return isJsonObject(value) ? copyOf(value) : value;
}
