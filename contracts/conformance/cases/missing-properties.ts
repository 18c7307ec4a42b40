import type { Json } from '../../../spec/json/exact-json.ts';
import { isJsonObject } from '../../../spec/json/exact-json.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import type { TestCase } from '../model/test-case.ts';
import type { BaselineBody, BaselineRequest } from '../request/baseline-request.ts';
import { jsonRequestSpec } from '../request/build-request-spec.ts';
import { createCase } from '../request/create-case.ts';
import { swapCase } from '../request/values/alternative-values.ts';
import { freshen } from '../request/values/freshen.ts';
import { flattenSchemaFor, removeAllAt, removeAt, renameAt } from '../request/values/value-locations.ts';
import { isRequired } from './shared/allowed-changes.ts';
import { findRequiredPlace } from './shared/keyword-place.ts';
import { allMutationPoints, type MutationPoint, mutationPoints } from './shared/mutation-points.ts';
import type { TestCategory } from './test-category.ts';

/**
 * Each required property missing or renamed, at every depth; and all required properties of an object missing together.
 */
export const missingProperties: TestCategory = {
  name: 'missing-properties',
  summary: 'requests without a required property are rejected',
  *generate({ baseline }): Generator<TestCase> {
    if (baseline.body === undefined) return;
    for (const point of mutationPoints(baseline.body)) {
      const name = point.path.at(-1);
      if (point.parentSchema === undefined || !point.isRequired || typeof name !== 'string') continue;
      const isInvalid = isRequired(point);
      for (const removal of propertyRemovals(point, name))
        if (isInvalid || makesInvalid(point.body, removal))
          yield missingPropertyCase(baseline, point.body, point.parentSchema, removal);
    }
    for (const point of allMutationPoints(baseline.body)) {
      const names = requiredProperties(point);
      if (names.length < 2) continue;
      const removal = allRequiredRemoved(point, names);
      if (makesInvalid(point.body, removal)) yield missingPropertyCase(baseline, point.body, point.schema, removal);
    }
  },
};

interface PropertyRemoval {
  /** Unique within the category. */
  readonly name: string;
  readonly topic: string;
  readonly mutation: string;
  /** One of the affected properties. */
  readonly property: string;
  apply(body: Json): Json;
}

function makesInvalid({ schema, full }: BaselineBody, { apply }: PropertyRemoval): boolean {
  return !isValid(schema, apply(full), 'request');
}

/** `objectSchema` is the schema of the object that lacks the property. */
function missingPropertyCase(
  baseline: BaselineRequest,
  body: BaselineBody,
  objectSchema: Schema,
  removal: PropertyRemoval,
): TestCase {
  const { name, topic, mutation, property, apply } = removal;
  return createCase(baseline, {
    category: 'missing-properties',
    name,
    topic,
    expectation: 'reject',
    mutation,
    place: findRequiredPlace(objectSchema, property),
    buildRequest: (fresh) => jsonRequestSpec(baseline, apply(freshen(body.full, body.schema, fresh))),
  });
}

/** The simplest removal first. */
function* propertyRemovals({ name, path, body }: MutationPoint, property: string): Generator<PropertyRemoval> {
  const common = { property, topic: name };
  const mutation = `the required property ${name} is missing`;
  yield { ...common, name, mutation, apply: (whole) => removeAt(whole, path) };
  const others =
    path.length > 1 ? [] : optionalProperties(body.full, flattenSchemaFor(body.schema, body.full), property);
  if (others.length > 0 && !hasNoOtherProperties([property, ...others], body.full)) {
    yield {
      ...common,
      name: `${name}/with all that is optional`,
      mutation: `${mutation}, and so are all optional properties`,
      apply: (whole) => removeAllAt(whole, [], new Set([property, ...others])),
    };
  }
  for (const [kind, other] of nameVariants(property)) {
    yield {
      property,
      name: `${name}/${kind}`,
      topic: `${name} in another case`,
      mutation: `the required property ${name} is named "${other}"`,
      apply: (whole) => renameAt(whole, path, other),
    };
  }
}

/** malformed-bodies sends the empty body already. */
function hasNoOtherProperties(names: readonly string[], body: Json): boolean {
  return isJsonObject(body) && Object.keys(body).length === names.length;
}

/** JSON keys are case-sensitive. */
function nameVariants(name: string): ReadonlyMap<string, string> {
  const all: readonly (readonly [string, string])[] = [
    ['other case', swapCase(name)],
    ['snake case', name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)],
    ['camel case', name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase())],
    ['with a space', `${name} `],
    ['with an invisible space', `${name}\u200b`],
  ];
  return new Map(all.filter(([, other]) => other !== name));
}

function optionalProperties(full: Json, { required }: Schema, property: string): readonly string[] {
  if (!isJsonObject(full)) return [];
  return Object.keys(full).filter((name) => name !== property && !required.has(name));
}

function requiredProperties({ value, flat }: MutationPoint): readonly string[] {
  return isJsonObject(value) ? Object.keys(value).filter((name) => flat.required.has(name)) : [];
}

function allRequiredRemoved({ name, path }: MutationPoint, names: readonly string[]): PropertyRemoval {
  return {
    name: `${name}/all required`,
    topic: `${name} without all required`,
    mutation: `all required properties of ${name} are missing`,
    property: names[0] ?? '',
    apply: (whole) => removeAllAt(whole, path, new Set(names)),
  };
}
