/** Which parts of a document need which others: through their content, and through references. */
import type { KitError } from '../../errors.ts';
import { isJsonArray, isJsonObject } from '../json/exact-json.ts';
import { type BrokenRefs, partKey } from '../refs/broken-refs.ts';
import { childNode, entries, type Files, findTarget, getRef, items, type Node, resolveRef } from '../refs/nodes.ts';
import { type Child, childUnder, optionalKinds, type RepairedPart } from './document-shape.ts';

/**
 * The operations of a path item belong to it if it is that of a callback or webhook. Data is what is no part of OpenAPI,
 * such as an example.
 */
type PartKind = RepairedPart | 'outgoing path item' | 'data';

export interface PartReference {
  readonly kind: PartKind;
  readonly node: Node;
}

export interface GraphPart extends PartReference {
  /** Why a reference in it cannot be resolved. */
  readonly problem: KitError | undefined;
  /** Without them, it has no meaning. */
  readonly needs: readonly PartReference[];
  /** Without them, it means the same. */
  readonly optional: readonly PartReference[];
}

export interface GraphInput {
  readonly files: Files;
  readonly root: Node;
  readonly broken: BrokenRefs;
}

/** By `graphKey`. */
export type PartGraph = ReadonlyMap<string, GraphPart>;

/** The parts of the document, and those that they refer to. */
export function createPartGraph(input: GraphInput): PartGraph {
  const graph = new Map<string, GraphPart>();
  const stack: PartReference[] = [{ kind: 'document', node: input.root }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const key = graphKey(next);
    if (graph.has(key)) continue;
    const part = readPart(next, input);
    graph.set(key, part);
    stack.push(...part.needs, ...part.optional);
  }
  return graph;
}

export function graphKey({ kind, node }: PartReference): string {
  return `${kind} ${partKey(node)}`;
}

function readPart(part: PartReference, input: GraphInput): GraphPart {
  const { kind, node } = part;
  const { files, broken } = input;
  if (kind === 'data') return { ...part, problem: findBroken(node, broken), needs: [], optional: [] };
  const ref = getRef(node);
  const problem = broken.get(partKey(node))?.error;
  const isAlias = ref !== undefined && problem === undefined;
  const children = ref !== undefined && kind !== 'schema' ? [] : childParts(kind, node, input);
  const isOptional = (child: PartReference) => isOptionalChild(kind, child);
  return {
    ...{ ...part, problem },
    needs: [
      ...(isAlias ? [{ kind, node: resolveRef(files, node, ref) }] : []),
      ...children.filter((child) => !isOptional(child)),
      ...(kind === 'schema' ? mappedSchemas(node, input) : []),
      ...(kind === 'operation' ? requiredSchemes(node, input) : []),
    ],
    optional: children.filter(isOptional),
  };
}

/** Each path, operation and component is set aside alone; so are links, callbacks and examples. */
function isOptionalChild(parent: PartKind, { kind, node }: PartReference): boolean {
  if (kind === 'data') return /\/(?:example|examples|default)$/.test(node.pointer);
  if (parent === 'document' || parent === 'paths' || parent === 'components') return true;
  return parent === 'path item' ? kind === 'operation' : optionalKinds.has(kind);
}

function childParts(kind: PartKind, node: Node, { files, broken }: GraphInput): readonly PartReference[] {
  const partKind = kind === 'outgoing path item' || kind === 'data' ? 'path item' : kind;
  return entries(node).flatMap(([key, child]): readonly PartReference[] => {
    if (key === '$defs' || key === '$ref' || key.startsWith('x-')) return [];
    const shape = childUnder(partKind, key);
    if (shape === undefined) return findBroken(child, broken) === undefined ? [] : [{ kind: 'data', node: child }];
    const isOutgoing = shape.kind === 'path item' && (kind === 'callback' || key === 'webhooks');
    const memberKind = isOutgoing ? 'outgoing path item' : shape.kind;
    return memberNodes(shape, child, files).map((member) => ({ kind: memberKind, node: member }));
  });
}

/** A map or list may be in another file. One that cannot be read is a part itself. */
function memberNodes({ in: shape }: Child, node: Node, files: Files): readonly Node[] {
  if (shape === 'key') return [node];
  const target = getRef(node) === undefined ? node : findTarget(files, node);
  if (target === undefined) return [node];
  return shape === 'list' ? items(target) : entries(target).map(([, member]) => member);
}

function findBroken(node: Node, broken: BrokenRefs): KitError | undefined {
  const members = isJsonArray(node.value) ? items(node) : entries(node).map(([, member]) => member);
  return (
    (isJsonObject(node.value) ? broken.get(partKey(node))?.error : undefined) ??
    members
      .values()
      .map((member) => findBroken(member, broken))
      .find((error) => error !== undefined)
  );
}

/** A discriminator names schemas, by a reference or the name of a component. */
function mappedSchemas(schema: Node, { files, root }: GraphInput): readonly PartReference[] {
  const schemas = childNode(childNode(root, 'components'), 'schemas');
  return entries(childNode(childNode(schema, 'discriminator'), 'mapping')).flatMap(([, { value: text }]) => {
    if (typeof text !== 'string') return [];
    const component = childNode(schemas, text);
    const reference: Node = { ...schema, value: { $ref: text } };
    const node = component.value === undefined ? findTarget(files, reference) : component;
    return node === undefined ? [] : [{ kind: 'schema', node }];
  });
}

function requiredSchemes(operation: Node, { root }: GraphInput): readonly PartReference[] {
  const own = childNode(operation, 'security');
  const schemes = childNode(childNode(root, 'components'), 'securitySchemes');
  const names = items(own.value === undefined ? childNode(root, 'security') : own).flatMap((requirement) =>
    entries(requirement).map(([name]) => name),
  );
  return names
    .map((name) => childNode(schemes, name))
    .filter(({ value }) => value !== undefined)
    .map((node) => ({ kind: 'security scheme', node }));
}
