/** `anyOf` and `oneOf` with several alternatives for one type: which of the old is which of the new. */
import type { Direction } from '../../model/schema.ts';
import { remembered } from '../../remembered.ts';
import { isApart } from '../demands/apart.ts';
import { and, type Choice, type Demands } from '../demands/demands.ts';
import { isFree, list } from '../demands/gather.ts';
import { splitLike } from '../demands/split.ts';
import { spend } from '../effort.ts';
import type { SchemaKind } from '../rules/schema-rules.ts';
import { type Difference, differenceOf, isUndone, keepsAll, type Pair } from './difference.ts';
import { compareKeywords, compareOverlap } from './overlap.ts';

/** Combinations of several choices are no more than these, or they are not taken apart. */
const MOST_ALTERNATIVES = 256;

export interface Alternative extends Demands {
  /** What was chosen, for the words; undefined where there was no choice. */
  readonly option?: Demands;
}

/** The demands with each choice made in each way; undefined where these are too many, or take too long to be found. */
export function alternativesOf(demands: Demands, direction: Direction): readonly Alternative[] | undefined {
  const known = knownAlternatives(demands);
  known[direction] ??= { all: chosen(demands, direction, { left: MOST_MADE }) };
  return known[direction].all;
}

interface Known {
  readonly all: readonly Alternative[] | undefined;
}

const knownAlternatives = remembered((_demands: Demands): Partial<Record<Direction, Known>> => ({}));

/** Of all choices within choices, those that turn out impossible included. */
const MOST_MADE = 4_096;

interface Left {
  left: number;
}

function chosen(demands: Demands, direction: Direction, effort: Left): readonly Alternative[] | undefined {
  spend();
  if (effort.left-- <= 0) return undefined;
  let all: readonly Alternative[] = [{ ...demands, choices: [] }];
  for (const { options } of demands.choices) {
    const made = madeOf(options, direction, effort);
    if (made === undefined || all.length * made.length > MOST_ALTERNATIVES) return undefined;
    spend(all.length * made.length);
    all = all
      .flatMap((base) => made.map((option) => ({ ...and(base, option), option })))
      .flatMap((one) => {
        const settled = list(one, direction);
        return settled === undefined ? [] : [{ ...settled, option: one.option }];
      });
  }
  return all;
}

/** Gives up with the first that is one too many: of choices within choices each level may have twice as many. */
function madeOf(
  options: readonly Demands[],
  direction: Direction,
  effort: Left,
): readonly Alternative[] | undefined {
  const made: Alternative[] = [];
  for (const option of options) {
    const some = chosen({ ...option, chosen: [...option.chosen, option.whole] }, direction, effort);
    if (some === undefined || made.length + some.length > MOST_ALTERNATIVES) return undefined;
    made.push(...some);
  }
  return made;
}

/** Without choices: what the keywords of two alternatives tell. */
export type CompareFlat = (pair: Pair) => readonly Difference[];

interface AlternativeSides {
  readonly pair: Pair;
  readonly direction: Direction;
  readonly before: readonly Alternative[];
  readonly after: readonly Alternative[];
  readonly differ: CompareFlat;
}

/** Equal ones first, then those that fit best; what is left over was removed or added, unless another covers it. */
export function compareAlternatives({ pair, direction, ...all }: AlternativeSides): readonly Difference[] {
  const { differ } = all;
  const [olds, news] = [distinct(all.before, differ), distinct(all.after, differ)];
  const before = olds.length === 1 ? olds.flatMap((one) => splitLike(one, news)) : olds;
  const after = news.length === 1 ? news.flatMap((one) => splitLike(one, olds)) : news;
  const matches = match(before, after, differ);
  const taken = new Set(matches.flatMap(({ pair: both }) => [both.before, both.after]));
  const [removed, added] = [before, after].map((side) => side.filter((one) => !taken.has(one)));
  const found = [
    ...matches.flatMap(({ differences }) => differences),
    ...(removed ?? []).flatMap((one) => toldUnlessCovered({ pair, one, others: after, differ }, 'removed')),
    ...(added ?? []).flatMap((one) => toldUnlessCovered({ pair, one, others: before, differ }, 'added')),
  ];
  const hasMoved = (removed ?? []).length + (added ?? []).length > 0;
  return [
    ...found,
    ...compareOverlap({ pair, found, hasMoved, before, after, direction }),
    ...compareKeywords(pair, before, after),
  ];
}

interface Leftover {
  readonly pair: Pair;
  readonly one: Alternative;
  readonly others: readonly Alternative[];
  readonly differ: CompareFlat;
}

function toldUnlessCovered(
  { pair, one, others, differ }: Leftover,
  change: 'removed' | 'added',
): readonly Difference[] {
  if (isCovered(one, others, differ)) return [];
  const sides =
    change === 'removed' ? { before: one, after: pair.after } : { before: pair.before, after: one };
  const isDecided = others.every((other) => isDecidedly(other, one, differ));
  if (isDecided) return [told(sides, change, one)];
  const isUnknown = others.some(
    (other) => !isApart(one, other) && isUndone(differ({ before: one, after: other })),
  );
  return [told(sides, change, one, isUnknown ? 'schema-not-compared' : 'schema-cannot-be-compared')];
}

function isDecidedly(other: Alternative, one: Alternative, differ: CompareFlat): boolean {
  if (isApart(one, other)) return true;
  return differ({ before: one, after: other }).some(
    ({ effect }) => effect === 'narrower' || effect === 'both',
  );
}

/** Of alternatives any of which may fit, one that lies within another adds nothing. */
function distinct(all: readonly Alternative[], differ: CompareFlat): readonly Alternative[] {
  const kept: Alternative[] = [...all];
  if (all.length > MOST_COMPARED) return all;
  for (const one of all) {
    const others = kept.filter((other) => other !== one);
    if (keywordOf(one) === 'anyOf' && isCovered(one, others, differ)) kept.splice(kept.indexOf(one), 1);
  }
  return kept;
}

const MOST_COMPARED = 24;

function isCovered(one: Alternative, others: readonly Alternative[], differ: CompareFlat): boolean {
  return others.some(
    (other) => isFree(other) || (!isApart(one, other) && keepsAll(differ({ before: one, after: other }))),
  );
}

interface Match {
  readonly pair: Pair;
  readonly differences: readonly Difference[];
}

/** Those that are the same by their place are not held against all the others. */
function match(
  before: readonly Alternative[],
  after: readonly Alternative[],
  differ: CompareFlat,
): readonly Match[] {
  const unchanged = new Set<Demands>();
  for (const old of before) {
    const now = after.find((one) => nameOf(one) === nameOf(old) && !unchanged.has(one));
    if (now !== undefined && differ({ before: old, after: now }).length === 0) unchanged.add(old).add(now);
  }
  const [olds, news] = [before, after].map((all) => all.filter((one) => !unchanged.has(one)));
  return [...equals(before, after, unchanged), ...matchBest(olds ?? [], news ?? [], differ)];
}

function equals(
  before: readonly Alternative[],
  after: readonly Alternative[],
  unchanged: ReadonlySet<Demands>,
): readonly Match[] {
  return [...before, ...after]
    .filter((one) => unchanged.has(one))
    .map((one) => ({ pair: { before: one, after: one }, differences: [] }));
}

function matchBest(
  before: readonly Alternative[],
  after: readonly Alternative[],
  differ: CompareFlat,
): readonly Match[] {
  const areMany = before.length * after.length > MOST_PAIRS;
  const pairs = before.flatMap((old) =>
    after
      .filter((now) => (areMany ? nameOf(old) === nameOf(now) : !isApart(old, now)))
      .map((now): Pair => ({ before: old, after: now })),
  );
  const candidates = pairs.map((pair): Match => ({ pair, differences: differ(pair) }));
  const fitting = candidates.filter(({ differences }) => !isOtherKind(differences));
  const matches: Match[] = [];
  const taken = new Set<Demands>();
  for (const one of fitting.toSorted((a, b) => scoreOf(a) - scoreOf(b))) {
    if (taken.has(one.pair.before) || taken.has(one.pair.after)) continue;
    taken.add(one.pair.before).add(one.pair.after);
    matches.push(one);
  }
  return matches;
}

const MOST_PAIRS = 4_096;

/** Two that have no value of a property in common are two alternatives, not one that changed. */
function isOtherKind(differences: readonly Difference[]): boolean {
  const kinds = new Map<string, Set<SchemaKind>>();
  for (const { kind, path, was } of differences) {
    if (kind === 'type-changed') return true;
    const known = kinds.get(path) ?? new Set();
    kinds.set(path, known.add(kind));
    if (kind === 'enum-value-removed' && known.has('enum-value-added') && !was.includes(',')) return true;
    if (kind === 'enum-value-added' && known.has('enum-value-removed') && !was.includes(',')) return true;
  }
  return false;
}

/** Fewer differences fit better; a place in common, as of a schema that was only edited, decides among equals. */
function scoreOf({ pair, differences }: Match): number {
  const [old, now] = [nameOf(pair.before), nameOf(pair.after)];
  return differences.length === 0 ? 0 : differences.length + (old === now ? 0 : 1_000);
}

function told(pair: Pair, change: 'removed' | 'added', one: Alternative, undecided?: SchemaKind): Difference {
  const keyword = keywordOf(one) ?? 'oneOf';
  const named: SchemaKind = keyword === 'anyOf' ? `any-of-${change}` : `one-of-${change}`;
  const kind = undecided ?? named;
  const words = `alternative ${nameOf(one)}`;
  const missing = 'no such alternative';
  const [was, is] = change === 'removed' ? [words, missing] : [missing, words];
  const place = placeOfOption(one);
  const difference = differenceOf(pair, { kind, keyword, was, is });
  return change === 'removed' ? { ...difference, before: place } : { ...difference, after: place };
}

function placeOfOption({ option, from, whole }: Alternative): Difference['before'] {
  return (option?.from[0] ?? from[0] ?? whole.parts[0])?.place;
}

/** The last part of its pointer: `Cat` of `#/components/schemas/Cat`. */
function nameOf(one: Demands): string {
  const place = placeOfOption(one);
  return place?.pointer.split('/').at(-1) ?? '';
}

function keywordOf({ from }: Alternative): Choice['keyword'] | undefined {
  if (from.some((schema) => schema.oneOf.length > 1)) return 'oneOf';
  return from.some((schema) => schema.anyOf.length > 1) ? 'anyOf' : undefined;
}
