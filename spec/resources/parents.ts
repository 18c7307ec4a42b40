/** What lies below what: in comes a resource, out go the resource of its parent and the operations upon its items. */
import type { Operation } from '../model/contract.ts';
import { ancestorShapes, templateShape } from './path-templates.ts';
import type { Resource } from './resources.ts';

export interface Parent {
  readonly resource: Resource;
  /** No parameter stands between: `/users/{id}/orders`, and not `/users/{id}/years/{year}/orders`. */
  readonly isDirect: boolean;
}

/** The nearest resource whose item a collection lies below. */
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

/** Each record that is made asks for its parent. */
const itemCache = new WeakMap<readonly Resource[], ReadonlyMap<string, readonly Resource[]>>();

/** The ids of the operations upon an item or upon what lies below it. */
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
  /** With a slash at its end. */
  readonly path: string;
}

interface OperationIndex {
  readonly shapes: readonly OperationShape[];
  readonly operationIds: Map<string, ReadonlySet<string>>;
}

/** The same is asked for each record that is made, of contracts with a thousand operations. */
const operationIndexCache = new WeakMap<readonly Operation[], OperationIndex>();

function operationShapes(operations: readonly Operation[]): readonly OperationShape[] {
  return operations.map(({ id, path }) => ({ id, path: `${templateShape(path)}/` }));
}
