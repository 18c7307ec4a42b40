/** What lies below what: in comes a resource, out go the resource of its parent and the operations upon its items. */
import type { Operation } from '../model/contract.ts';
import { shapeOf, shapesAbove } from './paths.ts';
import type { Resource } from './resources.ts';

export interface Parent {
  readonly resource: Resource;
  /** No parameter stands between: `/users/{id}/orders`, and not `/users/{id}/years/{year}/orders`. */
  readonly isDirect: boolean;
}

/** The nearest resource whose item a collection lies below. */
export function parentOf(
  { collection }: Pick<Resource, 'collection'>,
  all: readonly Resource[],
): Parent | undefined {
  const own = shapeOf(collection);
  const byItem = itemsKnown.get(all) ?? Map.groupBy(all, ({ item }) => shapeOf(item ?? ''));
  itemsKnown.set(all, byItem);
  const [nearest] = shapesAbove(collection)
    .toReversed()
    .flatMap((shape) => (shape === own ? [] : (byItem.get(shape) ?? [])));
  if (nearest?.item === undefined) return undefined;
  return { resource: nearest, isDirect: (/^.*\{\}/.exec(own)?.[0] ?? '') === shapeOf(nearest.item) };
}

/** Each record that is made asks for its parent. */
const itemsKnown = new WeakMap<readonly Resource[], ReadonlyMap<string, readonly Resource[]>>();

/** The ids of the operations upon an item or upon what lies below it. */
export function operationsUpon(operations: readonly Operation[], item: string): ReadonlySet<string> {
  const { shapes, users } = usersKnown.get(operations) ?? { shapes: shapesIn(operations), users: new Map() };
  usersKnown.set(operations, { shapes, users });
  const shape = `${shapeOf(item)}/`;
  const found =
    users.get(shape) ?? new Set(shapes.flatMap((one) => (one.path.startsWith(shape) ? [one.id] : [])));
  users.set(shape, found);
  return found;
}

interface OperationShape {
  readonly id: string;
  /** With a slash at its end. */
  readonly path: string;
}

interface KnownUsers {
  readonly shapes: readonly OperationShape[];
  readonly users: Map<string, ReadonlySet<string>>;
}

/** The same is asked for each record that is made, of contracts with a thousand operations. */
const usersKnown = new WeakMap<readonly Operation[], KnownUsers>();

function shapesIn(operations: readonly Operation[]): readonly OperationShape[] {
  return operations.map(({ id, path }) => ({ id, path: `${shapeOf(path)}/` }));
}
