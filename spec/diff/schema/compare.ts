/**
 * Compares two sets of schemas for the same value, type by type; recursion ends at a pair that is already being
 * compared.
 */
import { isEqualJson, stringifyJson } from '../../json/exact-json.ts';
import type { Direction } from '../../model/schema.ts';
import { type ConstraintsOf, createConstraintCollector, isUnconstrained } from '../constraints/collect-constraints.ts';
import { type Constraints, noConstraints, type ValueType } from '../constraints/constraints.ts';
import { allTypes } from '../constraints/read-constraints.ts';
import { type SchemaSet, toSchemaSet } from '../constraints/schema-set.ts';
import type { SchemaKind } from '../rules/schema-rules.ts';
import { spendSteps } from '../step-budget.ts';
import { compareAlternatives, expandAlternatives } from './alternatives.ts';
import { compareArrayConstraints } from './arrays.ts';
import { compareContents } from './contents.ts';
import { describeTypes } from './describe.ts';
import {
  type Comparison,
  type ConstraintsPair,
  createDifference,
  type Difference,
  type DifferenceInput,
  type SchemaSetPair,
} from './difference.ts';
import { compareDiscriminators } from './discriminators.ts';
import { compareEnumValues } from './enum-values.ts';
import { compareNotIfUnevaluated } from './not-if-unevaluated.ts';
import { compareNumberConstraints } from './numbers.ts';
import { compareObjectConstraints } from './objects.ts';
import { createPairCache } from './pair-cache.ts';
import { compareStringConstraints } from './strings.ts';
import { areStructurallyEqual } from './structural-equality.ts';

/** Changes of a schema that one body uses in many places are reported at no more places than this. */
const MAX_REPORTED = 3;

const collectors: Readonly<Record<Direction, ConstraintsOf>> = {
  request: createConstraintCollector(toSchemaSet, 'request'),
  response: createConstraintCollector(toSchemaSet, 'response'),
};

export function createComparison(direction: Direction): Comparison {
  const constraintsOf = collectors[direction];
  const comparePairOnce = createPairCache(direction);
  const comparison: Comparison = { direction, toSchemaSet, constraintsOf, compare, comparePart };

  function compare(before: SchemaSet, after: SchemaSet): readonly Difference[] {
    if (before.key === after.key) return [];
    return comparePairOnce({ before, after }, () => limitRepeated([...compareSchemaSets(before, after)]));
  }

  function* compareSchemaSets(before: SchemaSet, after: SchemaSet): Generator<Difference> {
    const [was, is] = [constraintsByType(before), constraintsByType(after)];
    const types = [...compareTypes({ before, after }, was, is)];
    yield* types;
    yield* compareDefaults(before, after);
    // If one side allows everything, the differences of its parts are not separate changes.
    if (types.length > 0 && (allowsEverything(was) || allowsEverything(is))) return;
    for (const [type, constraints] of was) {
      const other = is.get(type);
      if (other !== undefined) yield* compareConstraints({ before: constraints, after: other });
    }
  }

  function comparePart(parts: SchemaSetPair, pair: ConstraintsPair): readonly Difference[] {
    const { type } = pair.before;
    const [was, is] = [constraintsOf(parts.before, type), constraintsOf(parts.after, type)];
    if (was === undefined && is === undefined) return [];
    const found =
      was === undefined || is === undefined
        ? [createDifference(pair, { ...typeDifference(is === undefined), keyword: 'type' })]
        : [...compareConstraints({ before: was, after: is })];
    const schemaSets = { before: pair.before.schemaSet, after: pair.after.schemaSet };
    // A value of the part is not necessarily a value of the pair.
    return found.map((one) => (isDifferenceOf(one, parts) ? { ...one, schemaSets } : one));
  }

  function constraintsByType(schemaSet: SchemaSet): ReadonlyMap<ValueType, Constraints> {
    const constraints = allTypes.map((type) => [type, constraintsOf(schemaSet, type)] as const);
    return new Map(constraints.flatMap(([type, one]) => (one === undefined ? [] : [[type, one] as const])));
  }

  function* compareConstraints(pair: ConstraintsPair): Generator<Difference> {
    const { before, after } = pair;
    if (before.values !== undefined || after.values !== undefined) yield* compareEnumValues(pair, direction);
    else {
      const hasNoChoices = before.choices.length + after.choices.length === 0;
      const found = hasNoChoices ? compareWithoutChoices(pair) : [...compareChoices(pair)];
      yield* found;
      yield* compareDiscriminators(pair, comparison, found);
    }
  }

  function* compareChoices(pair: ConstraintsPair): Generator<Difference> {
    const [before, after] = [pair.before, pair.after].map((one) => expandAlternatives(one, direction));
    if (before === undefined || after === undefined) {
      if (haveSameAlternatives(pair)) yield* compareWithoutChoices(pair);
      else
        yield createDifference(pair, {
          kind: 'schema-not-compared',
          keyword: 'anyOf',
          was: 'too many alternatives',
          is: 'too many alternatives',
        });
    } else yield* compareAlternatives({ pair, direction, before, after, comparePair: compareWithoutChoices });
  }

  function compareWithoutChoices(pair: ConstraintsPair): readonly Difference[] {
    spendSteps();
    const { before, after } = pair;
    if (before.values !== undefined || after.values !== undefined) return [...compareEnumValues(pair, direction)];
    const typeDifferences = [...compareTypeKeywords(pair)];
    return [...typeDifferences, ...compareNotIfUnevaluated(pair, comparison, typeDifferences)];
  }

  function* compareTypeKeywords(pair: ConstraintsPair): Generator<Difference> {
    const { type } = pair.before;
    if (type === 'number') yield* compareNumberConstraints(pair);
    if (type === 'string') {
      yield* compareStringConstraints(pair);
      yield* compareContents(pair);
    }
    if (type === 'array') yield* compareArrayConstraints(pair, comparison);
    if (type === 'object') yield* compareObjectConstraints(pair, comparison);
  }

  return comparison;
}

/**
 * Whether all choices have the same alternatives in the same order: then only their sibling keywords need comparing.
 */
function haveSameAlternatives({ before, after }: ConstraintsPair): boolean {
  if (before.choices.length !== after.choices.length) return false;
  return before.choices.every(({ keyword, options }, index) => {
    const other = after.choices[index];
    if (keyword !== other?.keyword || options.length !== other.options.length) return false;
    return options.every((option, at) =>
      areStructurallyEqual(option.schemaSet.combined, other.options[at]?.schemaSet.combined),
    );
  });
}

function isDifferenceOf({ schemaSets }: Difference, { before, after }: SchemaSetPair): boolean {
  return schemaSets.before === before && schemaSets.after === after;
}

function typeDifference(isRemoved: boolean): Pick<DifferenceInput, 'kind' | 'was' | 'is'> {
  const [was, is] = ['some values', 'no value'];
  return isRemoved ? { kind: 'type-specialized', was, is } : { kind: 'type-generalized', was: is, is: was };
}

function allowsEverything(types: ReadonlyMap<ValueType, Constraints>): boolean {
  return types.size === allTypes.length && [...types.values()].every(isUnconstrained);
}

function* compareDefaults(before: SchemaSet, after: SchemaSet): Generator<Difference> {
  const [was, is] = [before, after].map(({ parts }) => parts.find((part) => part.default !== undefined)?.default);
  if (was === undefined && is === undefined) return;
  if (was !== undefined && is !== undefined && isEqualJson(was.value, is.value)) return;
  const kind: SchemaKind =
    was === undefined ? 'default-value-added' : is === undefined ? 'default-value-removed' : 'default-value-changed';
  const pair = { before: noConstraints('null', before), after: noConstraints('null', after) };
  yield createDifference(pair, {
    kind,
    keyword: 'default',
    was: was === undefined ? 'no default' : stringifyJson(was.value),
    is: is === undefined ? 'no default' : stringifyJson(is.value),
  });
}

/** Reports the same change of the same place only at the first few paths; a change shared by alternatives once. */
function limitRepeated(differences: readonly Difference[]): readonly Difference[] {
  const paths = new Map<string, Set<string>>();
  return differences.filter((one) => {
    const key = [one.kind, one.before?.pointer, one.after?.pointer, one.was, one.is].join('\n');
    const seenPaths = paths.get(key) ?? new Set();
    paths.set(key, seenPaths);
    if (seenPaths.has(one.path) || seenPaths.size >= MAX_REPORTED) return false;
    seenPaths.add(one.path);
    return true;
  });
}

type ConstraintsByType = ReadonlyMap<ValueType, Constraints>;

/** Compares the allowed types; changes of null are reported separately. */
function* compareTypes(
  schemaSets: SchemaSetPair,
  was: ConstraintsByType,
  is: ConstraintsByType,
): Generator<Difference> {
  const lost = [...was.keys()].filter((type) => !is.has(type));
  const gained = [...is.keys()].filter((type) => !was.has(type));
  const text = { keyword: 'type', was: describeTypes(was), is: describeTypes(is) };
  const pair = {
    before: noConstraints('null', schemaSets.before),
    after: noConstraints('null', schemaSets.after),
  };
  const isNullReported = [was, is].every((types) => hasNonNullTypes(types) && types.size < allTypes.length);
  if (isNullReported && lost.includes('null')) yield createDifference(pair, { kind: 'became-not-nullable', ...text });
  if (isNullReported && gained.includes('null')) yield createDifference(pair, { kind: 'became-nullable', ...text });
  const kind = typeChangeKind(isNullReported ? withoutNull(lost) : lost, isNullReported ? withoutNull(gained) : gained);
  if (kind !== undefined) yield createDifference(pair, { kind, ...text });
}

function hasNonNullTypes(types: ConstraintsByType): boolean {
  return [...types.keys()].some((type) => type !== 'null');
}

function withoutNull(types: readonly ValueType[]): readonly ValueType[] {
  return types.filter((type) => type !== 'null');
}

function typeChangeKind(lost: readonly ValueType[], gained: readonly ValueType[]): SchemaKind | undefined {
  if (lost.length === 0 && gained.length === 0) return undefined;
  if (lost.length === 0) return 'type-generalized';
  return gained.length === 0 ? 'type-specialized' : 'type-changed';
}
