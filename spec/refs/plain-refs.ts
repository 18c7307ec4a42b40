/** For libraries that know pointers alone: the value of a file whose references by `$id` and anchor are pointers. */
import { mapMembers } from '../json/copies.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../json/exact-json.ts';
import { joinPointer, splitPointer } from '../json/pointer.ts';
import type { SourceFile } from '../source/source-file.ts';
import { embeddedTarget } from './embedded.ts';
import { schemaResourcesOf } from './schema-resources.ts';

/** As it stands where there are none of them. A `$dynamicRef` that can lead to one place alone is a reference like any other. */
export function plainValue(file: SourceFile): Json {
  return schemaResourcesOf(file) === undefined ? file.value : plain(file.value, '', file);
}

/** Whether a reference stays within its own file though it does not look like it. */
export function isWithin(file: SourceFile, pointer: string, ref: string): boolean {
  return pointerFor(file, pointer, ref) !== undefined;
}

function plain(value: Json, pointer: string, file: SourceFile): Json {
  if (isJsonArray(value)) return value.map((item, index) => plain(item, joinPointer(pointer, index), file));
  if (!isJsonObject(value)) return value;
  const keys = Object.keys(value).values();
  const copy = mapMembers(value, (part) => plain(part, joinPointer(pointer, keys.next().value ?? ''), file));
  return withPlainRef(copy, pointer, file);
}

function withPlainRef(value: JsonObject, pointer: string, file: SourceFile): JsonObject {
  const { $ref: ref, $dynamicRef: dynamic, ...rest } = value;
  if (typeof ref === 'string') {
    const found = ref.startsWith('#/') && exists(file, ref) ? undefined : pointerFor(file, pointer, ref);
    return found === undefined ? value : { ...value, $ref: found };
  }
  if (typeof dynamic !== 'string' || !isSettled(file, dynamic)) return value;
  const found = pointerFor(file, pointer, dynamic);
  return found === undefined ? value : { ...rest, $ref: found };
}

function exists(file: SourceFile, ref: string): boolean {
  return valueAt(file.value, ref.slice(1)) !== undefined;
}

/** As a fragment of a URI. */
function pointerFor(file: SourceFile, pointer: string, ref: string): string | undefined {
  const spots = embeddedTarget(new Map([[file.url, file]]), { file, pointer }, ref);
  const found = spots.find((spot) => valueAt(file.value, spot.pointer) !== undefined);
  return found === undefined || found.pointer === '' ? undefined : `#${encodeURI(found.pointer)}`;
}

/** With one `$dynamicAnchor` of the name, the outermost is that one. */
function isSettled(file: SourceFile, ref: string): boolean {
  const name = /#([^/]*)$/.exec(ref)?.[1] ?? '';
  const resources = [...(schemaResourcesOf(file)?.byUri.values() ?? [])];
  return resources.filter(({ dynamicAnchors }) => dynamicAnchors.has(name)).length <= 1;
}

function valueAt(value: Json, pointer: string): Json | undefined {
  return splitPointer(pointer).reduce<Json | undefined>((at, key) => {
    if (isJsonArray(at)) return at[Number(key)];
    return isJsonObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  }, value);
}
