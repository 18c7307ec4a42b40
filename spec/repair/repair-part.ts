/** Repairs a part and everything in it, and notes the parts that it refers to. */
import { isJsonArray, isJsonObject, type Json, type JsonArray, type JsonObject } from '../json/exact-json.ts';
import { joinPointer, splitPointer } from '../json/pointer.ts';
import { partKey } from '../refs/broken-refs.ts';
import { childNode, findTarget, getRef, type Node } from '../refs/nodes.ts';
import { type Child, childUnder, type RepairedPart } from './document-shape.ts';
import { expandRef, isPropertyMap, PROPERTY_MAP } from './expand-ref.ts';
import type { RepairContext } from './repair-rule.ts';
import { rulesFor } from './rules.ts';

/** A part to repair, and the template of the path that it belongs to. */
export interface RepairTask {
  readonly kind: RepairedPart;
  readonly node: Node;
  readonly path?: string | undefined;
}

export interface PartContext extends RepairContext {
  /** Repaired parts and references that were followed, by file. */
  readonly seen: Set<string>;
  /** Receives the targets of references. */
  readonly tasks: RepairTask[];
}

/** The same value if there is nothing to repair. */
export function repairPart(kind: RepairedPart, given: Node, context: PartContext): Json {
  const node = emptyKinds.has(kind) ? withContent(given, {}, context) : given;
  const { value = null, pointer } = node;
  const key = partKey(node);
  if (!isJsonObject(value) || context.seen.has(key)) return value;
  context.seen.add(key);
  if (kind === 'schema' && isPropertyMap(node, context)) {
    context.move(joinPointer(pointer, PROPERTY_MAP), pointer);
    return { [PROPERTY_MAP]: repairChild({ kind, in: 'map' }, node, context) };
  }
  // A media type is no target of a reference; its schema is.
  if (kind !== 'media type') followRef(kind, node, context);
  // What is referred to is repaired where it stands.
  if (kind !== 'path item' && kind !== 'media type' && getRef(node) !== undefined) return value;
  const repaired = rulesFor(kind).reduce<JsonObject>((part, rule) => rule(part, pointer, context), value);
  return mapMembers(repaired, (_member, name) =>
    repairMember(kind, name, childNode({ ...node, value: repaired }, name), {
      ...context,
      ...(kind === 'paths' && { path: name }),
      ...(kind === 'path item' && { pathItem: node }),
      // The keys of a callback are expressions.
      ...(kind === 'callback' && { path: undefined }),
    }),
  );
}

/** A key without a value, as in `get:`, is null in YAML. */
const emptyKinds: ReadonlySet<RepairedPart> = new Set<RepairedPart>([
  ...(['path item', 'operation', 'responses', 'response', 'media type', 'header', 'schema', 'components'] as const),
]);

function withContent(node: Node, empty: Json, { report }: PartContext): Node {
  if (node.value !== null) return node;
  const name = splitPointer(node.pointer).at(-1) ?? '';
  report(node.pointer, `"${name}" without a value`, 'it is read as empty; describe it, or remove it');
  return { ...node, value: empty };
}

function followRef(kind: RepairedPart, node: Node, { files, seen, tasks, path }: PartContext): void {
  const ref = getRef(node);
  if (ref === undefined) return;
  const key = `${kind} ${node.file.url} ${ref}`;
  if (seen.has(key)) return;
  seen.add(key);
  const target = findTarget(files, node);
  if (target !== undefined) tasks.push({ kind, node: target, path });
}

function repairMember(kind: RepairedPart, key: string, node: Node, context: PartContext): Json {
  const { value = null } = node;
  const child = childUnder(kind, key);
  if (child === undefined) return value;
  // A section of components may be in another file.
  const isExpandable = kind !== 'components' && kind !== 'paths' && kind !== 'callback';
  const expanded = isExpandable ? expandRef(key, value, node.pointer, context) : value;
  return repairChild(child, withEmptyList(child, key, { ...node, value: expanded }, context), context);
}

/** An empty list of security requirements would mean that none are required. */
function withEmptyList({ in: shape }: Child, key: string, node: Node, context: PartContext): Node {
  if (shape === 'key' || key === 'security') return node;
  return withContent(node, shape === 'list' ? [] : {}, context);
}

function repairChild({ kind, in: shape }: Child, node: Node, context: PartContext): Json {
  const { value = null } = node;
  if (shape === 'key') return repairPart(kind, node, context);
  if (shape === 'list' && isJsonArray(value))
    return mapItems(value, (index) => repairPart(kind, childNode(node, index), context));
  return shape === 'map' && isJsonObject(value)
    ? mapMembers(value, (_item, name) => repairPart(kind, childNode(node, name), context))
    : value;
}

/** The same list if no item changes. */
function mapItems(list: JsonArray, change: (index: number) => Json): JsonArray {
  const changed = list.map((_item, index) => change(index));
  return changed.some((item, index) => item !== list[index]) ? changed : list;
}

/** The same object if no member changes. */
function mapMembers(object: JsonObject, change: (value: Json, key: string) => Json): JsonObject {
  const changed = Object.entries(object).map(([key, value]) => [key, change(value, key)] as const);
  return changed.some(([key, value]) => value !== object[key]) ? Object.fromEntries(changed) : object;
}
