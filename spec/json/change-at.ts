/** Copies of JSON values with a change at some places. */
import { isJsonArray, isJsonObject, type Json } from './exact-json.ts';

/** A copy with another value at the end of the path; the same value if the path leads nowhere. */
export function changeAt(value: Json, keys: readonly string[], change: (value: Json) => Json): Json {
  const [key, ...rest] = keys;
  if (key === undefined) return change(value);
  if (isJsonArray(value)) {
    const index = /^\d+$/.test(key) ? Number(key) : -1;
    const item = value[index];
    return item === undefined ? value : value.with(index, changeAt(item, rest, change));
  }
  const member = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  if (!isJsonObject(value) || member === undefined) return value;
  const changed = changeAt(member, rest, change);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, name === key ? changed : part]));
}

/** A copy without the member at the end of the path; the same value if there is none. */
export function removeAt(value: Json, keys: readonly string[]): Json {
  const [last] = keys.slice(-1);
  return changeAt(value, keys.slice(0, -1), (object) =>
    isJsonObject(object) ? Object.fromEntries(Object.entries(object).filter(([name]) => name !== last)) : object,
  );
}
