/** Operations by their place in a contract, and those that may create an item. */

import { memoize } from '../memoize.ts';
import type { Contract, Operation } from '../model/contract.ts';
import { operationsOnItem } from './parents.ts';
import { templateShape } from './path-templates.ts';
import { successResponses } from './record-views.ts';

/** The operation of a method at a path, whatever its parameters are called. */
export function findOperation(contract: Contract, method: string, path: string): Operation | undefined {
  return operationsByKey(contract).get(operationKey(method, path));
}

const operationsByKey = memoize(
  ({ operations }: Contract): ReadonlyMap<string, Operation> =>
    // The first of a place counts.
    new Map(operations.toReversed().map((one) => [operationKey(one.method, one.path), one] as const)),
);

function operationKey(method: string, path: string): string {
  return `${method} ${templateShape(path).replace(/\/+$/, '')}`;
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
export function findItemCreators(contract: Contract, { item, collection }: ItemTemplate): readonly ItemCreator[] {
  const operationIds = operationsOnItem(contract.operations, item);
  const linking = linkingOperations(contract).filter(
    ({ id, responses }) =>
      !operationIds.has(id) &&
      responses.some(({ links = [] }) => links.some(({ operation }) => operationIds.has(operation))),
  );
  const [post, put] = [findOperation(contract, 'POST', collection), findOperation(contract, 'PUT', item)];
  const others = new Set([...(post === undefined ? [] : [post]), ...linking]);
  const creators = [...others].map((operation) => ({ operation, isPut: false }));
  return put === undefined ? creators : [...creators, { operation: put, isPut: true }];
}

/** What may create, and has a success that others go on from. */
const linkingOperations = memoize(({ operations }: Contract): readonly Operation[] =>
  operations.filter(
    (operation) =>
      (operation.method === 'POST' || operation.method === 'PUT') &&
      successResponses(operation).some(({ links = [] }) => links.length > 0),
  ),
);
