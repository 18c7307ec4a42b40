/** Caches the comparisons of schema pairs; results that do not depend on the path are shared by all comparisons. */
import type { Direction } from '../../model/schema.ts';
import type { SchemaSet } from '../constraints/schema-set.ts';
import { spendSteps } from '../step-budget.ts';
import type { Difference, SchemaSetPair } from './difference.ts';

/**
 * Compares a pair once; returns nothing for a pair that is being compared, since its differences are reported there.
 */
export type ComparePairOnce = (pair: SchemaSetPair, compare: () => readonly Difference[]) => readonly Difference[];

/** A pair that was visited. */
interface VisitedPair {
  readonly pair: SchemaSetPair;
  differences: readonly Difference[];
  /** The index among the unfinished pairs. */
  readonly index: number;
  /** The lowest index of an unfinished pair that is reachable from it. */
  lowestIndex: number;
  isSettled: boolean;
  /** Whether another path may have another result. */
  dependsOnPath: boolean;
}

/**
 * For one comparison. Pairs that reach each other form a cycle (found with Tarjan's algorithm). If a cycle has
 * differences, the reported ones depend on where it was entered; if it has none, it has none from anywhere.
 */
export function createPairCache(direction: Direction): ComparePairOnce {
  const results = resultCache[direction];
  const visited = new Map<string, VisitedPair>();
  const unfinished: VisitedPair[] = [];
  let current: VisitedPair | undefined;

  function visit(pair: SchemaSetPair, key: string, compare: () => readonly Difference[]): VisitedPair {
    spendSteps();
    const index = unfinished.length;
    // Higher than any index: no pair was revisited yet.
    const visitedPair: VisitedPair = {
      pair,
      differences: [],
      index,
      lowestIndex: index + 1,
      isSettled: false,
      dependsOnPath: false,
    };
    const outerPair = current;
    visited.set(key, visitedPair);
    unfinished.push(visitedPair);
    current = visitedPair;
    visitedPair.differences = compare();
    current = outerPair;
    if (visitedPair.lowestIndex >= index) finishCycle(visitedPair, unfinished.splice(index));
    return visitedPair;
  }

  function finishCycle({ lowestIndex, index }: VisitedPair, component: readonly VisitedPair[]): void {
    const isCycle = lowestIndex === index;
    const dependsOnPath = component.some(
      (visitedPair) => visitedPair.dependsOnPath || (isCycle && visitedPair.differences.length > 0),
    );
    for (const visitedPair of component) {
      visitedPair.isSettled = true;
      visitedPair.dependsOnPath = dependsOnPath;
      if (!dependsOnPath) storeResult(results, visitedPair);
    }
  }

  return (pair, compare) => {
    const found = results.get(pair.before)?.get(pair.after);
    if (found !== undefined) return found;
    const key = `${pair.before.key}|${pair.after.key}`;
    const visitedPair = visited.get(key) ?? visit(pair, key, compare);
    if (current === undefined) return visitedPair.differences;
    if (visitedPair.isSettled) current.dependsOnPath ||= visitedPair.dependsOnPath;
    else current.lowestIndex = Math.min(current.lowestIndex, visitedPair.lowestIndex, visitedPair.index);
    return visitedPair.differences;
  };
}

type ResultCache = WeakMap<SchemaSet, WeakMap<SchemaSet, readonly Difference[]>>;

const resultCache: Readonly<Record<Direction, ResultCache>> = {
  request: new WeakMap(),
  response: new WeakMap(),
};

function storeResult(results: ResultCache, { pair, differences }: VisitedPair): void {
  const others = results.get(pair.before) ?? new WeakMap();
  results.set(pair.before, others.set(pair.after, differences));
}
