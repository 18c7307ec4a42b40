/** JSON Schema, section 8.2: parts of a file that have a URI of their own (`$id`), and the names within each (`$anchor`). */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../json/exact-json.ts';
import { joinPointer } from '../json/pointer.ts';
import { remembered } from '../remembered.ts';
import type { SourceFile } from '../source/source-file.ts';

/** A schema with an `$id`, or a whole file. */
export interface SchemaResource {
  /** Absolute, without a fragment. */
  readonly uri: string;
  readonly pointer: string;
  /** By name: the pointer from the top of the file. Those of `$dynamicAnchor` among them. */
  readonly anchors: ReadonlyMap<string, string>;
  readonly dynamicAnchors: ReadonlyMap<string, string>;
  /** Names that stand at a second place, too, with that: what they mean is anybody's guess. */
  readonly doubled: ReadonlyMap<string, string>;
}

export interface Resources {
  readonly byUri: ReadonlyMap<string, SchemaResource>;
  /** The URIs that stand at a second place, too, with that. */
  readonly doubled: ReadonlyMap<string, string>;
  /** The resource that a place belongs to: the innermost around it. */
  around(pointer: string): SchemaResource;
}

/** Undefined for a file without any such keyword, as most are. */
export const schemaResourcesOf = remembered((file: SourceFile): Resources | undefined =>
  keywords.test(file.text) ? findResources(file) : undefined,
);

const keywords = /\$(?:id|anchor|dynamicAnchor|dynamicRef)\b/;

interface Found extends SchemaResource {
  readonly anchors: Map<string, string>;
  readonly dynamicAnchors: Map<string, string>;
  readonly doubled: Map<string, string>;
}

function findResources(file: SourceFile): Resources {
  const whole = emptyResource(file.url, '');
  const byPointer = new Map<string, Found>([['', whole]]);
  visit(file.value, '', whole, byPointer);
  const all = [...byPointer.values()];
  const isSecond = ({ uri }: Found, index: number) => all.findIndex((one) => one.uri === uri) < index;
  return {
    doubled: new Map(all.filter(isSecond).map(({ uri, pointer }) => [uri, pointer])),
    byUri: new Map([...all, fileOf(byPointer, file)].map((one) => [one.uri, one] as const)),
    around(pointer) {
      let at = pointer;
      for (let found = byPointer.get(at); at !== ''; found = byPointer.get(at)) {
        if (found !== undefined) return found;
        at = at.slice(0, at.lastIndexOf('/'));
      }
      return byPointer.get('') ?? whole;
    },
  };
}

/** A file whose whole is a schema with an `$id` is known by its own URL, too. */
function fileOf(byPointer: ReadonlyMap<string, Found>, { url }: SourceFile): SchemaResource {
  return { ...(byPointer.get('') ?? emptyResource(url, '')), uri: url };
}

function emptyResource(uri: string, pointer: string): Found {
  return { uri, pointer, anchors: new Map(), dynamicAnchors: new Map(), doubled: new Map() };
}

function visit(value: Json, pointer: string, around: Found, byPointer: Map<string, Found>): void {
  if (isJsonArray(value)) {
    for (const [index, item] of value.entries()) visit(item, joinPointer(pointer, index), around, byPointer);
  }
  if (!isJsonObject(value)) return;
  const within = resourceAt(value, pointer, around) ?? around;
  byPointer.set(within.pointer, within);
  noteAnchors(value, pointer, within);
  for (const [key, part] of Object.entries(value)) {
    if (!data.has(key)) visitMember({ key, part, pointer: joinPointer(pointer, key) }, within, byPointer);
  }
}

interface Member {
  readonly key: string;
  readonly part: Json;
  readonly pointer: string;
}

/** The keys of a map are names, whatever they look like. */
function visitMember({ key, part, pointer }: Member, around: Found, byPointer: Map<string, Found>): void {
  if (!maps.has(key) || !isJsonObject(part)) visit(part, pointer, around, byPointer);
  else
    for (const [name, one] of Object.entries(part)) visit(one, joinPointer(pointer, name), around, byPointer);
}

/** Values that are data, in which a keyword is a name like any other. */
const data: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'const', 'enum', 'value']);
const maps: ReadonlySet<string> = new Set([
  ...['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'],
  ...['schemas', 'responses', 'parameters', 'requestBodies', 'headers', 'paths', 'content'],
]);

function resourceAt({ $id: id }: JsonObject, pointer: string, { uri }: Found): Found | undefined {
  if (typeof id !== 'string' || !URL.canParse(id, uri)) return undefined;
  const url = new URL(id, uri);
  if (url.hash.length > 1) return undefined;
  url.hash = '';
  return emptyResource(url.href, pointer);
}

function noteAnchors(value: JsonObject, pointer: string, within: Found): void {
  const { $anchor: anchor, $dynamicAnchor: dynamic } = value;
  for (const name of new Set([anchor, dynamic])) {
    if (typeof name !== 'string') continue;
    if (within.anchors.has(name)) within.doubled.set(name, pointer);
    else within.anchors.set(name, pointer);
  }
  if (typeof dynamic === 'string') within.dynamicAnchors.set(dynamic, pointer);
}
