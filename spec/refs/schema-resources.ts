/** JSON Schema, section 8.2: the parts of a file with a separate URI (`$id`), and the names within each (`$anchor`). */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../json/exact-json.ts';
import { joinPointer } from '../json/pointer.ts';
import { memoize } from '../memoize.ts';
import type { SourceFile } from '../source/source-file.ts';

/** A schema with an `$id`, or a whole file. */
export interface SchemaResource {
  /** Absolute, without a fragment. */
  readonly uri: string;
  readonly pointer: string;
  /** Pointers from the top of the file by anchor name, including those of `$dynamicAnchor`. */
  readonly anchors: ReadonlyMap<string, string>;
  readonly dynamicAnchors: ReadonlyMap<string, string>;
  /** Anchors that occur more than once and so are ambiguous, with the pointer of a later occurrence. */
  readonly duplicates: ReadonlyMap<string, string>;
}

export interface SchemaResources {
  readonly byUri: ReadonlyMap<string, SchemaResource>;
  /** URIs that occur more than once, with the pointer of a later occurrence. */
  readonly duplicates: ReadonlyMap<string, string>;
  /** Returns the innermost resource that contains the pointer. */
  resourceAround(pointer: string): SchemaResource;
}

/** Undefined for a file without such keywords, which is the common case. */
export const findSchemaResources = memoize((file: SourceFile): SchemaResources | undefined =>
  resourceKeywords.test(file.text) ? scanResources(file) : undefined,
);

const resourceKeywords = /\$(?:id|anchor|dynamicAnchor|dynamicRef)\b/;

interface MutableResource extends SchemaResource {
  readonly anchors: Map<string, string>;
  readonly dynamicAnchors: Map<string, string>;
  readonly duplicates: Map<string, string>;
}

function scanResources(file: SourceFile): SchemaResources {
  const fileResource = createResource(file.url, '');
  const byPointer = new Map<string, MutableResource>([['', fileResource]]);
  visitValue(file.value, '', fileResource, byPointer);
  const all = [...byPointer.values()];
  const isDuplicate = ({ uri }: MutableResource, index: number) => all.findIndex((one) => one.uri === uri) < index;
  return {
    duplicates: new Map(all.filter(isDuplicate).map(({ uri, pointer }) => [uri, pointer])),
    byUri: new Map([...all, resourceOfFile(byPointer, file)].map((one) => [one.uri, one] as const)),
    resourceAround(pointer) {
      let currentPointer = pointer;
      for (let found = byPointer.get(currentPointer); currentPointer !== ''; found = byPointer.get(currentPointer)) {
        if (found !== undefined) return found;
        currentPointer = currentPointer.slice(0, currentPointer.lastIndexOf('/'));
      }
      return byPointer.get('') ?? fileResource;
    },
  };
}

/** A file whose root is a schema with an `$id` is also known by its own URL. */
function resourceOfFile(byPointer: ReadonlyMap<string, MutableResource>, { url }: SourceFile): SchemaResource {
  return { ...(byPointer.get('') ?? createResource(url, '')), uri: url };
}

function createResource(uri: string, pointer: string): MutableResource {
  return { uri, pointer, anchors: new Map(), dynamicAnchors: new Map(), duplicates: new Map() };
}

function visitValue(
  value: Json,
  pointer: string,
  enclosing: MutableResource,
  byPointer: Map<string, MutableResource>,
): void {
  if (isJsonArray(value)) {
    for (const [index, item] of value.entries()) visitValue(item, joinPointer(pointer, index), enclosing, byPointer);
  }
  if (!isJsonObject(value)) return;
  const resource = resourceFromId(value, pointer, enclosing) ?? enclosing;
  byPointer.set(resource.pointer, resource);
  addAnchors(value, pointer, resource);
  for (const [key, part] of Object.entries(value)) {
    if (!dataKeywords.has(key)) visitMember({ key, part, pointer: joinPointer(pointer, key) }, resource, byPointer);
  }
}

interface Member {
  readonly key: string;
  readonly part: Json;
  readonly pointer: string;
}

/** The keys of a map are names, even if they look like keywords. */
function visitMember(
  { key, part, pointer }: Member,
  enclosing: MutableResource,
  byPointer: Map<string, MutableResource>,
): void {
  if (!nameMapKeywords.has(key) || !isJsonObject(part)) visitValue(part, pointer, enclosing, byPointer);
  else
    for (const [name, one] of Object.entries(part)) visitValue(one, joinPointer(pointer, name), enclosing, byPointer);
}

/** Keywords whose values are data, where a key is never a keyword. */
const dataKeywords: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'const', 'enum', 'value']);
const nameMapKeywords: ReadonlySet<string> = new Set([
  ...['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'],
  ...['schemas', 'responses', 'parameters', 'requestBodies', 'headers', 'paths', 'content'],
]);

function resourceFromId(
  { $id: id }: JsonObject,
  pointer: string,
  { uri }: MutableResource,
): MutableResource | undefined {
  if (typeof id !== 'string' || !URL.canParse(id, uri)) return undefined;
  const url = new URL(id, uri);
  if (url.hash.length > 1) return undefined;
  url.hash = '';
  return createResource(url.href, pointer);
}

function addAnchors(value: JsonObject, pointer: string, resource: MutableResource): void {
  const { $anchor: anchor, $dynamicAnchor: dynamicAnchor } = value;
  for (const name of new Set([anchor, dynamicAnchor])) {
    if (typeof name !== 'string') continue;
    if (resource.anchors.has(name)) resource.duplicates.set(name, pointer);
    else resource.anchors.set(name, pointer);
  }
  if (typeof dynamicAnchor === 'string') resource.dynamicAnchors.set(dynamicAnchor, pointer);
}
