import { isEqualJson, isJsonObject } from '../../../spec/json/exact-json.ts';
import { type Schema, toKeywordPlace } from '../../../spec/model/schema.ts';
import type { TestCase } from '../model/test-case.ts';
import type { BaselineRequest } from '../request/baseline-request.ts';
import { jsonRequestSpec } from '../request/build-request-spec.ts';
import { createCase } from '../request/create-case.ts';
import { sampleWithSchemas } from '../request/values/alternative-values.ts';
import { removeAt } from '../request/values/value-locations.ts';
import { alternativeValues } from './schema-combinations/alternative-probes.ts';
import { type CombinationProbe, withoutKeyword } from './schema-combinations/combination-probe.ts';
import { conditionalValues } from './schema-combinations/condition-probes.ts';
import { statedOrderCases } from './schema-combinations/stated-order.ts';
import { allowsValue } from './shared/allowed-changes.ts';
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
