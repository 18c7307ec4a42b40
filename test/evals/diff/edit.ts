/** Changes of a document as data, by JSON Pointer; each returns a new document. */
import { isJsonArray, isJsonObject, type Json } from '../../../spec/json/exact-json.ts';
import { splitPointer } from '../../../spec/json/pointer.ts';
import { type Rewrite, rewrites } from './rewrites.ts';

export type Edit =
  | { readonly set: string; readonly to: Json }
  | { readonly remove: string }
  | { readonly rename: string; readonly to: string }
  | { readonly rewrite: Rewrite };

/** Sets a value; a pointer that ends in `/-` appends to an array. */
export function set(pointer: string, to: Json): Edit {
  return { set: pointer, to };
}

export function remove(pointer: string): Edit {
  return { remove: pointer };
}

/** Renames a key, in place. */
export function rename(pointer: string, to: string): Edit {
  return { rename: pointer, to };
}

/** Throws where the document has no such place: an edit that does nothing proves nothing. */
export function edited(document: Json, edits: readonly Edit[]): Json {
  return edits.reduce(applied, document);
}

function applied(document: Json, edit: Edit): Json {
  if ('rewrite' in edit) return rewrites[edit.rewrite](document);
  if ('set' in edit) return at(document, splitPointer(edit.set), (part, key) => withKey(part, key, edit.to));
  if ('remove' in edit) return at(document, splitPointer(edit.remove), withoutKey);
  return at(document, splitPointer(edit.rename), (part, key) => withName(part, key, edit.to));
}

/** Changes the part that holds the last step of the path. */
function at(value: Json, path: readonly string[], change: (part: Json, key: string) => Json): Json {
  const [key = '', ...rest] = path;
  if (rest.length === 0) return change(value, key);
  const inner = isJsonArray(value) ? value[Number(key)] : isJsonObject(value) ? value[key] : undefined;
  if (inner === undefined) throw new Error(`there is no ${path.join('/')}`);
  return withKey(value, key, at(inner, rest, change));
}

function withKey(value: Json, key: string, to: Json): Json {
  if (isJsonArray(value)) return key === '-' ? [...value, to] : value.with(Number(key), to);
  if (isJsonObject(value)) return { ...value, [key]: to };
  throw new Error(`no value can be set at ${key}`);
}

function withoutKey(value: Json, key: string): Json {
  if (isJsonArray(value) && Number(key) < value.length) return value.toSpliced(Number(key), 1);
  if (!isJsonObject(value) || !(key in value)) throw new Error(`there is no ${key} to remove`);
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
}

function withName(value: Json, key: string, to: string): Json {
  if (!isJsonObject(value) || !(key in value)) throw new Error(`there is no ${key} to rename`);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name === key ? to : name, part]));
}
