/** Operations by their place in a contract, and those that may create an item. */
import type { Contract, Operation } from '../model/contract.ts';
import { remembered } from '../remembered.ts';
import { operationsUpon } from './parents.ts';
import { shapeOf } from './paths.ts';
import { successesOf } from './views.ts';

/** The operation of a method at a path, whatever its parameters are called. */
export function operationAt(contract: Contract, method: string, path: string): Operation | undefined {
  return byPlace(contract).get(placeOf(method, path));
}

const byPlace = remembered(
  ({ operations }: Contract): ReadonlyMap<string, Operation> =>
    // The first of a place counts.
    new Map(operations.toReversed().map((one) => [placeOf(one.method, one.path), one] as const)),
);

function placeOf(method: string, path: string): string {
  return `${method} ${shapeOf(path).replace(/\/+$/, '')}`;
}

/** The templates of an item and of the collection that it belongs to. */
interface ItemTemplate {
  readonly item: string;
  readonly collection: string;
}

export interface ItemCreator {
  readonly operation: Operation;
  /** The client gives the name, in the path. */
  readonly isPut: boolean;
}

/**
 * What may create an item, the likeliest first: the POST to its collection, a POST or PUT whose success links to the item
 * or to what lies below it, and the PUT to a name that no record has.
 */
export function itemCreators(contract: Contract, { item, collection }: ItemTemplate): readonly ItemCreator[] {
  const users = operationsUpon(contract.operations, item);
  const linking = linkingOf(contract).filter(
    ({ id, responses }) =>
      !users.has(id) &&
      responses.some(({ links = [] }) => links.some(({ operation }) => users.has(operation))),
  );
  const [post, put] = [operationAt(contract, 'POST', collection), operationAt(contract, 'PUT', item)];
  const others = new Set([...(post === undefined ? [] : [post]), ...linking]);
  const unnamed = [...others].map((operation) => ({ operation, isPut: false }));
  return put === undefined ? unnamed : [...unnamed, { operation: put, isPut: true }];
}

/** What may create, and has a success that others go on from. */
const linkingOf = remembered(({ operations }: Contract): readonly Operation[] =>
  operations.filter(
    (operation) =>
      (operation.method === 'POST' || operation.method === 'PUT') &&
      successesOf(operation).some(({ links = [] }) => links.length > 0),
  ),
);
