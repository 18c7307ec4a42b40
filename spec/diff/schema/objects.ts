/** Compares objects: properties, additional properties, and required ones. */
import { noConstraints, type ObjectConstraints } from '../constraints/constraints.ts';
import {
  additionalSchemaSet,
  declaredNames,
  isClosedObject,
  maxPropertyCount,
  patternSchemaSet,
  propertySchemaSet,
} from '../constraints/property-schemas.ts';
import { sampleStrings } from '../patterns/sample-strings.ts';
import type { SchemaKind } from '../rules/schema-rules.ts';
import { joinNames, propertyPath } from './describe.ts';
import {
  atSubpath,
  type Comparison,
  type ConstraintsPair,
  createDifference,
  type Difference,
  type DifferenceInput,
} from './difference.ts';
import { compareLimits, propertiesLimit } from './limits.ts';
import { compareProperty } from './properties.ts';

export function* compareObjectConstraints(pair: ConstraintsPair, comparison: Comparison): Generator<Difference> {
  const [was, is] = [pair.before.object, pair.after.object];
  const names = declaredNames(was).union(declaredNames(is)).union(was.required).union(is.required);
  for (const name of names) yield* compareProperty(name, pair, comparison);
  yield* comparePatterns(pair, comparison);
  yield* compareAdditionalProperties(pair, comparison);
  yield* atSubpath(' (names)', comparePropertyNames(pair, comparison));
  yield* comparePropertyCounts(pair);
  yield* compareDependents(pair, comparison);
}

/** Compares by sample names: one for each combination of patterns that match it. */
function* comparePatterns({ before, after }: ConstraintsPair, comparison: Comparison): Generator<Difference> {
  const { toSchemaSet, compare } = comparison;
  const sides = [before.object, after.object];
  const declared = sides.map(declaredNames).reduce((a, b) => a.union(b));
  for (const { source, name } of samplePatternNames(sides, declared)) {
    const [was, is] = sides.map((object) =>
      name === undefined ? patternSchemaSet(object, source, toSchemaSet) : propertySchemaSet(object, name, toSchemaSet),
    );
    if (was !== undefined && is !== undefined) yield* atSubpath(`[/${source}/]`, compare(was, is));
  }
}

function* compareAdditionalProperties(pair: ConstraintsPair, comparison: Comparison): Generator<Difference> {
  const { before, after } = pair;
  const [was, is] = [isClosedObject(before.object), isClosedObject(after.object)];
  if (was && is) return;
  if (was || is) {
    const kind: SchemaKind = is ? 'additional-properties-forbidden' : 'additional-properties-allowed';
    const describe = (isObjectClosed: boolean) => (isObjectClosed ? 'no other properties' : 'other properties allowed');
    yield createDifference(pair, {
      kind,
      keyword: additionalPropertiesKeyword(pair),
      was: describe(was),
      is: describe(is),
    });
    return;
  }
  const { toSchemaSet } = comparison;
  const rest = comparison.compare(
    additionalSchemaSet(before.object, toSchemaSet),
    additionalSchemaSet(after.object, toSchemaSet),
  );
  yield* atSubpath('.*', rest);
}

/** A property name is a string, even if its schema allows other types. */
function comparePropertyNames({ before, after }: ConstraintsPair, comparison: Comparison): readonly Difference[] {
  const { toSchemaSet, comparePart } = comparison;
  const names = {
    before: toSchemaSet(before.object.propertyNames),
    after: toSchemaSet(after.object.propertyNames),
  };
  const pair = { before: noConstraints('string', names.before), after: noConstraints('string', names.after) };
  return comparePart(names, pair);
}

function additionalPropertiesKeyword({ before, after }: ConstraintsPair): string {
  const isUnevaluated = [...before.sources, ...after.sources].some((schema) =>
    schema.keywordLines.has('unevaluatedProperties'),
  );
  return isUnevaluated ? 'unevaluatedProperties' : 'additionalProperties';
}

/** Counts implied by required and declared properties are reported with those. */
function* comparePropertyCounts(pair: ConstraintsPair): Generator<Difference> {
  const [was, is] = [pair.before.object, pair.after.object];
  const isReported = ({ min, required }: ObjectConstraints) => min <= required.size;
  const min = isReported(was) && isReported(is) ? is.min : was.min;
  const isImplied = is.max < was.max ? is.max >= maxPropertyCount(was) : was.max >= maxPropertyCount(is);
  yield* compareLimits(pair, propertiesLimit, { min, max: isImplied ? is.max : was.max }, is);
}

function* compareDependents(pair: ConstraintsPair, comparison: Comparison): Generator<Difference> {
  const [was, is] = [pair.before.object, pair.after.object];
  const { toSchemaSet } = comparison;
  for (const name of new Set([...was.dependentRequired.keys(), ...is.dependentRequired.keys()])) {
    yield* compareDependentRequired(name, pair);
  }
  for (const name of new Set([...was.dependentSchemas.keys(), ...is.dependentSchemas.keys()])) {
    const before = toSchemaSet(was.dependentSchemas.get(name) ?? []);
    const after = toSchemaSet(is.dependentSchemas.get(name) ?? []);
    yield* comparison.comparePart({ before, after }, pair);
  }
}

function* compareDependentRequired(name: string, pair: ConstraintsPair): Generator<Difference> {
  const [was, is] = [pair.before, pair.after].map(
    ({ object }) => object.dependentRequired.get(name) ?? new Set<string>(),
  );
  if (was === undefined || is === undefined) return;
  const input: Omit<DifferenceInput, 'kind'> = {
    keyword: 'dependentRequired',
    path: propertyPath(name),
    was: `requires ${joinNames(was)}`,
    is: `requires ${joinNames(is)}`,
  };
  const { required } = pair.after.object;
  if ([...is].some((other) => !was.has(other) && !required.has(other)))
    yield createDifference(pair, { kind: 'dependent-required-added', ...input });
  if ([...was].some((other) => !is.has(other) && !required.has(other)))
    yield createDifference(pair, { kind: 'dependent-required-removed', ...input });
}

/** A sample name for all properties that match the same patterns. */
interface PatternSample {
  readonly source: string;
  /** Undefined if no name can be generated. */
  readonly name: string | undefined;
}

const MAX_SAMPLES = 40;

/** Skips declared names, which are compared individually. */
function samplePatternNames(
  sides: readonly ObjectConstraints[],
  declared: ReadonlySet<string>,
): readonly PatternSample[] {
  const all = sides.flatMap(({ propertySchemas }) => propertySchemas.flatMap(({ patterns }) => patterns));
  const patterns = [...new Map(all.map(({ pattern }) => [pattern.source, pattern])).values()];
  const seen = new Set<string>();
  return patterns.flatMap((pattern): readonly PatternSample[] => {
    const names = sampleStrings(pattern)
      .slice(0, MAX_SAMPLES)
      .filter((name) => !declared.has(name));
    if (names.length === 0) return [{ source: pattern.source, name: undefined }];
    return names.flatMap((name) => {
      const matches = patterns.map((one) => Number(one.test(name))).join('');
      if (seen.has(matches)) return [];
      seen.add(matches);
      return [{ source: pattern.source, name }];
    });
  });
}
