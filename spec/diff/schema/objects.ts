/** Objects: properties, the rest of them, and what is required. */
import { noDemands, type ObjectDemands } from '../demands/demands.ts';
import {
  declaredNames,
  isClosed,
  mostNames,
  patternWhole,
  propertyWhole,
  restWhole,
} from '../demands/shapes.ts';
import { drawn } from '../patterns/pattern-texts.ts';
import type { SchemaKind } from '../rules/schema-rules.ts';
import {
  below,
  type Comparison,
  type Difference,
  differenceOf,
  type Finding,
  type Pair,
} from './difference.ts';
import { compareLimits, propertiesLimit } from './limits.ts';
import { compareProperty } from './properties.ts';
import { listed, propertyPath } from './words.ts';

export function* compareObjectDemands(pair: Pair, comparison: Comparison): Generator<Difference> {
  const [was, is] = [pair.before.object, pair.after.object];
  const names = declaredNames(was).union(declaredNames(is)).union(was.required).union(is.required);
  for (const name of names) yield* compareProperty(name, pair, comparison);
  yield* comparePatterns(pair, comparison);
  yield* compareRest(pair, comparison);
  yield* below(' (names)', compareNames(pair, comparison));
  yield* compareCounts(pair);
  yield* compareDependents(pair, comparison);
}

/** By names that have the patterns, one for each way to have some of them and not others. */
function* comparePatterns({ before, after }: Pair, comparison: Comparison): Generator<Difference> {
  const { wholeOf, compare } = comparison;
  const sides = [before.object, after.object];
  const declared = sides.map(declaredNames).reduce((a, b) => a.union(b));
  for (const { source, name } of patternNames(sides, declared)) {
    const [was, is] = sides.map((object) =>
      name === undefined ? patternWhole(object, source, wholeOf) : propertyWhole(object, name, wholeOf),
    );
    if (was !== undefined && is !== undefined) yield* below(`[/${source}/]`, compare(was, is));
  }
}

function* compareRest(pair: Pair, comparison: Comparison): Generator<Difference> {
  const { before, after } = pair;
  const [was, is] = [isClosed(before.object), isClosed(after.object)];
  if (was && is) return;
  if (was || is) {
    const kind: SchemaKind = is ? 'additional-properties-forbidden' : 'additional-properties-allowed';
    const describe = (closed: boolean) => (closed ? 'no other properties' : 'other properties too');
    yield differenceOf(pair, { kind, keyword: keywordOfRest(pair), was: describe(was), is: describe(is) });
    return;
  }
  const { wholeOf } = comparison;
  const rest = comparison.compare(restWhole(before.object, wholeOf), restWhole(after.object, wholeOf));
  yield* below('.*', rest);
}

/** A name is a text, whatever else a schema for names allows. */
function compareNames({ before, after }: Pair, comparison: Comparison): readonly Difference[] {
  const { wholeOf, comparePart } = comparison;
  const names = { before: wholeOf(before.object.names), after: wholeOf(after.object.names) };
  const pair = { before: noDemands('string', names.before), after: noDemands('string', names.after) };
  return comparePart(names, pair);
}

function keywordOfRest({ before, after }: Pair): string {
  const isUnevaluated = [...before.from, ...after.from].some((schema) =>
    schema.keywordLines.has('unevaluatedProperties'),
  );
  return isUnevaluated ? 'unevaluatedProperties' : 'additionalProperties';
}

/** What follows from the required and the declared ones has been told with them. */
function* compareCounts(pair: Pair): Generator<Difference> {
  const [was, is] = [pair.before.object, pair.after.object];
  const isTold = ({ min, required }: ObjectDemands) => min <= required.size;
  const min = isTold(was) && isTold(is) ? is.min : was.min;
  const isIdle = is.max < was.max ? is.max >= mostNames(was) : was.max >= mostNames(is);
  yield* compareLimits(pair, propertiesLimit, { min, max: isIdle ? is.max : was.max }, is);
}

function* compareDependents(pair: Pair, comparison: Comparison): Generator<Difference> {
  const [was, is] = [pair.before.object, pair.after.object];
  const { wholeOf } = comparison;
  for (const name of new Set([...was.dependentRequired.keys(), ...is.dependentRequired.keys()])) {
    yield* compareNeeded(name, pair);
  }
  for (const name of new Set([...was.dependentSchemas.keys(), ...is.dependentSchemas.keys()])) {
    const before = wholeOf(was.dependentSchemas.get(name) ?? []);
    const after = wholeOf(is.dependentSchemas.get(name) ?? []);
    yield* comparison.comparePart({ before, after }, pair);
  }
}

function* compareNeeded(name: string, pair: Pair): Generator<Difference> {
  const [was, is] = [pair.before, pair.after].map(
    ({ object }) => object.dependentRequired.get(name) ?? new Set<string>(),
  );
  if (was === undefined || is === undefined) return;
  const finding: Omit<Finding, 'kind'> = {
    keyword: 'dependentRequired',
    path: propertyPath(name),
    was: `asks for ${listed(was)}`,
    is: `asks for ${listed(is)}`,
  };
  const { required } = pair.after.object;
  if ([...is].some((other) => !was.has(other) && !required.has(other)))
    yield differenceOf(pair, { kind: 'dependent-required-added', ...finding });
  if ([...was].some((other) => !is.has(other) && !required.has(other)))
    yield differenceOf(pair, { kind: 'dependent-required-removed', ...finding });
}

/** Names of properties that stand for all that have the same patterns. */
interface PatternName {
  readonly source: string;
  /** Undefined where none can be drawn. */
  readonly name: string | undefined;
}

const MOST_DRAWN = 40;

/** Names that are declared are left out: they are compared by themselves. */
function patternNames(
  sides: readonly ObjectDemands[],
  declared: ReadonlySet<string>,
): readonly PatternName[] {
  const all = sides.flatMap(({ shapes }) => shapes.flatMap(({ patterns }) => patterns));
  const patterns = [...new Map(all.map(({ pattern }) => [pattern.source, pattern])).values()];
  const seen = new Set<string>();
  return patterns.flatMap((pattern): readonly PatternName[] => {
    const names = drawn(pattern)
      .slice(0, MOST_DRAWN)
      .filter((name) => !declared.has(name));
    if (names.length === 0) return [{ source: pattern.source, name: undefined }];
    return names.flatMap((name) => {
      const kind = patterns.map((one) => Number(one.test(name))).join('');
      if (seen.has(kind)) return [];
      seen.add(kind);
      return [{ source: pattern.source, name }];
    });
  });
}
