/** Rewrites references by `$id` and anchor to pointers, for libraries that only support pointers. */
import { mapMembers } from '../json/convert-json.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../json/exact-json.ts';
import { joinPointer, splitPointer } from '../json/pointer.ts';
import type { SourceFile } from '../source/source-file.ts';
import { resolveEmbeddedRef } from './embedded-refs.ts';
import { findSchemaResources } from './schema-resources.ts';

/**
 * Returns the value unchanged if there are no such references. A `$dynamicRef` with a single possible target becomes a
 * `$ref`.
 */
export function withPointerRefs(file: SourceFile): Json {
  return findSchemaResources(file) === undefined ? file.value : rewriteRefs(file.value, '', file);
}

/** Whether a reference stays within its own file although its URL differs. */
export function isInternalRef(file: SourceFile, pointer: string, ref: string): boolean {
  return findPointer(file, pointer, ref) !== undefined;
}

function rewriteRefs(value: Json, pointer: string, file: SourceFile): Json {
  if (isJsonArray(value)) return value.map((item, index) => rewriteRefs(item, joinPointer(pointer, index), file));
  if (!isJsonObject(value)) return value;
  const keys = Object.keys(value).values();
  const copy = mapMembers(value, (part) => rewriteRefs(part, joinPointer(pointer, keys.next().value ?? ''), file));
  return rewriteRef(copy, pointer, file);
}

function rewriteRef(value: JsonObject, pointer: string, file: SourceFile): JsonObject {
  const { $ref: ref, $dynamicRef: dynamicRef, ...rest } = value;
  if (typeof ref === 'string') {
    const found = ref.startsWith('#/') && pointerExists(file, ref) ? undefined : findPointer(file, pointer, ref);
    return found === undefined ? value : { ...value, $ref: found };
  }
  if (typeof dynamicRef !== 'string' || !isUnambiguous(file, dynamicRef)) return value;
  const found = findPointer(file, pointer, dynamicRef);
  return found === undefined ? value : { ...rest, $ref: found };
}

function pointerExists(file: SourceFile, ref: string): boolean {
  return valueAtPointer(file.value, ref.slice(1)) !== undefined;
}

/** Returns the target as a URI fragment. */
function findPointer(file: SourceFile, pointer: string, ref: string): string | undefined {
  const locations = resolveEmbeddedRef(new Map([[file.url, file]]), { file, pointer }, ref);
  const found = locations.find((location) => valueAtPointer(file.value, location.pointer) !== undefined);
  return found === undefined || found.pointer === '' ? undefined : `#${encodeURI(found.pointer)}`;
}

/** With a single `$dynamicAnchor` of the name, the outermost is always that one. */
function isUnambiguous(file: SourceFile, ref: string): boolean {
  const name = /#([^/]*)$/.exec(ref)?.[1] ?? '';
  const resources = [...(findSchemaResources(file)?.byUri.values() ?? [])];
  return resources.filter(({ dynamicAnchors }) => dynamicAnchors.has(name)).length <= 1;
}

function valueAtPointer(value: Json, pointer: string): Json | undefined {
  return splitPointer(pointer).reduce<Json | undefined>((current, key) => {
    if (isJsonArray(current)) return current[Number(key)];
    return isJsonObject(current) && Object.hasOwn(current, key) ? current[key] : undefined;
  }, value);
}
