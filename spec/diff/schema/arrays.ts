/** Compares array constraints: counts, items by position, and contained items. */
import type { ArrayConstraints, Constraints } from '../constraints/constraints.ts';
import { allTypes } from '../constraints/read-constraints.ts';
import type { SchemaSet } from '../constraints/schema-set.ts';
import { atSubpath, type Comparison, type ConstraintsPair, createDifference, type Difference } from './difference.ts';
import { compareLimits, itemsLimit, limitChange } from './limits.ts';

export function* compareArrayConstraints(pair: ConstraintsPair, comparison: Comparison): Generator<Difference> {
  const [was, is] = [pair.before.array, pair.after.array];
  // `contains` implies a number of items, and its changes are reported separately.
  const isImplied = is.min > was.min ? is.min <= minContained(was) : was.min <= minContained(is);
  const isMaxImplied =
    is.max < was.max ? is.max >= maxDistinctItems(was, comparison) : was.max >= maxDistinctItems(is, comparison);
  const effective = { min: isImplied ? is.min : was.min, max: isMaxImplied ? is.max : was.max };
  yield* compareLimits(pair, itemsLimit, effective, is);
  yield* compareUnique(pair);
  yield* compareItems(pair, comparison);
  yield* compareContains(pair, comparison);
}

function minContained({ contains }: ArrayConstraints): number {
  return Math.max(0, ...contains.map(({ min }) => min));
}

/** The number of distinct values, if items must be unique. */
function maxDistinctItems(array: ArrayConstraints, { toSchemaSet, constraintsOf }: Comparison): number {
  const { isUnique, tuples } = array;
  if (!isUnique || tuples.some(({ first }) => first.length > 0)) return array.max;
  const items = toSchemaSet(tuples.map(({ rest }) => rest));
  const constraintsByType = allTypes
    .map((type) => constraintsOf(items, type))
    .filter((constraints) => constraints !== undefined);
  return constraintsByType.reduce((sum, { values }) => sum + (values?.length ?? Infinity), 0);
}

/** If at most one item is allowed, all items are unique. */
function* compareUnique(pair: ConstraintsPair): Generator<Difference> {
  const [was, is] = [pair.before.array, pair.after.array];
  const text = { keyword: 'uniqueItems', was: describeUnique(was), is: describeUnique(is) };
  if (is.isUnique && !was.isUnique && was.max > 1)
    yield createDifference(pair, { kind: 'unique-items-added', ...text });
  if (was.isUnique && !is.isUnique && is.max > 1)
    yield createDifference(pair, { kind: 'unique-items-removed', ...text });
}

function describeUnique({ isUnique }: ArrayConstraints): string {
  return isUnique ? 'unique items' : 'any items';
}

function* compareItems({ before, after }: ConstraintsPair, comparison: Comparison): Generator<Difference> {
  const [was, is] = [before.array, after.array];
  const longest = Math.max(was.max, is.max);
  const length = Math.max(0, ...[...was.tuples, ...is.tuples].map(({ first }) => first.length));
  for (let index = 0; index < Math.min(length, longest); index++) {
    // If only one side can have an item, the item count already shows it.
    if (index >= Math.min(was.max, is.max)) return;
    const [a, b] = [itemSchemaSet(was, index, comparison), itemSchemaSet(is, index, comparison)];
    yield* atSubpath(`[${index}]`, comparison.compare(a, b));
  }
  if (Math.min(was.max, is.max) <= length) return;
  const [a, b] = [itemSchemaSet(was, length, comparison), itemSchemaSet(is, length, comparison)];
  yield* atSubpath('[]', comparison.compare(a, b));
}

function itemSchemaSet({ tuples }: ArrayConstraints, index: number, { toSchemaSet }: Comparison): SchemaSet {
  return toSchemaSet(tuples.map(({ first, rest }) => (index < first.length ? first[index] : rest)));
}

/**
 * Matches unchanged `contains` schemas; for a single changed one reports its differences, unless `maxContains` would
 * reverse them.
 */
function* compareContains(pair: ConstraintsPair, comparison: Comparison): Generator<Difference> {
  const { toSchemaSet, compare } = comparison;
  const removed: ArrayConstraints['contains'][number][] = [];
  const added = [...pair.after.array.contains];
  for (const one of pair.before.array.contains) {
    const index = added.findIndex(
      (other) => compare(toSchemaSet([one.schema]), toSchemaSet([other.schema])).length === 0,
    );
    const [same] = index < 0 ? [] : added.splice(index, 1);
    if (same === undefined) removed.push(one);
    else yield* compareContainsCounts(pair, one, same);
  }
  const [was, is] = [removed[0], added[0]];
  const isOneEach = removed.length === 1 && added.length === 1;
  if (isOneEach && was !== undefined && is !== undefined && was.max + is.max === Infinity && was.min === is.min) {
    yield* atSubpath(' (contains)', compare(toSchemaSet([was.schema]), toSchemaSet([is.schema])));
    return;
  }
  if (added.length > 0) yield containsDifference(pair, 'contains-added');
  if (removed.length > 0) yield containsDifference(pair, 'contains-removed');
}

function containsDifference(pair: ConstraintsPair, kind: 'contains-added' | 'contains-removed'): Difference {
  const describe = ({ array }: Constraints) =>
    array.contains.length === 0 ? 'any items' : 'at least one item that matches "contains"';
  return createDifference(pair, {
    kind,
    keyword: 'contains',
    was: describe(pair.before),
    is: describe(pair.after),
  });
}

function* compareContainsCounts(
  pair: ConstraintsPair,
  was: ArrayConstraints['contains'][number],
  is: ArrayConstraints['contains'][number],
): Generator<Difference> {
  if (was.min !== is.min)
    yield createDifference(pair, {
      kind: `min-contains-${limitChange(was.min, is.min, 0)}`,
      keyword: 'minContains',
      was: `at least ${was.min}`,
      is: `at least ${is.min}`,
    });
  if (was.max !== is.max)
    yield createDifference(pair, {
      kind: `max-contains-${limitChange(was.max, is.max, Infinity)}`,
      keyword: 'maxContains',
      was: was.max === Infinity ? 'no maximum' : `at most ${was.max}`,
      is: is.max === Infinity ? 'no maximum' : `at most ${is.max}`,
    });
}
