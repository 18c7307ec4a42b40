/** Matches the operations of the old contract with those of the new one. */
import type { Contract, Operation } from '../../model/contract.ts';
import { listServerUrls, normalizePath } from './server-urls.ts';
import type { Sides } from './sides.ts';

export interface MatchedOperations {
  readonly pairs: readonly Sides<Operation>[];
  /** The same `operationId` with another method or path. */
  readonly moved: readonly Sides<Operation>[];
  readonly removed: readonly Operation[];
  readonly added: readonly Operation[];
}

/**
 * Matches by method and path, then ignoring the names of path parameters, then with the paths of the servers, then by
 * id.
 */
export function matchOperations({ before, after }: Sides<Contract>): MatchedOperations {
  const unmatched = { before: before.operations, after: after.operations };
  const exact = matchByKeys(unmatched, (operation) => [`${operation.method} ${operation.path}`]);
  const renamed = matchByKeys(exact.unmatched, (operation) => [`${operation.method} ${normalizePath(operation.path)}`]);
  const oldOperations = new Set(before.operations);
  const byFullPath = matchByKeys(renamed.unmatched, fullPaths);
  const moved = matchByKeys(byFullPath.unmatched, (operation) => (hasOwnId(operation) ? [operation.id] : []));
  return {
    pairs: [...exact.pairs, ...renamed.pairs, ...byFullPath.pairs],
    moved: moved.pairs,
    removed: moved.unmatched.before,
    added: moved.unmatched.after,
  };

  /** `/v1` may be part of the server URL or of every path. */
  function fullPaths(operation: Operation): readonly string[] {
    const contract = oldOperations.has(operation) ? before : after;
    return listServerUrls(contract, operation).map(({ key }) => `${operation.method} ${key}`);
  }
}

/** Whether the document declares the operation's id, instead of a default derived from method and path. */
export function hasOwnId({ id, method, path }: Operation): boolean {
  return id !== `${method} ${path}`;
}

interface MatchResult {
  readonly pairs: readonly Sides<Operation>[];
  readonly unmatched: Sides<readonly Operation[]>;
}

type KeysOf = (operation: Operation) => readonly string[];

/** Pairs operations with a common key, each at most once. */
function matchByKeys({ before, after }: Sides<readonly Operation[]>, keysOf: KeysOf): MatchResult {
  const byKey = new Map(after.toReversed().flatMap((one) => keysOf(one).map((key) => [key, one] as const)));
  const matched = new Set<Operation>();
  const pairs: Sides<Operation>[] = [];
  for (const one of before) {
    const other = keysOf(one)
      .map((key) => byKey.get(key))
      .find((found) => found !== undefined && !matched.has(found));
    if (other === undefined) continue;
    matched.add(one).add(other);
    pairs.push({ before: one, after: other });
  }
  const isUnmatched = (operation: Operation) => !matched.has(operation);
  return { pairs, unmatched: { before: before.filter(isUnmatched), after: after.filter(isUnmatched) } };
}
