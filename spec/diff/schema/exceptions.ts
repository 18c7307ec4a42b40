/** What keywords alone cannot decide: `not`, `if`, and `unevaluated*` that hang on the alternative that fits. */
import type { Schema } from '../../model/schema.ts';
import type { Condition, Demands } from '../demands/demands.ts';
import { declaredNames } from '../demands/shapes.ts';
import type { SchemaKind } from '../rules/schema-rules.ts';
import {
  type Comparison,
  type Difference,
  differenceOf,
  isUndone,
  keepsAll,
  type Pair,
} from './difference.ts';

/** `found` is what the other keywords of the pair tell. */
export function compareExceptions(
  pair: Pair,
  comparison: Comparison,
  found: readonly Difference[],
): readonly Difference[] {
  return [
    ...compareNots(pair, comparison),
    ...compareConditions(pair, comparison),
    ...compareUnevaluated(pair, comparison, found),
  ];
}

function* compareNots(pair: Pair, comparison: Comparison): Generator<Difference> {
  const { wholeOf, compare } = comparison;
  const isSame = (a: Schema, b: Schema) =>
    compare(wholeOf([a]), wholeOf([b])).every(({ effect }) => effect === 'none');
  const { removed, added } = unmatched(pair.before.nots, pair.after.nots, isSame);
  if (removed.length + added.length === 0) return;
  const [was, is] = [removed[0], added[0]];
  const isOneEach = removed.length === 1 && added.length === 1 && was !== undefined && is !== undefined;
  const kind = isOneEach
    ? turnedAround(compare(wholeOf([was]), wholeOf([is])))
    : kindOf(removed, added, {
        added: 'not-added',
        removed: 'not-removed',
        other: otherKind(removed, added, comparison),
      });
  const words = ({ nots }: Demands) =>
    nots.length === 0 ? 'nothing is ruled out' : 'some values are ruled out';
  yield differenceOf(pair, { kind, keyword: 'not', was: words(pair.before), is: words(pair.after) });
}

/** What is ruled out grew or shrank. */
function turnedAround(differences: readonly Difference[]): SchemaKind {
  if (keepsAll(differences)) return 'not-generalized';
  if (losesAll(differences)) return 'not-specialized';
  return isUndone(differences) ? 'schema-not-compared' : 'schema-cannot-be-compared';
}

function* compareConditions(pair: Pair, comparison: Comparison): Generator<Difference> {
  const { wholeOf, compare } = comparison;
  const isSame = (a: Schema | undefined, b: Schema | undefined) =>
    compare(wholeOf([a]), wholeOf([b])).every(({ effect }) => effect === 'none');
  const sameParts = (a: Condition, b: Condition) =>
    isSame(a.if, b.if) && isSame(a.then, b.then) && isSame(a.else, b.else);
  const { removed, added } = unmatched(pair.before.conditions, pair.after.conditions, sameParts);
  if (removed.length + added.length === 0) return;
  const [was, is] = [removed[0], added[0]];
  if (
    removed.length === 1 &&
    added.length === 1 &&
    was !== undefined &&
    is !== undefined &&
    isSame(was.if, is.if)
  ) {
    const { comparePart } = comparison;
    yield* comparePart({ before: wholeOf([was.then]), after: wholeOf([is.then]) }, pair);
    yield* comparePart({ before: wholeOf([was.else]), after: wholeOf([is.else]) }, pair);
    return;
  }
  const [old, now] = [removed, added].map((all) => all.flatMap(partsOf));
  const kind = kindOf(removed, added, {
    added: 'condition-added',
    removed: 'condition-removed',
    other: otherKind(old ?? [], now ?? [], comparison),
  });
  const words = ({ conditions }: Demands) => (conditions.length === 0 ? 'no condition' : 'a condition');
  yield differenceOf(pair, { kind, keyword: 'if', was: words(pair.before), is: words(pair.after) });
}

/** Whatever else changes may change what is left over. */
function* compareUnevaluated(
  pair: Pair,
  { wholeOf, compare }: Comparison,
  found: readonly Difference[],
): Generator<Difference> {
  const keyword = pair.before.type === 'array' ? 'unevaluatedItems' : 'unevaluatedProperties';
  const [was, is] = [pair.before, pair.after].map(({ entangled }) => entangled.map((part) => part[keyword]));
  if (was === undefined || is === undefined || was.length + is.length === 0) return;
  const rest = compare(wholeOf(was), wholeOf(is));
  const hasSameRest = was.length === is.length && rest.length === 0;
  const hasSameNames =
    declaredNames(pair.before.object).symmetricDifference(declaredNames(pair.after.object)).size === 0;
  if (hasSameRest && hasSameNames && found.length === 0) return;
  const [hung, free] = ['what is left over hangs on the alternative', 'anything may be left over'];
  const words = { was: was.length > 0 ? hung : free, is: is.length > 0 ? hung : free };
  const isUnknown = isUndone([...found, ...rest]);
  const kind = isUnknown ? 'schema-not-compared' : unevaluatedKind(was, is, found);
  yield differenceOf(pair, { kind, keyword, ...words });
}

function unevaluatedKind(
  was: readonly unknown[],
  is: readonly unknown[],
  found: readonly Difference[],
): SchemaKind {
  if (is.length === 0 && keepsAll(found)) return 'schema-generalized';
  if (was.length === 0 && losesAll(found)) return 'schema-specialized';
  return 'schema-cannot-be-compared';
}

function losesAll(differences: readonly Difference[]): boolean {
  return differences.every(({ effect }) => effect === 'narrower' || effect === 'none');
}

function kindOf(
  removed: readonly unknown[],
  added: readonly unknown[],
  kinds: { readonly added: SchemaKind; readonly removed: SchemaKind; readonly other: SchemaKind },
): SchemaKind {
  if (removed.length === 0) return kinds.added;
  return added.length === 0 ? kinds.removed : kinds.other;
}

/** Where some come and some go: two of them may be the same, had the comparison not given up. */
function otherKind(
  removed: readonly Schema[],
  added: readonly Schema[],
  { wholeOf, compare }: Comparison,
): SchemaKind {
  const isUnknown = removed.some((a) => added.some((b) => isUndone(compare(wholeOf([a]), wholeOf([b])))));
  return isUnknown ? 'schema-not-compared' : 'schema-cannot-be-compared';
}

function partsOf(condition: Condition): readonly Schema[] {
  return [condition.if, condition.then, condition.else].filter((part) => part !== undefined);
}

function unmatched<T>(
  before: readonly T[],
  after: readonly T[],
  isSame: (a: T, b: T) => boolean,
): { readonly removed: readonly T[]; readonly added: readonly T[] } {
  const added = [...after];
  const removed = before.filter((one) => {
    const index = added.findIndex((other) => isSame(one, other));
    if (index >= 0) added.splice(index, 1);
    return index < 0;
  });
  return { removed, added };
}
