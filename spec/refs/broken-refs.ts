/** Finds the references of a file, and reports the broken ones as one error. */
import { combineErrors, KitError } from '../../errors.ts';
import { isJsonArray, isJsonObject, type Json } from '../json/exact-json.ts';
import { memoize } from '../memoize.ts';
import type { SourceFile } from '../source/source-file.ts';
import {
  childNode,
  dereference,
  type Files,
  findTarget,
  formatLocation,
  getRef,
  MAX_REF_CHAIN,
  type Node,
  refFileUrl,
  resolveRef,
} from './nodes.ts';

/** Returns the nodes of a file that have a `$ref`, in line order. */
export const findRefs = memoize((file: SourceFile): readonly Node[] => {
  const root: Node = { file, pointer: '', value: file.value };
  const found: Keys[] = [];
  collectRefs(file.value, [], found);
  return found.map((keys) => keys.reduce(childNode, root));
});

type Keys = readonly (string | number)[];

/** Adds to `found` the path of each value with a `$ref`. */
function collectRefs(value: Json, keys: (string | number)[], found: Keys[]): void {
  if (isJsonArray(value)) {
    for (const [index, item] of value.entries()) collectBelow(item, index);
  } else if (isJsonObject(value)) {
    if (typeof value['$ref'] === 'string') found.push([...keys]);
    for (const key of Object.keys(value)) collectBelow(value[key] ?? null, key);
  }

  function collectBelow(part: Json, key: string | number): void {
    if (typeof part !== 'object' || part === null) return;
    keys.push(key);
    collectRefs(part, keys, found);
    keys.pop();
  }
}

/** Why a referenced file could not be read, by its URL. */
type ReadErrors = ReadonlyMap<string, KitError>;

/** Returns one error for all broken references, each at its first location; undefined if there are none. */
export function brokenRefsError(
  refs: readonly Node[],
  files: Files,
  readErrors: ReadErrors = new Map(),
): KitError | undefined {
  const distinct = Map.groupBy(refs, (node) => `${node.file.url} ${getRef(node)}`);
  const first = [...distinct.values()].flatMap(([node]) => node ?? []);
  return combineErrors(first.flatMap((node) => checkRef(node, files, readErrors) ?? []));
}

function checkRef(node: Node, files: Files, readErrors: ReadErrors): KitError | undefined {
  const ref = getRef(node) ?? '';
  const location = formatLocation(childNode(node, '$ref'));
  const reason = readErrors.get(refFileUrl(node, ref) ?? '');
  if (reason !== undefined) {
    // The cause is the file that cannot be parsed, so its location is reported.
    const syntaxErrorLocation = reason.code === 'spec-syntax' ? reason.where : undefined;
    return toRefError(reason, syntaxErrorLocation ?? location);
  }
  try {
    resolveRef(files, node, ref);
  } catch (error) {
    if (error instanceof KitError) return toRefError(error, error.where ?? location);
  }
  return undefined;
}

/** A part with a `$ref` that cannot be resolved, and why not. */
interface BrokenRef {
  readonly node: Node;
  /** The same for all references with this text in this file. */
  readonly error: KitError;
}

/** By `partKey`. */
export type BrokenRefs = ReadonlyMap<string, BrokenRef>;

/** Returns all references without a target, and circular ones; not those to a reference without a target. */
export function findBrokenRefs(files: Files, readErrors: ReadErrors): BrokenRefs {
  const checked = new Map<string, KitError | undefined>();
  const broken = new Map<string, BrokenRef>();
  for (const node of [...files.values()].flatMap(findRefs)) {
    const text = `${node.file.url} ${getRef(node)}`;
    const error = checked.has(text) ? checked.get(text) : checkChain(node, files, readErrors);
    checked.set(text, error);
    if (error !== undefined) broken.set(partKey(node), { node, error });
  }
  return broken;
}

/** Identifies a part of a document. */
export function partKey({ file, pointer }: Node): string {
  return `${file.url}#${pointer}`;
}

function checkChain(node: Node, files: Files, readErrors: ReadErrors): KitError | undefined {
  if (findTarget(files, node) !== undefined) return undefined;
  return checkRef(node, files, readErrors) ?? checkCircular(node, files);
}

/** Undefined if the chain ends at a reference without a target. */
function checkCircular(node: Node, files: Files): KitError | undefined {
  if (hasEnd(node, files)) return undefined;
  try {
    dereference(files, node);
  } catch (error) {
    if (error instanceof KitError) return toRefError(error, error.where ?? formatLocation(node));
    throw error;
  }
  return undefined;
}

function hasEnd(node: Node, files: Files): boolean {
  const seen = new Set<string>();
  for (let next: Node | undefined = node; next !== undefined; next = nextInChain(next, files)) {
    if (seen.has(partKey(next)) || seen.size > MAX_REF_CHAIN) return false;
    seen.add(partKey(next));
  }
  return true;
}

function nextInChain(node: Node, files: Files): Node | undefined {
  const ref = getRef(node);
  try {
    return ref === undefined ? undefined : resolveRef(files, node, ref);
  } catch (error) {
    if (error instanceof KitError) return undefined;
    throw error;
  }
}

function toRefError({ code, detail, fix, cause }: KitError, where: string): KitError {
  return new KitError('spec-ref', detail, {
    where,
    // The fix of another error code would be misleading here.
    ...(code === 'spec-ref' && { fix }),
    ...(cause !== undefined && { cause }),
  });
}
