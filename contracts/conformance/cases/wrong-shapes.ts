import type { Json } from '../../../spec/json/exact-json.ts';
import { isJsonObject, jsonTypeOf, stringifyJson } from '../../../spec/json/exact-json.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { isValid, validate } from '../../../spec/validation/validate.ts';
import type { TestCase } from '../model/test-case.ts';
import type { BaselineBody } from '../request/baseline-request.ts';
import { jsonRequestSpec } from '../request/build-request-spec.ts';
import { createCase } from '../request/create-case.ts';
import { freshen } from '../request/values/freshen.ts';
import { flattenSchemaFor } from '../request/values/value-locations.ts';
import type { TestCategory } from './test-category.ts';

/** Replaces the whole body: another type, wrapped, or empty. */
export const wrongShapes: TestCategory = {
  name: 'wrong-shapes',
  summary: 'bodies of another type or structure are rejected',
  *generate({ baseline }): Generator<TestCase> {
    const { body } = baseline;
    if (body === undefined) return;
    const { required } = flattenSchemaFor(body.schema, body.full);
    for (const { name, mutation, apply } of bodyShapes(body)) {
      const reshaped = apply(body.full);
      if (isValid(body.schema, reshaped, 'request') || isCoveredByMissingProperties(body.full, reshaped, required))
        continue;
      yield createCase(baseline, {
        category: 'wrong-shapes',
        name,
        topic: `body as ${jsonTypeOf(reshaped)}`,
        expectation: 'reject',
        mutation,
        place: validate(body.schema, reshaped, 'request')[0]?.place ?? body.schema.place,
        buildRequest: (fresh) => jsonRequestSpec(baseline, apply(freshen(body.full, body.schema, fresh))),
      });
    }
  },
};

/** If all properties are required, missing-properties sends the empty object. */
function isCoveredByMissingProperties(full: Json, reshaped: Json, required: Schema['required']): boolean {
  if (!isJsonObject(full) || !isJsonObject(reshaped) || Object.keys(reshaped).length > 0) return false;
  return Object.keys(full).every((name) => required.has(name));
}

interface BodyShape {
  readonly name: string;
  readonly mutation: string;
  apply(body: Json): Json;
}

const constantShapes: readonly (readonly [name: string, value: Json, description?: string])[] = [
  ['null', null],
  ['true', true],
  ['false', false],
  ['a number', 7],
  ['zero', 0],
  ['a text', 'none', 'a string'],
  ['an empty text', '', 'an empty string'],
  ['an empty array', []],
  ['an empty object', {}],
];

function* bodyShapes(body: BaselineBody): Generator<BodyShape> {
  for (const [name, value, description = name] of constantShapes)
    yield { name, mutation: `the body is ${description}`, apply: () => value };
  yield { name: 'json in a text', mutation: 'the body is a string that contains its JSON', apply: stringifyJson };
  if (!isJsonObject(body.full)) return;
  yield { name: 'in an array', mutation: 'the body is wrapped in an array', apply: (whole) => [whole] };
  yield {
    name: 'as names and values',
    mutation: 'the body is an array of name-value pairs',
    apply: (whole) => (isJsonObject(whole) ? Object.entries(whole) : whole),
  };
  for (const { name, key } of wrapperKeys(body)) {
    const mutation = `the body is wrapped in an object with the key "${key}"`;
    yield { name, mutation, apply: (whole) => Object.fromEntries([[key, whole]]) };
  }
}

/** Keys under which some APIs expect a record, including the name of the schema. */
function wrapperKeys({ schema }: BaselineBody): readonly { readonly name: string; readonly key: string }[] {
  const [, schemaName] = /^\/components\/schemas\/([\w.-]+)$/.exec(schema.place.pointer) ?? [];
  return [
    { name: 'under __proto__', key: '__proto__' },
    { name: 'under a key', key: 'data' },
    { name: 'under the key body', key: 'body' },
    ...(schemaName === undefined ? [] : [{ name: 'under its name', key: schemaName }]),
  ];
}
