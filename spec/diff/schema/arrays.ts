/** Arrays: counts, items by their place, and what is to be among them. */
import type { Demands, ListDemands } from '../demands/demands.ts';
import { allTypes } from '../demands/read.ts';
import type { Whole } from '../demands/whole.ts';
import { below, type Comparison, type Difference, differenceOf, type Pair } from './difference.ts';
import { changeOf, compareLimits, itemsLimit } from './limits.ts';

export function* compareArrayDemands(pair: Pair, comparison: Comparison): Generator<Difference> {
  const [was, is] = [pair.before.list, pair.after.list];
  // What is to be contained asks for items too, and is told by itself.
  const isIdle = is.min > was.min ? is.min <= leastContained(was) : was.min <= leastContained(is);
  const isFull =
    is.max < was.max ? is.max >= mostDistinct(was, comparison) : was.max >= mostDistinct(is, comparison);
  const told = { min: isIdle ? is.min : was.min, max: isFull ? is.max : was.max };
  yield* compareLimits(pair, itemsLimit, told, is);
  yield* compareUnique(pair);
  yield* compareItems(pair, comparison);
  yield* compareContains(pair, comparison);
}

function leastContained({ contains }: ListDemands): number {
  return Math.max(0, ...contains.map(({ min }) => min));
}

/** As many items as there are values for them, where no two may be alike. */
function mostDistinct(list: ListDemands, { wholeOf, demandsOf }: Comparison): number {
  const { isUnique, tuples } = list;
  if (!isUnique || tuples.some(({ first }) => first.length > 0)) return list.max;
  const items = wholeOf(tuples.map(({ rest }) => rest));
  const kinds = allTypes.map((type) => demandsOf(items, type)).filter((demands) => demands !== undefined);
  return kinds.reduce((sum, { values }) => sum + (values?.length ?? Infinity), 0);
}

/** Where one item at most is allowed, no two are alike. */
function* compareUnique(pair: Pair): Generator<Difference> {
  const [was, is] = [pair.before.list, pair.after.list];
  const words = { keyword: 'uniqueItems', was: describeUnique(was), is: describeUnique(is) };
  if (is.isUnique && !was.isUnique && was.max > 1)
    yield differenceOf(pair, { kind: 'unique-items-added', ...words });
  if (was.isUnique && !is.isUnique && is.max > 1)
    yield differenceOf(pair, { kind: 'unique-items-removed', ...words });
}

function describeUnique({ isUnique }: ListDemands): string {
  return isUnique ? 'no two items alike' : 'any items';
}

function* compareItems({ before, after }: Pair, comparison: Comparison): Generator<Difference> {
  const [was, is] = [before.list, after.list];
  const longest = Math.max(was.max, is.max);
  const length = Math.max(0, ...[...was.tuples, ...is.tuples].map(({ first }) => first.length));
  for (let index = 0; index < Math.min(length, longest); index++) {
    // Where only one of the two can have an item, its count tells.
    if (index >= Math.min(was.max, is.max)) return;
    const [a, b] = [itemAt(was, index, comparison), itemAt(is, index, comparison)];
    yield* below(`[${index}]`, comparison.compare(a, b));
  }
  if (Math.min(was.max, is.max) <= length) return;
  const [a, b] = [itemAt(was, length, comparison), itemAt(is, length, comparison)];
  yield* below('[]', comparison.compare(a, b));
}

function itemAt({ tuples }: ListDemands, index: number, { wholeOf }: Comparison): Whole {
  return wholeOf(tuples.map(({ first, rest }) => (index < first.length ? first[index] : rest)));
}

/** Kinds that stay are matched; of one that changed, what changed is told, if no upper count turns it around. */
function* compareContains(pair: Pair, comparison: Comparison): Generator<Difference> {
  const { wholeOf, compare } = comparison;
  const removed: ListDemands['contains'][number][] = [];
  const added = [...pair.after.list.contains];
  for (const one of pair.before.list.contains) {
    const index = added.findIndex(
      (other) => compare(wholeOf([one.kind]), wholeOf([other.kind])).length === 0,
    );
    const [same] = index < 0 ? [] : added.splice(index, 1);
    if (same === undefined) removed.push(one);
    else yield* compareCounts(pair, one, same);
  }
  const [was, is] = [removed[0], added[0]];
  const isOneEach = removed.length === 1 && added.length === 1;
  if (
    isOneEach &&
    was !== undefined &&
    is !== undefined &&
    was.max + is.max === Infinity &&
    was.min === is.min
  ) {
    yield* below(' (contains)', compare(wholeOf([was.kind]), wholeOf([is.kind])));
    return;
  }
  if (added.length > 0) yield told(pair, 'contains-added');
  if (removed.length > 0) yield told(pair, 'contains-removed');
}

function told(pair: Pair, kind: 'contains-added' | 'contains-removed'): Difference {
  const describe = ({ list }: Demands) =>
    list.contains.length === 0 ? 'any items' : 'items of a kind among them';
  return differenceOf(pair, {
    kind,
    keyword: 'contains',
    was: describe(pair.before),
    is: describe(pair.after),
  });
}

function* compareCounts(
  pair: Pair,
  was: ListDemands['contains'][number],
  is: ListDemands['contains'][number],
): Generator<Difference> {
  if (was.min !== is.min)
    yield differenceOf(pair, {
      kind: `min-contains-${changeOf(was.min, is.min, 0)}`,
      keyword: 'minContains',
      was: `at least ${was.min}`,
      is: `at least ${is.min}`,
    });
  if (was.max !== is.max)
    yield differenceOf(pair, {
      kind: `max-contains-${changeOf(was.max, is.max, Infinity)}`,
      keyword: 'maxContains',
      was: was.max === Infinity ? 'no largest' : `at most ${was.max}`,
      is: is.max === Infinity ? 'no largest' : `at most ${is.max}`,
    });
}
