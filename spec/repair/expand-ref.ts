/**
 * A `$ref` in place of a map or list, such as `properties: {$ref: ...}`: OpenAPI allows it only in each member. It is read
 * as a reference to each member of its target.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../json/exact-json.ts';
import { joinPointer } from '../json/pointer.ts';
import { memoize } from '../memoize.ts';
import { findRefs, partKey } from '../refs/broken-refs.ts';
import { childNode, findTarget, getRef, type Node, refFileUrl } from '../refs/nodes.ts';
import type { RepairContext } from './repair-rule.ts';

const expandedKeys = new Set([
  'paths',
  'responses',
  'properties',
  'patternProperties',
  'content',
  'headers',
  'parameters',
]);

/** The same value unless it is such a reference, and its target has members. */
export function expandRef(key: string, value: Json, pointer: string, context: RepairContext): Json {
  if (!expandedKeys.has(key) || !isJsonObject(value)) return value;
  const node: Node = { file: context.file, pointer, value };
  const ref = getRef(node);
  const target = ref === undefined ? undefined : findTarget(context.files, node);
  if (ref === undefined || target === undefined) return value;
  const members = membersOf(key, target, context);
  const expanded = members && expandMembers(key, members, (at) => ({ $ref: referenceTo(node, ref, at) }));
  const effect =
    expanded === undefined ? 'it is ignored, since its target has no members' : 'each member of its target is read';
  context.report(pointer, `"${key}" that is a $ref`, `${effect}; write a $ref in each member instead`);
  const { $ref: _ref, ...siblings } = value;
  if (expanded === undefined) return key === 'parameters' ? [] : siblings;
  return isJsonObject(expanded) ? { ...expanded, ...siblings } : expanded;
}

/** The properties of a schema, if the target is a schema where properties are expected. */
function membersOf(key: string, target: Node, { files }: RepairContext): Node | undefined {
  if (key !== 'properties') return target;
  const seen = new Set<string>();
  let schema: Node | undefined = target;
  while (schema !== undefined && isSchema(schema.value) && !seen.has(schema.pointer)) {
    seen.add(schema.pointer);
    const properties = childNode(schema, 'properties');
    if (getRef(properties) === undefined) return properties;
    schema = findTarget(files, properties);
  }
  if (schema === undefined || isSchema(schema.value)) return undefined;
  return isComponent(schema) ? movedInto(schema, PROPERTY_MAP) : schema;
}

/** Where a map of properties among the schemas of the components is kept: OpenAPI 3.0 allows no other key there. */
export const PROPERTY_MAP = 'x-properties';

function isComponent({ pointer }: Node): boolean {
  return /^\/components\/schemas\/[^/]+$/.test(pointer);
}

function movedInto({ file, pointer, value }: Node, key: string): Node {
  return { file, pointer: joinPointer(pointer, key), value };
}

/** Whether a component is no schema, but a map that is the target of `properties`. */
export function isPropertyMap(node: Node, { files }: Pick<RepairContext, 'files'>): boolean {
  return isComponent(node) && propertyMaps(files).has(partKey(node));
}

const propertyMaps = memoize((files: RepairContext['files']): ReadonlySet<string> => {
  const refs = [...files.values()].flatMap(findRefs).filter(({ pointer }) => pointer.endsWith('/properties'));
  const targets = refs.flatMap((node) => findTarget(files, node) ?? []);
  return new Set(targets.filter(({ value }) => !isSchema(value)).map(partKey));
});

/** A map of properties may have one that is named `type` or `properties`: its value is a schema. */
function isSchema(value: Json | undefined): boolean {
  if (!isJsonObject(value)) return false;
  const { type, properties } = value;
  if (typeof type === 'string' || isJsonArray(type)) return true;
  return isJsonObject(properties) && (properties['type'] === undefined || isJsonObject(properties['type']));
}

function expandMembers(key: string, target: Node, toRef: (member: Node) => JsonObject): Json | undefined {
  const { value } = target;
  if (key === 'parameters')
    return isJsonArray(value) ? value.map((_item, index) => toRef(childNode(target, index))) : undefined;
  if (!isJsonObject(value) || !Object.values(value).every(isMember)) return undefined;
  const names = Object.keys(value).filter((name) => !(/^x-/.test(name) && (key === 'paths' || key === 'responses')));
  return Object.fromEntries(names.map((name) => [name, toRef(childNode(target, name))]));
}

/** `true` is a schema. */
function isMember(value: Json): boolean {
  return isJsonObject(value) || typeof value === 'boolean';
}

/** By the same file name as the original reference, if the target is in that file. */
function referenceTo(from: Node, ref: string, { file, pointer }: Node): string {
  const [fileName = ''] = ref.split('#');
  const name = refFileUrl(from, ref) === file.url ? fileName : file.url;
  return `${name}#${encodeURI(pointer).replaceAll('#', '%23').replaceAll('?', '%3F')}`;
}
