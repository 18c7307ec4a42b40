/** JSON Patch (RFC 6902) and JSON Merge Patch (RFC 7396) for records. */
import { isEqualJson, isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import { splitPointer } from '../../../spec/json/pointer.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { declaredProperties } from '../../../spec/model/schema-view.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { HttpError } from '../../http/http-error.ts';

/** Applies all operations, or returns an error that names the one that failed. */
export function applyJsonPatch(record: JsonObject, operations: readonly Json[]): JsonObject | HttpError {
  let value: Json = record;
  const capacity = { remaining: MAX_COPIED_VALUES };
  for (const [index, operation] of operations.entries()) {
    const next: Json | undefined = isJsonObject(operation) ? applyOperation(value, operation, capacity) : undefined;
    if (next === undefined) return impossibleOperation(index, operation);
    value = next;
  }
  return isJsonObject(value) ? value : impossibleOperation(operations.length - 1, operations.at(-1));
}

function impossibleOperation(index: number, operation: Json | undefined): HttpError {
  const { op = null, path = null } = isJsonObject(operation) ? operation : {};
  const description = `${String(op)} ${String(path)}`.slice(0, 60);
  return new HttpError(
    'invalid',
    `body[${index}]: expected an operation that can be applied to the record, got ${JSON.stringify(description)}`,
  );
}

type Path = readonly string[];

/** The maximum number of values in copies: repeated copies of copies would exhaust the memory. */
const MAX_COPIED_VALUES = 100_000;

interface CopyCapacity {
  remaining: number;
}

function applyOperation(
  value: Json,
  { op, path: pathText, from: fromText, value: newValue }: JsonObject,
  capacity: CopyCapacity,
): Json | undefined {
  const [path, from] = [parsePointer(pathText), parsePointer(fromText)];
  if (path === undefined) return undefined;
  if (op === 'add') return newValue === undefined ? undefined : addAt(value, path, newValue);
  if (op === 'remove') return removeAt(value, path);
  const existing = valueAt(value, path);
  if (op === 'test')
    return existing !== undefined && newValue !== undefined && isEqualJson(existing, newValue) ? value : undefined;
  if (op === 'replace')
    return existing === undefined || newValue === undefined ? undefined : replaceAt(value, path, newValue);
  const moved = from === undefined ? undefined : valueAt(value, from);
  if (moved === undefined || from === undefined) return undefined;
  if (op === 'copy') return hasCapacity(moved, capacity) ? addAt(value, path, moved) : undefined;
  const rest = op === 'move' ? removeAt(value, from) : undefined;
  return rest === undefined ? undefined : addAt(rest, path, moved);
}

function hasCapacity(value: Json, capacity: CopyCapacity): boolean {
  capacity.remaining -= 1;
  if (capacity.remaining < 0) return false;
  return (
    typeof value !== 'object' || value === null || Object.values(value).every((part) => hasCapacity(part, capacity))
  );
}

/** RFC 6901. */
function parsePointer(text: Json | undefined): Path | undefined {
  if (typeof text !== 'string' || (text !== '' && !text.startsWith('/'))) return undefined;
  return splitPointer(text);
}

function valueAt(value: Json, [name, ...rest]: Path): Json | undefined {
  if (name === undefined) return value;
  const part = isJsonArray(value) ? value[arrayIndex(name)] : ownProperty(value, name);
  return part === undefined ? undefined : valueAt(part, rest);
}

function ownProperty(value: Json, name: string): Json | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function arrayIndex(name: string): number {
  return /^(?:0|[1-9]\d{0,8})$/.test(name) ? Number(name) : -1;
}

type Edit = (holder: Json, name: string) => Json | undefined;

/** `edit` receives the parent of the last path segment. */
function editAt(value: Json, [name, ...rest]: Path, edit: Edit): Json | undefined {
  if (name === undefined) return undefined;
  if (rest.length === 0) return edit(value, name);
  const part = valueAt(value, [name]);
  const changed = part === undefined ? undefined : editAt(part, rest, edit);
  return changed === undefined ? undefined : setMember(value, name, changed);
}

function setMember(holder: Json, name: string, value: Json): Json | undefined {
  if (isJsonArray(holder)) return holder.with(arrayIndex(name), value);
  return isJsonObject(holder) ? { ...holder, [name]: value } : undefined;
}

function addAt(value: Json, path: Path, newValue: Json): Json | undefined {
  if (path.length === 0) return newValue;
  return editAt(value, path, (holder, name) => {
    if (!isJsonArray(holder)) return setMember(holder, name, newValue);
    const index = name === '-' ? holder.length : arrayIndex(name);
    return index < 0 || index > holder.length ? undefined : holder.toSpliced(index, 0, newValue);
  });
}

function replaceAt(value: Json, path: Path, newValue: Json): Json | undefined {
  return path.length === 0 ? newValue : editAt(value, path, (holder, name) => setMember(holder, name, newValue));
}

function removeAt(value: Json, path: Path): Json | undefined {
  return editAt(value, path, (holder, name) => {
    if (isJsonArray(holder)) {
      const index = arrayIndex(name);
      return index < 0 || index >= holder.length ? undefined : holder.toSpliced(index, 1);
    }
    if (ownProperty(holder, name) === undefined || !isJsonObject(holder)) return undefined;
    const { [name]: _removed, ...rest } = holder;
    return rest;
  });
}

/** `null` removes a property, unless `schema` is set and allows null for it. */
export function mergePatch(old: JsonObject, patch: JsonObject, schema?: Schema): JsonObject {
  const properties = schema === undefined ? undefined : declaredProperties(schema);
  const merged = new Map<string, Json>(Object.entries(old));
  for (const [name, value] of Object.entries(patch)) {
    const part = properties?.get(name);
    if (isJsonObject(value)) merged.set(name, mergePatch(asObject(merged.get(name)), value, part));
    else if (value !== null || (part !== undefined && isValid(part, null, 'request'))) merged.set(name, value);
    else merged.delete(name);
  }
  return Object.fromEntries(merged);
}

function asObject(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
