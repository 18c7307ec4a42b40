/** Finds operations by method and path, and those that may create an item. */

import { memoize } from '../memoize.ts';
import type { Contract, Operation } from '../model/contract.ts';
import { operationsOnItem } from './parents.ts';
import { templateShape } from './path-templates.ts';
import { successResponses } from './record-views.ts';
import { findShallowNestings } from './resources.ts';

/** Returns the operation with a method and path, ignoring the names of path parameters. */
export function findOperation(contract: Contract, method: string, path: string): Operation | undefined {
  return operationsByKey(contract).get(operationKey(method, path));
}

const operationsByKey = memoize(
  ({ operations }: Contract): ReadonlyMap<string, Operation> =>
    // The first operation of a path wins.
    new Map(operations.toReversed().map((one) => [operationKey(one.method, one.path), one] as const)),
);

function operationKey(method: string, path: string): string {
  return `${method} ${templateShape(path).replace(/\/+$/, '')}`;
}

/** The path templates of an item and of its collection. */
interface ItemTemplate {
  readonly item: string;
  readonly collection: string;
}

export interface ItemCreator {
  readonly operation: Operation;
  /** The client chooses the identifier, in the path. */
  readonly isPut: boolean;
}

/**
 * Returns the operations that may create an item, the likeliest first: the POST to its collection, a POST or PUT whose
 * success response links to the item or below it, the POST below a parent, and the PUT to an unused identifier.
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
  const creators = [...others, ...nestedCreators(contract, item)].map((operation) => ({ operation, isPut: false }));
  return put === undefined ? creators : [...creators, { operation: put, isPut: true }];
}

/** `POST /albums/{albumId}/photos` creates `/photos/{id}`. */
function nestedCreators(contract: Contract, item: string): readonly Operation[] {
  const shape = templateShape(item);
  return findShallowNestings(contract).flatMap(({ shallow, create }) =>
    create !== undefined && templateShape(shallow.item ?? '') === shape ? [create] : [],
  );
}

/** Operations that may create and whose success response has links. */
const linkingOperations = memoize(({ operations }: Contract): readonly Operation[] =>
  operations.filter(
    (operation) =>
      (operation.method === 'POST' || operation.method === 'PUT') &&
      successResponses(operation).some(({ links = [] }) => links.length > 0),
  ),
);
