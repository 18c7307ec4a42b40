/** Relations between resources: the parent of a resource, and the operations on its items. */
import type { Operation } from '../model/contract.ts';
import { ancestorShapes, templateShape } from './path-templates.ts';
import type { Resource } from './resource.ts';

export interface Parent {
  readonly resource: Resource;
  /** No parameter is in between: `/users/{id}/orders`, and not `/users/{id}/years/{year}/orders`. */
  readonly isDirect: boolean;
}

/** Returns the nearest resource whose item path is a prefix of the collection path. */
export function findParent({ collection }: Pick<Resource, 'collection'>, all: readonly Resource[]): Parent | undefined {
  const ownShape = templateShape(collection);
  const byItem = itemCache.get(all) ?? Map.groupBy(all, ({ item }) => templateShape(item ?? ''));
  itemCache.set(all, byItem);
  const [nearest] = ancestorShapes(collection)
    .toReversed()
    .flatMap((shape) => (shape === ownShape ? [] : (byItem.get(shape) ?? [])));
  if (nearest?.item === undefined) return undefined;
  return {
    resource: nearest,
    isDirect: (/^.*\{\}/.exec(ownShape)?.[0] ?? '') === templateShape(nearest.item),
  };
}

/** Cached, since every created record needs its parent. */
const itemCache = new WeakMap<readonly Resource[], ReadonlyMap<string, readonly Resource[]>>();

/** Returns the ids of the operations on an item or below it. */
export function operationsOnItem(operations: readonly Operation[], item: string): ReadonlySet<string> {
  const { shapes, operationIds } = operationIndexCache.get(operations) ?? {
    shapes: operationShapes(operations),
    operationIds: new Map(),
  };
  operationIndexCache.set(operations, { shapes, operationIds });
  const shape = `${templateShape(item)}/`;
  const found =
    operationIds.get(shape) ?? new Set(shapes.flatMap((one) => (one.path.startsWith(shape) ? [one.id] : [])));
  operationIds.set(shape, found);
  return found;
}

interface OperationShape {
  readonly id: string;
  /** With a trailing slash. */
  readonly path: string;
}

interface OperationIndex {
  readonly shapes: readonly OperationShape[];
  readonly operationIds: Map<string, ReadonlySet<string>>;
}

/** Cached, since it is needed for every created record, in contracts with a thousand operations. */
const operationIndexCache = new WeakMap<readonly Operation[], OperationIndex>();

function operationShapes(operations: readonly Operation[]): readonly OperationShape[] {
  return operations.map(({ id, path }) => ({ id, path: `${templateShape(path)}/` }));
}
