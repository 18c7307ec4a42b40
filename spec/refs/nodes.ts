/** Navigates a document that consists of several files: a Node is a value with its location; `$ref` can be followed. */
import { KitError } from '../../errors.ts';
import { isJsonArray, isJsonObject, type Json } from '../json/exact-json.ts';
import { joinPointer, splitPointer } from '../json/pointer.ts';
import { memoize } from '../memoize.ts';
import type { Place } from '../model/contract.ts';
import { findLine, type SourceFile } from '../source/source-file.ts';
import { type DocumentLocation, resolveEmbeddedRef } from './embedded-refs.ts';

export interface Node {
  readonly file: SourceFile;
  readonly pointer: string;
  readonly value: Json | undefined;
}

/** All files of the document by URL, already read. */
export type Files = ReadonlyMap<string, SourceFile>;

export function toPlace({ file, pointer }: Node): Place {
  const place = { file: file.name, pointer };
  defineLine(place, file);
  return place;
}

/**
 * Computes lines on demand, since few places of a large document are ever shown. All places of a file share one
 * accessor: with separate ones V8 would store each object as a dictionary, which is large and slow.
 */
function defineLine<Spot extends Pick<Place, 'pointer'>>(
  location: Spot,
  file: SourceFile,
): asserts location is Spot & Pick<Place, 'line'> {
  Object.defineProperty(location, 'line', lineAccessor(file));
}

const lineAccessor = memoize(
  (file: SourceFile): PropertyDescriptor => ({
    enumerable: true,
    configurable: true,
    get(this: Pick<Place, 'pointer'>) {
      return findLine(file, this.pointer);
    },
  }),
);

export function formatLocation(node: Node): string {
  return `${node.file.name}:${findLine(node.file, node.pointer)}`;
}

/** Returns the child node without following references. */
export function childNode(node: Node, key: string | number): Node {
  return {
    file: node.file,
    pointer: joinPointer(node.pointer, key),
    value: memberValue(node.value, key),
  };
}

/** Returns the child node, or the target if it is a reference. */
export function resolvedChild(files: Files, node: Node, key: string | number): Node {
  return dereference(files, childNode(node, key));
}

/** Returns the members of an object node; empty for other types. Does not follow references. */
export function entries(node: Node): readonly (readonly [string, Node])[] {
  return isJsonObject(node.value) ? Object.keys(node.value).map((key) => [key, childNode(node, key)] as const) : [];
}

/** Returns the items of an array node; empty for other types. Does not follow references. */
export function items(node: Node): readonly Node[] {
  return isJsonArray(node.value) ? node.value.map((_item, index) => childNode(node, index)) : [];
}

/** Returns the string under a key; undefined for other types. Does not follow references. */
export function stringAt(node: Node, key: string): string | undefined {
  const { value } = childNode(node, key);
  return typeof value === 'string' && isJsonObject(node.value) ? value : undefined;
}

/** Returns the strings of an array node. */
export function stringsAt(node: Node): readonly string[] {
  return items(node)
    .map(({ value }) => value)
    .filter((value) => typeof value === 'string');
}

/** Returns the final target of a chain of references. Throws `spec-ref`. */
export function dereference(files: Files, node: Node, alreadySeen: ReadonlySet<string> = new Set()): Node {
  if (getRef(node) === undefined) return node;
  const seen = new Set(alreadySeen);
  let current = node;
  for (let ref = getRef(current); ref !== undefined; ref = getRef(current)) {
    const key = `${current.file.url}#${current.pointer}`;
    if (seen.has(key))
      throw new KitError('spec-ref', `${quoteRef(node, ref)} is a circular reference`, {
        where: formatLocation(childNode(node, '$ref')),
      });
    seen.add(key);
    if (seen.size - alreadySeen.size > MAX_REF_CHAIN) throw refChainTooLong(node, ref);
    current = resolveRef(files, current, ref, seen);
  }
  return current;
}

/** The same, undefined for a reference that cannot be resolved. */
export function findTarget(files: Files, node: Node): Node | undefined {
  try {
    return dereference(files, node);
  } catch (error) {
    if (error instanceof KitError) return undefined;
    throw error;
  }
}

/**
 * The maximum length of a chain of references. Real documents need only a few, and linters take time quadratic in this
 * number.
 */
export const MAX_REF_CHAIN = 100;

export function refChainTooLong(node: Node, ref: string): KitError {
  const detail = `${quoteRef(node, ref)} is in a chain of more than ${MAX_REF_CHAIN} references`;
  return new KitError('spec-ref', detail, { where: formatLocation(childNode(node, '$ref')) });
}

/** As the user wrote it. */
function quoteRef({ file }: Node, ref: string): string {
  return `"${file.originalRef?.(ref) ?? ref}"`;
}

/** Returns the `$ref` of a node, if it has one. */
export function getRef(node: Node): string | undefined {
  const ref = isJsonObject(node.value) ? node.value['$ref'] : undefined;
  return typeof ref === 'string' ? ref : undefined;
}

/** Returns the target of one reference; does not follow a reference there. */
export function resolveRef(files: Files, from: Node, ref: string, seen: ReadonlySet<string> = new Set()): Node {
  const embedded = resolveEmbeddedRef(files, from, ref).map(nodeAtLocation);
  const embeddedNode = embedded.find(({ value }) => value !== undefined);
  if (embeddedNode !== undefined) return embeddedNode;
  const file = files.get(refFileUrl(from, ref) ?? '');
  const found = file === undefined ? undefined : findNode(files, file, decodeFragment(ref), seen);
  if (found?.value === undefined) {
    throw new KitError('spec-ref', `${quoteRef(from, ref)} does not exist`, {
      where: formatLocation(childNode(from, '$ref')),
    });
  }
  return found;
}

/** Returns the node at a location without following references. */
function nodeAtLocation({ file, pointer }: DocumentLocation): Node {
  return splitPointer(pointer).reduce(childNode, { file, pointer: '', value: file.value });
}

/** Returns the URL of the referenced file; undefined if it is not a valid URL. */
export function refFileUrl(from: Node, ref: string): string | undefined {
  if (ref.startsWith('#')) return from.file.url;
  if (!URL.canParse(ref, from.file.url)) return undefined;
  const url = new URL(ref, from.file.url);
  url.hash = '';
  return url.href;
}

/** Returns the fragment of a reference, percent-decoded; unchanged if it cannot be decoded. */
export function decodeFragment(ref: string): string {
  const start = ref.indexOf('#');
  const fragment = start < 0 ? '' : ref.slice(start + 1);
  if (!fragment.includes('%')) return fragment;
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** Nodes by pointer whose paths contain no reference, so that they are the same for every caller. */
const nodeCache = memoize((_file: SourceFile) => new Map<string, Node>());

function findNode(files: Files, file: SourceFile, fragment: string, seen: ReadonlySet<string>) {
  const nodes = nodeCache(file);
  const found = nodes.get(fragment) ?? searchNode(files, file, fragment, seen);
  if (found?.file === file && found.pointer === fragment) nodes.set(fragment, found);
  return found;
}

/** Follows references on the way of a pointer, like swagger-parser. */
function searchNode(files: Files, file: SourceFile, fragment: string, seen: ReadonlySet<string>): Node | undefined {
  const root: Node = { file, pointer: '', value: file.value };
  if (fragment === '') return root;
  if (!fragment.startsWith('/')) return findAnchor(root, fragment);
  return splitPointer(fragment).reduce((node, key) => {
    const directChild = childNode(node, key);
    return directChild.value === undefined ? childNode(dereference(files, node, seen), key) : directChild;
  }, root);
}

/** Finds the target of a plain-name fragment (JSON Schema). */
function findAnchor(node: Node, anchor: string): Node | undefined {
  if (isJsonObject(node.value) && node.value['$anchor'] === anchor) return node;
  const children = [...entries(node).map(([, part]) => part), ...items(node)];
  return children.map((part) => findAnchor(part, anchor)).find((found) => found !== undefined);
}

function memberValue(value: Json | undefined, key: string | number): Json | undefined {
  if (isJsonArray(value)) return /^\d+$/.test(String(key)) ? value[Number(key)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
