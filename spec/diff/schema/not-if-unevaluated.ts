/**
 * Compares keywords that need more than the constraints: `not`, `if`, and `unevaluated*` that depend on the matching
 * alternative.
 */
import type { Schema } from '../../model/schema.ts';
import type { Condition, Constraints } from '../constraints/constraints.ts';
import { declaredNames } from '../constraints/property-schemas.ts';
import type { SchemaKind } from '../rules/schema-rules.ts';
import {
  type Comparison,
  type ConstraintsPair,
  createDifference,
  type Difference,
  hasNotCompared,
  keepsAllValues,
} from './difference.ts';

/** `found`: the differences of the other keywords of the pair. */
export function compareNotIfUnevaluated(
  pair: ConstraintsPair,
  comparison: Comparison,
  found: readonly Difference[],
): readonly Difference[] {
  return [
    ...compareNots(pair, comparison),
    ...compareConditions(pair, comparison),
    ...compareUnevaluated(pair, comparison, found),
  ];
}

function* compareNots(pair: ConstraintsPair, comparison: Comparison): Generator<Difference> {
  const { toSchemaSet, compare } = comparison;
  const isSame = (a: Schema, b: Schema) =>
    compare(toSchemaSet([a]), toSchemaSet([b])).every(({ effect }) => effect === 'none');
  const { removed, added } = findUnmatched(pair.before.nots, pair.after.nots, isSame);
  if (removed.length + added.length === 0) return;
  const [was, is] = [removed[0], added[0]];
  const isOneEach = removed.length === 1 && added.length === 1 && was !== undefined && is !== undefined;
  const kind = isOneEach
    ? invertedKind(compare(toSchemaSet([was]), toSchemaSet([is])))
    : addedOrRemovedKind(removed, added, {
        added: 'not-added',
        removed: 'not-removed',
        other: undecidedKind(removed, added, comparison),
      });
  const describe = ({ nots }: Constraints) => (nots.length === 0 ? 'no value is excluded' : 'some values are excluded');
  yield createDifference(pair, {
    kind,
    keyword: 'not',
    was: describe(pair.before),
    is: describe(pair.after),
  });
}

/** Whether the excluded values became more or fewer. */
function invertedKind(differences: readonly Difference[]): SchemaKind {
  if (keepsAllValues(differences)) return 'not-generalized';
  if (removesValuesOnly(differences)) return 'not-specialized';
  return hasNotCompared(differences) ? 'schema-not-compared' : 'schema-cannot-be-compared';
}

function* compareConditions(pair: ConstraintsPair, comparison: Comparison): Generator<Difference> {
  const { toSchemaSet, compare } = comparison;
  const isSame = (a: Schema | undefined, b: Schema | undefined) =>
    compare(toSchemaSet([a]), toSchemaSet([b])).every(({ effect }) => effect === 'none');
  const sameParts = (a: Condition, b: Condition) =>
    isSame(a.if, b.if) && isSame(a.then, b.then) && isSame(a.else, b.else);
  const { removed, added } = findUnmatched(pair.before.conditions, pair.after.conditions, sameParts);
  if (removed.length + added.length === 0) return;
  const [was, is] = [removed[0], added[0]];
  if (removed.length === 1 && added.length === 1 && was !== undefined && is !== undefined && isSame(was.if, is.if)) {
    const { comparePart } = comparison;
    yield* comparePart({ before: toSchemaSet([was.then]), after: toSchemaSet([is.then]) }, pair);
    yield* comparePart({ before: toSchemaSet([was.else]), after: toSchemaSet([is.else]) }, pair);
    return;
  }
  const [old, now] = [removed, added].map((all) => all.flatMap(conditionSchemas));
  const kind = addedOrRemovedKind(removed, added, {
    added: 'condition-added',
    removed: 'condition-removed',
    other: undecidedKind(old ?? [], now ?? [], comparison),
  });
  const describe = ({ conditions }: Constraints) => (conditions.length === 0 ? 'no condition' : 'a condition');
  yield createDifference(pair, { kind, keyword: 'if', was: describe(pair.before), is: describe(pair.after) });
}

/** Any other change may also change what is unevaluated. */
function* compareUnevaluated(
  pair: ConstraintsPair,
  { toSchemaSet, compare }: Comparison,
  found: readonly Difference[],
): Generator<Difference> {
  const keyword = pair.before.type === 'array' ? 'unevaluatedItems' : 'unevaluatedProperties';
  const [was, is] = [pair.before, pair.after].map(({ unresolvedUnevaluated }) =>
    unresolvedUnevaluated.map((part) => part[keyword]),
  );
  if (was === undefined || is === undefined || was.length + is.length === 0) return;
  const rest = compare(toSchemaSet(was), toSchemaSet(is));
  const hasSameRest = was.length === is.length && rest.length === 0;
  const hasSameNames =
    declaredNames(pair.before.object).symmetricDifference(declaredNames(pair.after.object)).size === 0;
  if (hasSameRest && hasSameNames && found.length === 0) return;
  const [dependentText, freeText] = ['unevaluated parts depend on the alternative', 'any unevaluated part is allowed'];
  const describe = {
    was: was.length > 0 ? dependentText : freeText,
    is: is.length > 0 ? dependentText : freeText,
  };
  const isNotCompared = hasNotCompared([...found, ...rest]);
  const kind = isNotCompared ? 'schema-not-compared' : unevaluatedKind(was, is, found);
  yield createDifference(pair, { kind, keyword, ...describe });
}

function unevaluatedKind(was: readonly unknown[], is: readonly unknown[], found: readonly Difference[]): SchemaKind {
  if (is.length === 0 && keepsAllValues(found)) return 'schema-generalized';
  if (was.length === 0 && removesValuesOnly(found)) return 'schema-specialized';
  return 'schema-cannot-be-compared';
}

function removesValuesOnly(differences: readonly Difference[]): boolean {
  return differences.every(({ effect }) => effect === 'narrower' || effect === 'none');
}

function addedOrRemovedKind(
  removed: readonly unknown[],
  added: readonly unknown[],
  kinds: { readonly added: SchemaKind; readonly removed: SchemaKind; readonly other: SchemaKind },
): SchemaKind {
  if (removed.length === 0) return kinds.added;
  return added.length === 0 ? kinds.removed : kinds.other;
}

/** For schemas both removed and added: two of them may be equal, if a comparison was skipped. */
function undecidedKind(
  removed: readonly Schema[],
  added: readonly Schema[],
  { toSchemaSet, compare }: Comparison,
): SchemaKind {
  const isNotCompared = removed.some((a) =>
    added.some((b) => hasNotCompared(compare(toSchemaSet([a]), toSchemaSet([b])))),
  );
  return isNotCompared ? 'schema-not-compared' : 'schema-cannot-be-compared';
}

function conditionSchemas(condition: Condition): readonly Schema[] {
  return [condition.if, condition.then, condition.else].filter((part) => part !== undefined);
}

function findUnmatched<T>(
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
