/** Parts that are no objects, and lists and maps of parts that are none: read as what they clearly mean, or ignored. */
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonArray,
  type JsonObject,
  stringifyJson,
} from '../json/exact-json.ts';
import { joinPointer } from '../json/pointer.ts';
import { type Child, childUnder, type RepairedPart } from './document-shape.ts';
import type { RepairContext, RepairRule } from './repair-rule.ts';
import { meaningOfType } from './type-names.ts';

/** Repairs the parts under the keys of a part, not what they contain. */
export function repairMembers(kind: RepairedPart): RepairRule {
  return (part, pointer, context) => {
    const changes = Object.entries(part).flatMap(([key, value]) => {
      const child = childUnder(kind, key);
      // A value that is missing, or a reference in place of a map, has a rule of its own.
      if (child === undefined || isRead(child, value)) return [];
      const read = readChild(child, key, value, { pointer: joinPointer(pointer, key), context });
      return read === value ? [] : [[key, read] as const];
    });
    if (changes.length === 0) return part;
    const kept = Object.entries({ ...part, ...Object.fromEntries(changes) }).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, value] as const],
    );
    return Object.fromEntries(kept);
  };
}

function isRead({ kind, in: shape }: Child, value: Json): boolean {
  // An empty list of requirements would mean that requests need no credentials.
  if (value === null) return kind !== 'security requirement' && !(shape === 'key' && ignoredIfEmpty.has(kind));
  return (shape !== 'list' || kind === 'parameter') && isJsonObject(value) && typeof value['$ref'] === 'string';
}

/** Others are read as empty parts. */
const ignoredIfEmpty: ReadonlySet<RepairedPart> = new Set<RepairedPart>([
  ...(['body', 'contact', 'license', 'external docs', 'server', 'tag', 'parameter', 'security requirement'] as const),
]);

interface Spot {
  readonly pointer: string;
  readonly context: RepairContext;
}

function readChild(child: Child, key: string, value: Json, spot: Spot): Json | undefined {
  if (child.in === 'key') return readMember(child.kind, key, value, spot);
  const { pointer, context } = spot;
  if (child.in === 'list') {
    const list = toList(child.kind, value);
    if (list === undefined) return ignore(spot, `"${key}" that is ${shown(value)}`, 'write a list');
    if (list !== value) context.report(pointer, `"${key}" that is no list`, 'it is read as one; write a list');
    return readItems(child.kind, list, spot);
  }
  if (child.kind === 'example' && isJsonArray(value)) return nameExamples(value, key, spot);
  if (!isJsonObject(value)) return ignore(spot, `"${key}" that is ${shown(value)}`, 'write an object');
  return mapMembers(value, (member, name) =>
    readMember(child.kind, name, member, { pointer: joinPointer(pointer, name), context }),
  );
}

/** Parameters by name, or the only item. */
function toList(kind: RepairedPart, value: Json): JsonArray | undefined {
  if (isJsonArray(value)) return value;
  if (!isJsonObject(value)) return kind === 'security requirement' && typeof value === 'string' ? [value] : undefined;
  const members = Object.values(value);
  return kind === 'parameter' && members.every((member) => isJsonObject(member)) ? members : [value];
}

/** Of a list, the later items move forward. */
function readItems(kind: RepairedPart, list: JsonArray, { pointer, context }: Spot): Json {
  const kept: Json[] = [];
  for (const [index, item] of list.entries()) {
    const from = joinPointer(pointer, index);
    const read = readMember(kind, String(index), item, { pointer: from, context });
    if (read === undefined) continue;
    context.move(joinPointer(pointer, kept.length), from);
    kept.push(read);
  }
  return kept.length === list.length && kept.every((item, index) => item === list[index]) ? list : kept;
}

function nameExamples(list: readonly Json[], key: string, { pointer, context }: Spot): Json {
  context.report(pointer, `"${key}" that is a list`, 'each is an example; give each a name, and put it under "value"');
  return Object.fromEntries(list.map((value, index) => [`example ${index + 1}`, { value }]));
}

function readMember(kind: RepairedPart, key: string, value: Json, spot: Spot): Json | undefined {
  if (isJsonObject(value) || (value === null && !ignoredIfEmpty.has(kind))) return value;
  if (kind === 'schema') return readSchema(key, value, spot);
  const what = `${nameOf(kind, key)} that is ${shown(value)}`;
  if (kind === 'response' && typeof value === 'string')
    return accept(spot, what, 'it is its description; write an object with a "description"', { description: value });
  if (kind === 'security requirement' && typeof value === 'string')
    return accept(spot, what, `it is read as that scheme; write ${value}: []`, { [value]: [] });
  if (kind === 'server' && typeof value === 'string')
    return accept(spot, what, 'it is read as its URL; put it under "url"', { url: value });
  if ((kind === 'tag' || kind === 'license' || kind === 'contact') && typeof value === 'string')
    return accept(spot, what, 'it is read as its name; put it under "name"', { name: value });
  if (kind === 'external docs' && typeof value === 'string')
    return accept(spot, what, 'it is read as its URL; put it under "url"', { url: value });
  if (kind === 'example') return accept(spot, what, 'it is read as its value; put it under "value"', { value });
  return ignore(spot, what, 'write an object, or remove it');
}

/** `true` is a schema in 3.1, and in 3.0 as `additionalProperties`. */
function readSchema(key: string, value: Json, spot: Spot): Json | undefined {
  if (typeof value === 'boolean' && (spot.context.openapi === '3.1' || key === 'additionalProperties')) return value;
  const what = `the schema "${key}" that is ${shown(value)}`;
  if (value === 'true' || value === 'false')
    return key === 'additionalProperties' ? accept(spot, what, `write ${value}`, value === 'true') : {};
  const [only, ...others] = isJsonArray(value) ? value : [];
  if (isJsonObject(only) && others.length === 0)
    return accept(spot, what, 'its only schema is read; write it without the list', only);
  const meaning = meaningOfType(value);
  if (meaning !== undefined) return accept(spot, what, 'it is read as its type; write that under "type"', meaning);
  return accept(spot, what, 'any value is allowed; write a schema', {});
}

function accept<T extends Json>({ pointer, context }: Spot, what: string, effect: string, read: T): T {
  context.report(pointer, what, effect);
  return read;
}

function ignore({ pointer, context }: Spot, what: string, fix: string): undefined {
  context.report(pointer, what, `it is ignored; ${fix}`);
}

const keysOfOne: ReadonlySet<string> = new Set([
  ...['responses', 'requestBody', 'info', 'paths', 'components', 'contact', 'license', 'externalDocs'],
]);

/** Items of a list have no name, and those under a key of OpenAPI the name of the key. */
function nameOf(kind: RepairedPart, key: string): string {
  if (keysOfOne.has(key)) return `"${key}"`;
  return /^\d+$/.test(key) && kind !== 'response'
    ? `a ${kind}`
    : `the ${kind === 'path item' ? 'path' : kind} "${key}"`;
}

function shown(value: Json): string {
  if (value === null) return 'empty';
  if (isJsonArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : stringifyJson(value);
}

function mapMembers(object: JsonObject, change: (value: Json, key: string) => Json | undefined): JsonObject {
  const changed = Object.entries(object).map(([key, value]) => [key, change(value, key)] as const);
  if (changed.every(([key, value]) => value === object[key])) return object;
  return Object.fromEntries(changed.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])));
}
