/** Compares `anyOf` and `oneOf` with several alternatives for one type, by matching old and new alternatives. */

import { memoize } from '../../memoize.ts';
import type { Direction } from '../../model/schema.ts';
import { finalizeConstraints, isUnconstrained } from '../constraints/collect-constraints.ts';
import { type AlternativeChoice, type Constraints, intersectConstraints } from '../constraints/constraints.ts';
import { isDisjoint } from '../constraints/disjoint.ts';
import { splitByPropertyValue } from '../constraints/split-by-value.ts';
import type { SchemaKind } from '../rules/schema-rules.ts';
import { spendSteps } from '../step-budget.ts';
import {
  type ConstraintsPair,
  createDifference,
  type Difference,
  hasNotCompared,
  keepsAllValues,
} from './difference.ts';
import { compareChoiceKeywords, compareOverlap } from './overlap.ts';

/** Choices are only expanded up to this number of combinations. */
const MAX_ALTERNATIVES = 256;

export interface Alternative extends Constraints {
  /** The selected option, for descriptions; undefined without a choice. */
  readonly option?: Constraints;
}

/**
 * Returns the constraints for every combination of choices; undefined if there are too many, or finding them takes too
 * long.
 */
export function expandAlternatives(constraints: Constraints, direction: Direction): readonly Alternative[] | undefined {
  const cached = alternativesCache(constraints);
  cached[direction] ??= { all: expandChoices(constraints, direction, { remaining: MAX_GENERATED }) };
  return cached[direction].all;
}

interface CachedAlternatives {
  readonly all: readonly Alternative[] | undefined;
}

const alternativesCache = memoize((_constraints: Constraints): Partial<Record<Direction, CachedAlternatives>> => ({}));

/** Limits the combinations of nested choices, including impossible ones. */
const MAX_GENERATED = 4_096;

interface GenerationBudget {
  remaining: number;
}

function expandChoices(
  constraints: Constraints,
  direction: Direction,
  budget: GenerationBudget,
): readonly Alternative[] | undefined {
  spendSteps();
  if (budget.remaining-- <= 0) return undefined;
  let all: readonly Alternative[] = [{ ...constraints, choices: [] }];
  for (const { options } of constraints.choices) {
    const expanded = expandOptions(options, direction, budget);
    if (expanded === undefined || all.length * expanded.length > MAX_ALTERNATIVES) return undefined;
    spendSteps(all.length * expanded.length);
    all = all
      .flatMap((base) => expanded.map((option) => ({ ...intersectConstraints(base, option), option })))
      .flatMap((one) => {
        const normalized = finalizeConstraints(one, direction);
        return normalized === undefined ? [] : [{ ...normalized, option: one.option }];
      });
  }
  return all;
}

/** Stops at the first alternative over the limit: nested choices may double at each level. */
function expandOptions(
  options: readonly Constraints[],
  direction: Direction,
  budget: GenerationBudget,
): readonly Alternative[] | undefined {
  const expanded: Alternative[] = [];
  for (const option of options) {
    const alternatives = expandChoices(
      { ...option, chosenAlternatives: [...option.chosenAlternatives, option.schemaSet] },
      direction,
      budget,
    );
    if (alternatives === undefined || expanded.length + alternatives.length > MAX_ALTERNATIVES) return undefined;
    expanded.push(...alternatives);
  }
  return expanded;
}

/** Compares the keywords of two alternatives, without choices. */
export type ComparePair = (pair: ConstraintsPair) => readonly Difference[];

interface AlternativeSides {
  readonly pair: ConstraintsPair;
  readonly direction: Direction;
  readonly before: readonly Alternative[];
  readonly after: readonly Alternative[];
  readonly comparePair: ComparePair;
}

/**
 * Matches equal alternatives first, then the most similar ones; the rest was removed or added, unless another covers
 * it.
 */
export function compareAlternatives({ pair, direction, ...all }: AlternativeSides): readonly Difference[] {
  const { comparePair } = all;
  const [oldAlternatives, newAlternatives] = [
    withoutCovered(all.before, comparePair),
    withoutCovered(all.after, comparePair),
  ];
  const before =
    oldAlternatives.length === 1
      ? oldAlternatives.flatMap((one) => splitByPropertyValue(one, newAlternatives))
      : oldAlternatives;
  const after =
    newAlternatives.length === 1
      ? newAlternatives.flatMap((one) => splitByPropertyValue(one, oldAlternatives))
      : newAlternatives;
  const matches = matchAlternatives(before, after, comparePair);
  const matched = new Set(matches.flatMap(({ pair: both }) => [both.before, both.after]));
  const [removed, added] = [before, after].map((side) => side.filter((one) => !matched.has(one)));
  const found = [
    ...matches.flatMap(({ differences }) => differences),
    ...(removed ?? []).flatMap((one) => differencesUnlessCovered({ pair, one, others: after, comparePair }, 'removed')),
    ...(added ?? []).flatMap((one) => differencesUnlessCovered({ pair, one, others: before, comparePair }, 'added')),
  ];
  const hasMoved = (removed ?? []).length + (added ?? []).length > 0;
  return [
    ...found,
    ...compareOverlap({ pair, found, hasMoved, before, after, direction }),
    ...compareChoiceKeywords(pair, before, after),
  ];
}

interface UnmatchedAlternative {
  readonly pair: ConstraintsPair;
  readonly one: Alternative;
  readonly others: readonly Alternative[];
  readonly comparePair: ComparePair;
}

function differencesUnlessCovered(
  { pair, one, others, comparePair }: UnmatchedAlternative,
  change: 'removed' | 'added',
): readonly Difference[] {
  if (isCovered(one, others, comparePair)) return [];
  const sides = change === 'removed' ? { before: one, after: pair.after } : { before: pair.before, after: one };
  const isDecided = others.every((other) => isClearlyDifferent(other, one, comparePair));
  if (isDecided) return [alternativeDifference(sides, change, one)];
  const isNotCompared = others.some(
    (other) => !isDisjoint(one, other) && hasNotCompared(comparePair({ before: one, after: other })),
  );
  return [
    alternativeDifference(sides, change, one, isNotCompared ? 'schema-not-compared' : 'schema-cannot-be-compared'),
  ];
}

function isClearlyDifferent(other: Alternative, one: Alternative, comparePair: ComparePair): boolean {
  if (isDisjoint(one, other)) return true;
  return comparePair({ before: one, after: other }).some(({ effect }) => effect === 'narrower' || effect === 'both');
}

/** In `anyOf`, an alternative that is covered by another adds nothing. */
function withoutCovered(all: readonly Alternative[], comparePair: ComparePair): readonly Alternative[] {
  const kept: Alternative[] = [...all];
  if (all.length > MAX_COMPARED) return all;
  for (const one of all) {
    const others = kept.filter((other) => other !== one);
    if (alternativeKeyword(one) === 'anyOf' && isCovered(one, others, comparePair)) kept.splice(kept.indexOf(one), 1);
  }
  return kept;
}

const MAX_COMPARED = 24;

function isCovered(one: Alternative, others: readonly Alternative[], comparePair: ComparePair): boolean {
  return others.some(
    (other) =>
      isUnconstrained(other) || (!isDisjoint(one, other) && keepsAllValues(comparePair({ before: one, after: other }))),
  );
}

interface Match {
  readonly pair: ConstraintsPair;
  readonly differences: readonly Difference[];
}

/** Alternatives that are unchanged under the same name are not compared with all others. */
function matchAlternatives(
  before: readonly Alternative[],
  after: readonly Alternative[],
  comparePair: ComparePair,
): readonly Match[] {
  const unchanged = new Set<Constraints>();
  for (const old of before) {
    const now = after.find((one) => alternativeName(one) === alternativeName(old) && !unchanged.has(one));
    if (now !== undefined && comparePair({ before: old, after: now }).length === 0) unchanged.add(old).add(now);
  }
  const [oldAlternatives, newAlternatives] = [before, after].map((all) => all.filter((one) => !unchanged.has(one)));
  return [
    ...equalMatches(before, after, unchanged),
    ...matchBest(oldAlternatives ?? [], newAlternatives ?? [], comparePair),
  ];
}

function equalMatches(
  before: readonly Alternative[],
  after: readonly Alternative[],
  unchanged: ReadonlySet<Constraints>,
): readonly Match[] {
  return [...before, ...after]
    .filter((one) => unchanged.has(one))
    .map((one) => ({ pair: { before: one, after: one }, differences: [] }));
}

function matchBest(
  before: readonly Alternative[],
  after: readonly Alternative[],
  comparePair: ComparePair,
): readonly Match[] {
  const areMany = before.length * after.length > MAX_PAIRS;
  const pairs = before.flatMap((old) =>
    after
      .filter((now) => (areMany ? alternativeName(old) === alternativeName(now) : !isDisjoint(old, now)))
      .map((now): ConstraintsPair => ({ before: old, after: now })),
  );
  const candidates = pairs.map((pair): Match => ({ pair, differences: comparePair(pair) }));
  const fitting = candidates.filter(({ differences }) => !isUnrelated(differences));
  const matches: Match[] = [];
  const matched = new Set<Constraints>();
  for (const one of fitting.toSorted((a, b) => matchScore(a) - matchScore(b))) {
    if (matched.has(one.pair.before) || matched.has(one.pair.after)) continue;
    matched.add(one.pair.before).add(one.pair.after);
    matches.push(one);
  }
  return matches;
}

const MAX_PAIRS = 4_096;

/** Alternatives without a common value of a property are different ones, not one that changed. */
function isUnrelated(differences: readonly Difference[]): boolean {
  const kinds = new Map<string, Set<SchemaKind>>();
  for (const { kind, path, was } of differences) {
    if (kind === 'type-changed') return true;
    const cached = kinds.get(path) ?? new Set();
    kinds.set(path, cached.add(kind));
    if (kind === 'enum-value-removed' && cached.has('enum-value-added') && !was.includes(',')) return true;
    if (kind === 'enum-value-added' && cached.has('enum-value-removed') && !was.includes(',')) return true;
  }
  return false;
}

/** Fewer differences match better; among equals, the same name (such as that of an edited component) decides. */
function matchScore({ pair, differences }: Match): number {
  const [old, now] = [alternativeName(pair.before), alternativeName(pair.after)];
  return differences.length === 0 ? 0 : differences.length + (old === now ? 0 : 1_000);
}

function alternativeDifference(
  pair: ConstraintsPair,
  change: 'removed' | 'added',
  one: Alternative,
  undecided?: SchemaKind,
): Difference {
  const keyword = alternativeKeyword(one) ?? 'oneOf';
  const named: SchemaKind = keyword === 'anyOf' ? `any-of-${change}` : `one-of-${change}`;
  const kind = undecided ?? named;
  const text = `alternative ${alternativeName(one)}`;
  const missing = 'no such alternative';
  const [was, is] = change === 'removed' ? [text, missing] : [missing, text];
  const place = alternativePlace(one);
  const difference = createDifference(pair, { kind, keyword, was, is });
  return change === 'removed' ? { ...difference, before: place } : { ...difference, after: place };
}

function alternativePlace({ option, sources, schemaSet }: Alternative): Difference['before'] {
  return (option?.sources[0] ?? sources[0] ?? schemaSet.parts[0])?.place;
}

/** The last segment of its pointer: `Cat` of `#/components/schemas/Cat`. */
function alternativeName(one: Constraints): string {
  const place = alternativePlace(one);
  return place?.pointer.split('/').at(-1) ?? '';
}

function alternativeKeyword({ sources }: Alternative): AlternativeChoice['keyword'] | undefined {
  if (sources.some((schema) => schema.oneOf.length > 1)) return 'oneOf';
  return sources.some((schema) => schema.anyOf.length > 1) ? 'anyOf' : undefined;
}
