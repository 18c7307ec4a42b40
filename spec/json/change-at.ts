/** Copies of JSON values with a change at some places. */
import { isJsonArray, isJsonObject, type Json } from './exact-json.ts';

type Keys = readonly string[];

/** A copy with another value at the end of the path; the same value if nothing changes, or the path leads nowhere. */
export function changeAt(value: Json, [key, ...rest]: Keys, change: (value: Json) => Json): Json {
  if (key === undefined) return change(value);
  const member = memberOf(value, key);
  if (member === undefined) return value;
  const changed = changeAt(member, rest, change);
  return changed === member ? value : withMembers(value, new Map([[key, changed]]));
}

/** A copy without the members at the end of the paths. Items of lists stay. */
export function removeAll(value: Json, paths: readonly Keys[]): Json {
  const removed = new Set(paths.filter(({ length }) => length === 1).flat());
  const kept = isJsonObject(value) ? withoutMembers(value, removed) : value;
  return changeMembers(kept, paths, removeAll);
}

/** A copy with another value at the end of each of the paths. */
export function replaceAll(value: Json, paths: readonly Keys[], replacement: Json): Json {
  if (paths.some(({ length }) => length === 0)) return replacement;
  return changeMembers(value, paths, (member, below) => replaceAll(member, below, replacement));
}

function changeMembers(
  value: Json,
  paths: readonly Keys[],
  change: (value: Json, paths: readonly Keys[]) => Json,
): Json {
  const byKey = Map.groupBy(paths, ([key]) => key);
  const changed = new Map<string, Json>();
  for (const [key, below] of byKey) {
    const member = key === undefined ? undefined : memberOf(value, key);
    if (key === undefined || member === undefined) continue;
    changed.set(
      key,
      change(
        member,
        below.map((keys) => keys.slice(1)),
      ),
    );
  }
  return changed.size === 0 ? value : withMembers(value, changed);
}

function memberOf(value: Json, key: string): Json | undefined {
  if (isJsonArray(value)) return /^\d+$/.test(key) ? value[Number(key)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function withMembers(value: Json, members: ReadonlyMap<string, Json>): Json {
  if (isJsonArray(value)) return value.map((item, index) => members.get(String(index)) ?? item);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, members.get(name) ?? part]));
}

function withoutMembers(object: Readonly<Record<string, Json>>, names: ReadonlySet<string>): Json {
  if (names.size === 0) return object;
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.has(name)));
}
