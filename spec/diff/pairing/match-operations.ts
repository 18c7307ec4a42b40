/** Which operation of the old contract is which of the new one. */
import type { Contract, Operation } from '../../model/contract.ts';
import { addressesOf, plainPath } from './addresses.ts';
import type { Sides } from './part.ts';

export interface Matched {
  readonly pairs: readonly Sides<Operation>[];
  /** The same `operationId` under another method or path. */
  readonly moved: readonly Sides<Operation>[];
  readonly removed: readonly Operation[];
  readonly added: readonly Operation[];
}

/** By method and path, then without the names of path parameters, then with the paths of the servers, then by id. */
export function matchOperations({ before, after }: Sides<Contract>): Matched {
  const rest = { before: before.operations, after: after.operations };
  const exact = paired(rest, (operation) => [`${operation.method} ${operation.path}`]);
  const renamed = paired(exact.rest, (operation) => [`${operation.method} ${plainPath(operation.path)}`]);
  const isOld = new Set(before.operations);
  const shifted = paired(renamed.rest, fullPaths);
  const moved = paired(shifted.rest, (operation) => (hasOwnId(operation) ? [operation.id] : []));
  return {
    pairs: [...exact.pairs, ...renamed.pairs, ...shifted.pairs],
    moved: moved.pairs,
    removed: moved.rest.before,
    added: moved.rest.after,
  };

  /** `/v1` may stand in the URL of the server or in every path. */
  function fullPaths(operation: Operation): readonly string[] {
    const contract = isOld.has(operation) ? before : after;
    return addressesOf(contract, operation).map(({ key }) => `${operation.method} ${key}`);
  }
}

/** Whether the document names the operation, or we do. */
export function hasOwnId({ id, method, path }: Operation): boolean {
  return id !== `${method} ${path}`;
}

interface Paired {
  readonly pairs: readonly Sides<Operation>[];
  readonly rest: Sides<readonly Operation[]>;
}

type KeysOf = (operation: Operation) => readonly string[];

/** Two that have a key in common, each of them once. */
function paired({ before, after }: Sides<readonly Operation[]>, keysOf: KeysOf): Paired {
  const byKey = new Map(after.toReversed().flatMap((one) => keysOf(one).map((key) => [key, one] as const)));
  const taken = new Set<Operation>();
  const pairs: Sides<Operation>[] = [];
  for (const one of before) {
    const other = keysOf(one)
      .map((key) => byKey.get(key))
      .find((found) => found !== undefined && !taken.has(found));
    if (other === undefined) continue;
    taken.add(one).add(other);
    pairs.push({ before: one, after: other });
  }
  const isLeft = (operation: Operation) => !taken.has(operation);
  return { pairs, rest: { before: before.filter(isLeft), after: after.filter(isLeft) } };
}
