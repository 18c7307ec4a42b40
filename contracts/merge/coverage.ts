/** What several parts of a run have tried of a contract, taken together. */
import type {
  Coverage,
  CoverageGroup,
  CoverageItem,
  DemandCount,
  OperationCoverage,
} from '../report/coverage.ts';

/** Of parts that are of the same contract. */
export function mergeCoverage(parts: readonly Coverage[]): Coverage {
  const groups = Map.groupBy(
    parts.flatMap(({ operations }) => operations),
    ({ operation }) => operation,
  );
  return { operations: [...groups.values()].flatMap(joined(addOperation)) };
}

/** The items of a group as one. */
function joined<Item>(add: (a: Item, b: Item) => Item) {
  return ([first, ...others]: readonly Item[]): readonly Item[] =>
    first === undefined ? [] : [others.reduce(add, first)];
}

function addOperation(a: OperationCoverage, b: OperationCoverage): OperationCoverage {
  const groups = Map.groupBy([...a.groups, ...b.groups], ({ kind }) => kind);
  return {
    ...a,
    exchanges: a.exchanges + b.exchanges,
    demands: {
      reject: addDemands(a.demands.reject, b.demands.reject),
      refuse: addDemands(a.demands.refuse, b.demands.refuse),
    },
    groups: [...groups.values()].flatMap(joined(addGroup)),
  };
}

function addDemands(a: DemandCount, b: DemandCount): DemandCount {
  return { answered: a.answered + b.answered, kept: a.kept + b.kept };
}

function addGroup(a: CoverageGroup, b: CoverageGroup): CoverageGroup {
  const items = Map.groupBy([...a.items, ...b.items], ({ name }) => name);
  return { ...a, items: [...items.values()].flatMap(joined(addItem)) };
}

/** A side that one of them has seen is not missing. */
function addItem(a: CoverageItem, b: CoverageItem): CoverageItem {
  const unseenByB = new Set(b.missing.map(({ side }) => side));
  const sides = new Set([...Object.keys(a.seen), ...Object.keys(b.seen)]);
  return {
    ...a,
    seen: Object.fromEntries([...sides].map((side) => [side, (a.seen[side] ?? 0) + (b.seen[side] ?? 0)])),
    missing: a.missing.filter(({ side }) => unseenByB.has(side)),
  };
}
