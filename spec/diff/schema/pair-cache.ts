/** The pairs that a comparison meets, each once; what is found wherever one comes from, no comparison looks for again. */
import type { Direction } from '../../model/schema.ts';
import type { SchemaSet } from '../constraints/schema-set.ts';
import { spendSteps } from '../step-budget.ts';
import type { Difference, SchemaSetPair } from './difference.ts';

/** What `look` finds in the pair; nothing while it is being looked at, since that is told where it was met first. */
export type ComparePairOnce = (pair: SchemaSetPair, compare: () => readonly Difference[]) => readonly Difference[];

/** A pair that was met. */
interface VisitedPair {
  readonly pair: SchemaSetPair;
  differences: readonly Difference[];
  /** Where it stands among those that are not settled. */
  readonly index: number;
  /** The first of these that was met again below it. */
  lowestIndex: number;
  isSettled: boolean;
  /** Another way to come here may find something else. */
  dependsOnPath: boolean;
}

/**
 * For one comparison. Pairs that lie below each other are a ring (found as Tarjan does): where it has differences, what
 * is told hangs on where it was entered; where it has none, it has none from wherever one comes.
 */
export function createPairCache(direction: Direction): ComparePairOnce {
  const results = resultCache[direction];
  const visited = new Map<string, VisitedPair>();
  const unfinished: VisitedPair[] = [];
  let current: VisitedPair | undefined;

  function visit(pair: SchemaSetPair, key: string, compare: () => readonly Difference[]): VisitedPair {
    spendSteps();
    const index = unfinished.length;
    // Beyond the last one: nothing was met again.
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
    if (visitedPair.lowestIndex >= index) finishRing(visitedPair, unfinished.splice(index));
    return visitedPair;
  }

  function finishRing({ lowestIndex, index }: VisitedPair, ring: readonly VisitedPair[]): void {
    const isRing = lowestIndex === index;
    const dependsOnPath = ring.some(
      (visitedPair) => visitedPair.dependsOnPath || (isRing && visitedPair.differences.length > 0),
    );
    for (const visitedPair of ring) {
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
