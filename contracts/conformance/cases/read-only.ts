import type { Json } from '../../../spec/json/exact-json.ts';
import { isEqualJson, isJsonObject } from '../../../spec/json/exact-json.ts';
import type { Operation } from '../../../spec/model/contract.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { declaredProperties } from '../../../spec/model/schema-view.ts';
import { jsonMedia } from '../../../spec/resources/record-views.ts';
import { flattenSchema } from '../../../spec/sampling/flatten-schema.ts';
import { formatPath, isValid } from '../../../spec/validation/validate.ts';
import type { FreshValues } from '../model/request-spec.ts';
import type { TestCase } from '../model/test-case.ts';
import type { BaselineBody, BaselineRequest } from '../request/baseline-request.ts';
import { jsonRequestSpec } from '../request/build-request-spec.ts';
import { createCase } from '../request/create-case.ts';
import { freshen, unlikelyFreshValues } from '../request/values/freshen.ts';
import { findLocations, type Path, replaceAt, rootLocation } from '../request/values/value-locations.ts';
import type { TestCategory } from './test-category.ts';

/** A valid request with an additional readOnly property, of the request or of its response: it has to be ignored or rejected. */
export const readOnly: TestCategory = {
  name: 'read-only',
  summary: 'readOnly properties keep the value that the implementation assigned',
  *generate({ baseline }): Generator<TestCase> {
    const { body } = baseline;
    if (body === undefined || !writingMethods.has(baseline.operation.method)) return;
    for (const property of [...readOnlyProperties(body), ...readOnlyOfResponse(baseline.operation, body)])
      yield readOnlyCase(baseline, body, property);
  },
};

const writingMethods = new Set(['POST', 'PUT', 'PATCH']);

interface ReadOnlyProperty {
  readonly path: Path;
  readonly schema: Schema;
}

function* readOnlyProperties(body: BaselineBody): Generator<ReadOnlyProperty> {
  for (const { path, flat, value } of [
    rootLocation(body.schema, body.full),
    ...findLocations(body.schema, body.full),
  ]) {
    if (!isJsonObject(value)) continue;
    for (const [name, schema] of flat.properties) {
      const property = { path: [...path, name], schema };
      const isFree = flattenSchema(schema).readOnly && !Object.hasOwn(value, name);
      if (isFree && bodyWithReadOnly(body, property, unlikelyFreshValues) !== undefined) yield property;
    }
  }
}

/** Those that only the response declares, where the request may have further properties. */
function* readOnlyOfResponse({ responses }: Operation, body: BaselineBody): Generator<ReadOnlyProperty> {
  const shown = responses.find(({ status }) => status === '200' || status === '201');
  const schema = shown && jsonMedia(shown.content)?.schema;
  if (schema === undefined || !isJsonObject(body.full)) return;
  const declared = flattenSchema(body.schema).properties;
  for (const [name, property] of recordProperties(schema)) {
    const isFree = flattenSchema(property).readOnly && !declared.has(name);
    const found = { path: [name], schema: property };
    if (isFree && bodyWithReadOnly(body, found, unlikelyFreshValues) !== undefined) yield found;
  }
}

/** Also those of a record in an envelope: `{ "data": { ... } }`. */
function recordProperties(schema: Schema): ReadonlyMap<string, Schema> {
  const properties = declaredProperties(schema);
  const [[, only] = [], ...others] = properties;
  const inside = only === undefined || others.length > 0 ? properties : declaredProperties(only);
  return inside.size > 0 ? inside : properties;
}

/** The body with a client value for the property; undefined where no such value is valid or distinguishable. */
function bodyWithReadOnly(
  body: BaselineBody,
  { path, schema }: ReadOnlyProperty,
  fresh: FreshValues,
): Json | undefined {
  const value = clientValue(schema, fresh);
  if (value === undefined) return undefined;
  const whole = freshen(body.full, body.schema, fresh);
  const changed = replaceAt(whole, path, value);
  return isValid(body.schema, changed, 'request') && !isEqualJson(changed, whole) ? changed : undefined;
}

function readOnlyCase(baseline: BaselineRequest, body: BaselineBody, property: ReadOnlyProperty): TestCase {
  const name = formatPath(property.path);
  return createCase(baseline, {
    category: 'read-only',
    name,
    topic: name,
    expectation: 'unspecified',
    mutation: `the readOnly property ${name} is sent`,
    place: property.schema.place,
    buildRequest: (fresh) => ({
      ...jsonRequestSpec(baseline, bodyWithReadOnly(body, property, fresh) ?? body.full),
      readOnlyPath: property.path,
    }),
  });
}

/** A value that no implementation generates itself; undefined where there is none, as for an enum. */
function clientValue(schema: Schema, fresh: FreshValues): Json | undefined {
  const { enum: enumValues, const: constValue } = flattenSchema(schema);
  if (enumValues !== undefined || constValue !== undefined) return undefined;
  return candidateValues(fresh).find((value) => isValid(schema, value, 'request'));
}

/** Dates in the past, with whole seconds. */
function candidateValues(fresh: FreshValues): readonly Json[] {
  const word = fresh.word();
  return [
    fresh.uuid(),
    '1987-03-29T05:06:07Z',
    '1987-03-29',
    `https://example.com/${word}`,
    `${word}@example.com`,
    `own-${word}`,
    word,
    fresh.number(),
  ];
}
