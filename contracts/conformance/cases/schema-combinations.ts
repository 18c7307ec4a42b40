import { isEqualJson, isJsonObject, type Json } from '../../../spec/json/exact-json.ts';
import { type Schema, toKeywordPlace } from '../../../spec/model/schema.ts';
import { flattenSchema } from '../../../spec/sampling/flatten-schema.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import type { TestCase } from '../model/test-case.ts';
import type { BaselineRequest } from '../request/baseline-request.ts';
import { jsonRequestSpec } from '../request/build-request-spec.ts';
import { createCase } from '../request/create-case.ts';
import { sampleWithSchemas } from '../request/values/alternative-values.ts';
import { removeAt } from '../request/values/value-locations.ts';
import { statedOrderCases } from './schema-combinations/stated-order.ts';
import { allowsValue } from './shared/allowed-changes.ts';
import { conditionBranches, valueInBranch, valuesWithForbidden } from './shared/condition-branches.ts';
import { allMutationPoints, freshBodyWith, isConstantPoint, type MutationPoint } from './shared/mutation-points.ts';
import type { TestCategory } from './test-category.ts';

/** Composed schemas: each alternative, none, several together, excluded values, conditions and dependencies. */
export const schemaCombinations: TestCategory = {
  name: 'schema-combinations',
  summary: 'alternatives, exclusions and dependencies of the contract are enforced',
  *generate({ baseline }): Generator<TestCase> {
    if (baseline.body === undefined) return;
    yield* statedOrderCases(baseline, baseline.body);
    for (const point of allMutationPoints(baseline.body)) {
      for (const [index, part] of composedSchemas(point.schema).entries()) {
        for (const probe of probesFor(point, part)) yield* probeCase(baseline, point, { ...probe, part, index });
      }
    }
  },
};

/** A test value for a composed schema. */
interface CombinationProbe {
  readonly keyword: string;
  /** Unique within the keyword; part of the case id. */
  readonly name: string;
  /** Completes "the value is"; by default the name. */
  readonly description?: string;
  /** Undefined where no such value is found. */
  readonly value: Json | undefined;
  readonly side: 'accept' | 'reject';
}

interface PlacedCombinationProbe extends CombinationProbe {
  /** The part of the schema under test. */
  readonly part: Schema;
  readonly index: number;
}

function* probeCase(
  baseline: BaselineRequest,
  point: MutationPoint,
  probe: PlacedCombinationProbe,
): Generator<TestCase> {
  const { keyword, name, description = name, value, side, part, index } = probe;
  if (value === undefined || allowsValue(point, value) !== (side === 'accept')) return;
  if (isEqualJson(value, point.value) && isConstantPoint(point)) return;
  yield createCase(baseline, {
    category: 'schema-combinations',
    name: `${point.name}/${keyword}${index === 0 ? '' : ` of part ${index}`}/${name}`,
    topic: `${point.name} ${keyword} ${side}`,
    expectation: side,
    mutation: `${point.name} is ${description}`,
    place: toKeywordPlace(part, keyword),
    constantPart: 'text',
    buildRequest: (fresh) => jsonRequestSpec(baseline, freshBodyWith(point, value, fresh)),
  });
}

/** The schema and the parts of its `allOf`, which apply to the same value. */
function composedSchemas(schema: Schema): readonly Schema[] {
  // Iterating over a Set includes parts added on the way, each of them once.
  const parts = new Set([schema]);
  for (const part of parts) for (const next of part.allOf) parts.add(next);
  return [...parts];
}

function* probesFor(point: MutationPoint, part: Schema): Generator<CombinationProbe> {
  yield* alternativeValues(point, part, 'oneOf');
  yield* alternativeValues(point, part, 'anyOf');
  yield* excludedValues(point.schema, part);
  yield* conditionalValues(point, part);
  yield* missingDependentProperties(point, part);
  yield* violatedDependentSchemas(point.schema, part);
  yield* violatedContains(point.schema, part);
}

function* excludedValues(whole: Schema, part: Schema): Generator<CombinationProbe> {
  if (part.not === undefined) return;
  const value = sampleWithSchemas(withoutKeyword(whole, part, 'not'), [part.not]);
  yield {
    keyword: 'not',
    name: 'what the contract excludes',
    description: 'a value that the contract excludes',
    value,
    side: 'reject',
  };
}

/** Properties that are required only together with others. */
function* missingDependentProperties(
  { schema, flat, value: currentValue }: MutationPoint,
  part: Schema,
): Generator<CombinationProbe> {
  const keyword = 'dependentRequired';
  for (const [name, needed] of part.dependentRequired) {
    const all = { ...schema, required: schema.required.union(new Set([name, ...needed])) };
    const value =
      isJsonObject(currentValue) && Object.hasOwn(currentValue, name) ? currentValue : sampleWithSchemas(all, []);
    for (const other of needed.filter((one) => one !== name && !flat.required.has(one))) {
      const probeName = `an object with ${JSON.stringify(name)} but without the ${JSON.stringify(other)} that it requires`;
      yield { keyword, name: probeName, value: value && removeAt(value, [other]), side: 'reject' };
    }
  }
}

function* violatedDependentSchemas(whole: Schema, part: Schema): Generator<CombinationProbe> {
  for (const name of part.dependentSchemas.keys()) {
    const relaxed = withoutKeyword(whole, part, 'dependentSchemas');
    const value = sampleWithSchemas({ ...relaxed, required: relaxed.required.union(new Set([name])) }, [], 'none');
    yield {
      keyword: 'dependentSchemas',
      name: `${JSON.stringify(name)} without what depends on it`,
      description: `an object with ${JSON.stringify(name)} that violates its dependent schema`,
      value,
      side: 'reject',
    };
  }
}

function* violatedContains(whole: Schema, part: Schema): Generator<CombinationProbe> {
  const { contains, maxContains } = part;
  if (contains === undefined) return;
  const value = sampleWithSchemas(withoutKeyword(whole, part, 'contains'), []);
  yield {
    keyword: 'contains',
    name: 'an array without the item that it has to contain',
    description: 'an array without the item that it must contain',
    value,
    side: 'reject',
  };
  if (maxContains === undefined) return;
  const count = maxContains + 1;
  const more = { ...whole, contains, minContains: count, maxContains: undefined, minItems: count };
  yield {
    keyword: 'maxContains',
    name: `an array with ${count} items of which it contains ${maxContains} at most`,
    description: `an array with ${count} matching items (maximum ${maxContains})`,
    value: sampleWithSchemas(more, []),
    side: 'reject',
  };
}

/** A value of each alternative, of none of them, and of two together. */
function* alternativeValues(
  point: MutationPoint,
  part: Schema,
  keyword: 'oneOf' | 'anyOf',
): Generator<CombinationProbe> {
  const parts = part[keyword];
  if (parts.length === 0) return;
  for (const [index, alternative] of parts.entries()) {
    const value = sampleWithSchemas(point.schema, [alternative]);
    const name = `alternative ${index + 1} of ${parts.length}`;
    yield { keyword, name, description: `a value of ${name}`, value, side: 'accept' };
  }
  for (const [name, value, description] of valuesOfNoAlternative(point))
    yield { keyword, name, description, value, side: 'reject' };
  const side = keyword === 'oneOf' ? 'reject' : 'accept';
  for (const [first, second] of adjacentPairs(parts)) {
    const [one, other] = [parts[first], parts[second]].filter((schema) => schema !== undefined);
    if (one === undefined || other === undefined) continue;
    const combined = sampleWithSchemas(withoutKeyword(point.schema, part, keyword), [one, other]);
    yield* mixedAlternatives(point, keyword, [first, second], [one, other]);
    yield {
      keyword,
      name: `alternatives ${first + 1} and ${second + 1} at once`,
      description: `a value of both alternatives ${first + 1} and ${second + 1}`,
      value: combined ?? mergeObjects(sampleWithSchemas(point.schema, [one]), sampleWithSchemas(point.schema, [other])),
      side,
    };
  }
}

/** The value that distinguishes the second alternative, with the other properties of the first one. */
function* mixedAlternatives(
  { schema }: MutationPoint,
  keyword: 'oneOf' | 'anyOf',
  [first, second]: readonly [number, number],
  alternatives: readonly [Schema, Schema],
): Generator<CombinationProbe> {
  const [value, other] = alternatives.map((one) => sampleWithSchemas(schema, [one]));
  if (!isJsonObject(value) || !isJsonObject(other)) return;
  const distinguishing = Object.entries(other).find(
    ([name, part]) =>
      typeof part === 'string' &&
      typeof value[name] === 'string' &&
      value[name] !== part &&
      isFixedIn(alternatives, name),
  );
  if (distinguishing === undefined) return;
  const [name, part] = distinguishing;
  yield {
    keyword,
    name: `alternative ${first + 1} with ${JSON.stringify(name)} of alternative ${second + 1}`,
    description: `a value of alternative ${first + 1} whose ${JSON.stringify(name)} is that of alternative ${second + 1}`,
    value: { ...value, [name]: part },
    side: 'reject',
  };
}

/** Each alternative lists its own values. */
function isFixedIn(alternatives: readonly Schema[], name: string): boolean {
  return alternatives.every((one) => {
    const property = flattenSchema(one).properties.get(name);
    const flat = property && flattenSchema(property);
    return flat?.const !== undefined || flat?.enum !== undefined;
  });
}

function valuesOfNoAlternative({ value }: MutationPoint): readonly (readonly [string, Json, string])[] {
  if (!isJsonObject(value)) return [['no alternative', 'none-of-these', 'a value of no alternative']];
  return [
    ['no alternative, an object of another kind', { 'x-unknown': 'none-of-these' }, 'an object of no alternative'],
    ['no alternative, an empty object', {}, 'an empty object, which matches no alternative'],
  ];
}

/** Each index with the next one, and the last with the first. */
function adjacentPairs(parts: readonly Schema[]): readonly (readonly [number, number])[] {
  if (parts.length < 2) return [];
  if (parts.length === 2) return [[0, 1]];
  return parts.map((_part, index) => [index, (index + 1) % parts.length] as const);
}

function mergeObjects(one: Json | undefined, other: Json | undefined): Json | undefined {
  return isJsonObject(one) && isJsonObject(other) ? { ...one, ...other } : undefined;
}

/** Values that meet a condition, with and without its consequence, and values that do not meet it. */
function* conditionalValues(point: MutationPoint, part: Schema): Generator<CombinationProbe> {
  const { if: condition } = part;
  if (condition === undefined) return;
  const name = 'what the condition holds for';
  const description = 'a value that meets the condition';
  const relaxed = withoutKeyword(point.schema, part, 'if');
  yield {
    keyword: 'if',
    name,
    description,
    value: sampleWithSchemas(point.schema, [condition], 'none'),
    side: 'accept',
  };
  const minimal = sampleWithSchemas(relaxed, [condition], 'none');
  yield {
    keyword: 'if',
    name: `${name}, without what follows`,
    description: `${description}, but not the "then" schema`,
    value: minimal,
    side: 'reject',
  };
  const otherName = 'what the condition does not hold for';
  const other = 'a value that does not meet the condition';
  const value = valuesViolatingCondition(condition, part, point).find((one) => allowsValue(point, one));
  yield { keyword: 'if', name: otherName, description: other, value, side: 'accept' };
  const wrong = valuesViolatingCondition(condition, part, point).find(
    (one) => isValid(relaxed, one, 'request') && !allowsValue(point, one),
  );
  yield {
    keyword: 'if',
    name: `${otherName}, without what follows`,
    description: `${other}, and violates the "else" schema`,
    value: wrong,
    side: 'reject',
  };
  yield* branchValues(point, part, relaxed);
}

/** A value of each branch with all properties that it allows, and with each property that it forbids. */
function* branchValues(point: MutationPoint, part: Schema, relaxed: Schema): Generator<CombinationProbe> {
  for (const branch of conditionBranches(point.schema).filter((one) => one.part === part)) {
    const { name: keyword } = branch;
    const whole = valueInBranch(point.schema, point.value, branch);
    const name = 'all that the branch allows';
    const description = `an object with all properties that "${keyword}" allows`;
    const isSent = whole !== undefined && isEqualJson(whole, point.value);
    if (!isSent) yield { keyword, name, description, value: whole, side: 'accept' };
    for (const { property, value } of valuesWithForbidden(point.schema, point.value, branch)) {
      if (!isValid(relaxed, value, 'request')) continue;
      const forbidden = `an object with ${JSON.stringify(property)}, which "${keyword}" forbids`;
      yield { keyword, name: `the forbidden ${property}`, description: forbidden, value, side: 'reject' };
    }
  }
}

const replacementValues: readonly Json[] = [false, true, 'none-of-these', 0, 2, null];

/**
 * The value with other values in the properties of the condition, and without the properties that its branches require.
 */
function valuesViolatingCondition(
  condition: Schema,
  { then, else: elseBranch }: Schema,
  { value }: MutationPoint,
): readonly Json[] {
  if (!isJsonObject(value)) return [];
  const conditionProperties = [...flattenSchema(condition).properties.keys()];
  const requiredByBranches = [then, elseBranch].flatMap((branch) => (branch === undefined ? [] : [...branch.required]));
  const rest = Object.entries(value).filter(
    ([name]) => !requiredByBranches.includes(name) || conditionProperties.includes(name),
  );
  return conditionProperties
    .flatMap((name) => replacementValues.map((one): Json => ({ ...Object.fromEntries(rest), [name]: one })))
    .filter((one) => !isValid(condition, one, 'request'));
}

/** The schema without this keyword in one of its parts. */
function withoutKeyword(schema: Schema, part: Schema, keyword: CombinationKeyword): Schema {
  const views = new Map([[part, removeKeyword(part, keyword)]]);
  const viewOf = (one: Schema): Schema => {
    const view = views.get(one) ?? { ...one, allOf: one.allOf.map(viewOf) };
    // A part has one view, however many paths point to it.
    views.set(one, view);
    return view;
  };
  return viewOf(schema);
}

type CombinationKeyword = 'oneOf' | 'anyOf' | 'not' | 'if' | 'contains' | 'dependentSchemas' | 'dependentRequired';

function removeKeyword(schema: Schema, keyword: CombinationKeyword): Schema {
  if (keyword === 'oneOf' || keyword === 'anyOf') return { ...schema, [keyword]: [] };
  return { ...schema, [keyword]: keyword.startsWith('dependent') ? new Map() : undefined };
}
