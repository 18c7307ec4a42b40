/** What PATCH does to a record: JSON Patch (RFC 6902) and JSON Merge Patch (RFC 7396). */
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  sameJson,
} from '../../spec/json/exact-json.ts';
import { splitPointer } from '../../spec/json/pointer.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { propertiesOf } from '../../spec/model/schema-view.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { Refusal } from '../http/refusals.ts';

/** All of it, or a refusal that names the operation which cannot be done. */
export function applyJsonPatch(record: JsonObject, operations: readonly Json[]): JsonObject | Refusal {
  let value: Json = record;
  const room = { left: MOST_COPIED };
  for (const [index, operation] of operations.entries()) {
    const next: Json | undefined = isJsonObject(operation) ? applyOne(value, operation, room) : undefined;
    if (next === undefined) return impossible(index, operation);
    value = next;
  }
  return isJsonObject(value) ? value : impossible(operations.length - 1, operations.at(-1));
}

function impossible(index: number, operation: Json | undefined): Refusal {
  const { op = null, path = null } = isJsonObject(operation) ? operation : {};
  const told = `${String(op)} ${String(path)}`.slice(0, 60);
  return new Refusal(
    'invalid',
    `body[${index}]: expected an operation that the record allows, got ${JSON.stringify(told)}`,
  );
}

type Path = readonly string[];

/** Parts of a value. Copies of copies would soon fill the memory. */
const MOST_COPIED = 100_000;

interface Room {
  left: number;
}

function applyOne(
  value: Json,
  { op, path: at, from: origin, value: given }: JsonObject,
  room: Room,
): Json | undefined {
  const [path, from] = [pointer(at), pointer(origin)];
  if (path === undefined) return undefined;
  if (op === 'add') return given === undefined ? undefined : put(value, path, given);
  if (op === 'remove') return without(value, path);
  const there = get(value, path);
  if (op === 'test')
    return there !== undefined && given !== undefined && sameJson(there, given) ? value : undefined;
  if (op === 'replace')
    return there === undefined || given === undefined ? undefined : exchange(value, path, given);
  const moved = from === undefined ? undefined : get(value, from);
  if (moved === undefined || from === undefined) return undefined;
  if (op === 'copy') return fits(moved, room) ? put(value, path, moved) : undefined;
  const rest = op === 'move' ? without(value, from) : undefined;
  return rest === undefined ? undefined : put(rest, path, moved);
}

function fits(value: Json, room: Room): boolean {
  room.left -= 1;
  if (room.left < 0) return false;
  return (
    typeof value !== 'object' || value === null || Object.values(value).every((part) => fits(part, room))
  );
}

/** RFC 6901. */
function pointer(text: Json | undefined): Path | undefined {
  if (typeof text !== 'string' || (text !== '' && !text.startsWith('/'))) return undefined;
  return splitPointer(text);
}

function get(value: Json, [name, ...rest]: Path): Json | undefined {
  if (name === undefined) return value;
  const part = isJsonArray(value) ? value[indexIn(name)] : own(value, name);
  return part === undefined ? undefined : get(part, rest);
}

function own(value: Json, name: string): Json | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function indexIn(name: string): number {
  return /^(?:0|[1-9]\d{0,8})$/.test(name) ? Number(name) : -1;
}

type Edit = (holder: Json, name: string) => Json | undefined;

/** `edit` sees what holds the last step of the path. */
function within(value: Json, [name, ...rest]: Path, edit: Edit): Json | undefined {
  if (name === undefined) return undefined;
  if (rest.length === 0) return edit(value, name);
  const part = get(value, [name]);
  const changed = part === undefined ? undefined : within(part, rest, edit);
  return changed === undefined ? undefined : set(value, name, changed);
}

function set(holder: Json, name: string, value: Json): Json | undefined {
  if (isJsonArray(holder)) return holder.with(indexIn(name), value);
  return isJsonObject(holder) ? { ...holder, [name]: value } : undefined;
}

function put(value: Json, path: Path, given: Json): Json | undefined {
  if (path.length === 0) return given;
  return within(value, path, (holder, name) => {
    if (!isJsonArray(holder)) return set(holder, name, given);
    const index = name === '-' ? holder.length : indexIn(name);
    return index < 0 || index > holder.length ? undefined : holder.toSpliced(index, 0, given);
  });
}

function exchange(value: Json, path: Path, given: Json): Json | undefined {
  return path.length === 0 ? given : within(value, path, (holder, name) => set(holder, name, given));
}

function without(value: Json, path: Path): Json | undefined {
  return within(value, path, (holder, name) => {
    if (isJsonArray(holder)) {
      const index = indexIn(name);
      return index < 0 || index >= holder.length ? undefined : holder.toSpliced(index, 1);
    }
    if (own(holder, name) === undefined || !isJsonObject(holder)) return undefined;
    const { [name]: _gone, ...rest } = holder;
    return rest;
  });
}

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
