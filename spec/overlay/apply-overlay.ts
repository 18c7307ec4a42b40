/** Applies the actions of an overlay to a document, and keeps track of the items of its lists. */
import type { Json } from '../json/exact-json.ts';
import { joinPointer, splitPointer } from '../json/pointer.ts';
import { type NodePath, selectPaths } from './json-path.ts';
import type { OverlayAction } from './overlay-document.ts';

type ChangingJson = null | boolean | number | bigint | string | ChangingJson[] | ChangingObject;
interface ChangingObject {
  [key: string]: ChangingJson;
}

export interface OverlayResult {
  readonly value: Json;
  /** Actions whose target selects nothing, so that they change nothing. */
  readonly unused: readonly OverlayAction[];
  /** The pointer in the original document; undefined for an item of a list that an overlay added. */
  originOf(pointer: string): string | undefined;
}

/** Throws the error of the first action that cannot be applied. */
export function applyActions(document: Json, actions: readonly OverlayAction[]): OverlayResult {
  const root = { value: clone(document) };
  /** For each list, the index that an item has in the original document. */
  const origins = new Map<ChangingJson[], (number | undefined)[]>();
  rememberItems(root.value, origins);
  const unused = actions.filter((action) => apply(root, action, origins) === 0);
  return { value: root.value, unused, originOf: (pointer) => findOrigin(root.value, splitPointer(pointer), origins) };
}

type Origins = Map<ChangingJson[], (number | undefined)[]>;

function clone(value: Json): ChangingJson {
  if (Array.isArray(value)) return value.map(clone);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, clone(part)]));
}

function rememberItems(value: ChangingJson, origins: Origins): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) origins.set(value, [...value.keys()]);
  for (const part of Object.values(value)) rememberItems(part, origins);
}

function findOrigin(root: ChangingJson, keys: readonly string[], origins: Origins): string | undefined {
  let [value, pointer]: [ChangingJson | undefined, string] = [root, ''];
  for (const key of keys) {
    if (typeof value !== 'object' || value === null) return undefined;
    const origin: string | number | undefined = Array.isArray(value) ? origins.get(value)?.[Number(key)] : key;
    if (origin === undefined) return undefined;
    pointer = joinPointer(pointer, origin);
    value = memberOf(value, key);
  }
  return pointer;
}

function memberOf(value: ChangingJson | undefined, key: string | number): ChangingJson | undefined {
  if (Array.isArray(value)) return value[Number(key)];
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Returns the number of nodes that its target selects. */
function apply(root: { value: ChangingJson }, action: OverlayAction, origins: Origins): number {
  const { change } = action;
  const paths = select(action.target, { root: root.value, action, key: 'target' });
  if (change.kind === 'remove') removeAll(root.value, paths, { action, origins });
  if (change.kind === 'remove' || paths.length === 0) return paths.length;
  const update = change.kind === 'update' ? change.value : copiedValue(change.from, root.value, action);
  const targets = paths.map((path) => path.reduce<ChangingJson | undefined>(memberOf, root.value) ?? null);
  if (new Set(targets.map(kindOf)).size > 1)
    throw action.createError('the target selects nodes of several kinds: objects, lists or other values', 'target');
  for (const [index, path] of paths.entries())
    place(root, path, merge(targets[index] ?? null, clone(update), { action, origins }));
  return paths.length;
}

interface Selection {
  readonly root: ChangingJson;
  readonly action: OverlayAction;
  readonly key: 'target' | 'copy';
}

function select(jsonPath: string, { root, action, key }: Selection): readonly NodePath[] {
  try {
    return selectPaths(jsonPath, root);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw action.createError(`${JSON.stringify(jsonPath)} is not a JSONPath (RFC 9535): ${reason}`, key);
  }
}

function copiedValue(from: string, root: ChangingJson, action: OverlayAction): Json {
  const [path, ...others] = select(from, { root, action, key: 'copy' });
  const value = others.length > 0 ? undefined : path?.reduce<ChangingJson | undefined>(memberOf, root);
  if (value !== undefined) return value;
  const count = path === undefined ? 'nothing' : `${others.length + 1} nodes`;
  throw action.createError(`${JSON.stringify(from)} selects ${count}; a copy needs exactly one`, 'copy');
}

interface Changing {
  readonly action: OverlayAction;
  readonly origins: Origins;
}

/** The last ones first, so that the indexes of the others stay the same. */
function removeAll(root: ChangingJson, paths: readonly NodePath[], { action, origins }: Changing): void {
  for (const path of paths.toReversed()) {
    const key = path.at(-1);
    if (key === undefined) throw action.createError('the whole document cannot be removed', 'target');
    const parent = path.slice(0, -1).reduce<ChangingJson | undefined>(memberOf, root);
    if (Array.isArray(parent)) {
      parent.splice(Number(key), 1);
      origins.get(parent)?.splice(Number(key), 1);
    } else if (typeof parent === 'object' && parent !== null) delete parent[key];
  }
}

function place(root: { value: ChangingJson }, path: NodePath, value: ChangingJson): void {
  const key = path.at(-1);
  const parent = path.slice(0, -1).reduce<ChangingJson | undefined>(memberOf, root.value);
  if (key === undefined) root.value = value;
  else if (Array.isArray(parent)) parent[Number(key)] = value;
  else if (typeof parent === 'object' && parent !== null) parent[key] = value;
}

/** Objects are merged, lists are extended, other values are replaced. */
function merge(target: ChangingJson, update: ChangingJson, changing: Changing): ChangingJson {
  const { action, origins } = changing;
  if (Array.isArray(target)) {
    target.push(...(Array.isArray(update) ? update : [update]));
    return target;
  }
  if (kindOf(target) !== kindOf(update))
    throw action.createError(`an update of ${kindOf(target)} has to be ${kindOf(target)}, not ${kindOf(update)}`);
  if (typeof target !== 'object' || target === null || typeof update !== 'object' || update === null) return update;
  for (const [key, part] of Object.entries(update)) {
    const before = memberOf(target, key);
    const isList = Array.isArray(before) && !Array.isArray(part);
    if (isList) throw action.createError(`the update of "${key}" has to be a list, as in the document`);
    const value = before === undefined ? part : merge(before, part, { action, origins });
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  }
  return target;
}

function kindOf(value: ChangingJson): string {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : 'a single value';
}
