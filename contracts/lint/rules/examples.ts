/** Examples and defaults that do not conform to their schemas. */
import { isJsonArray, isJsonObject, type Json, parseJson } from '../../../spec/json/exact-json.ts';
import type { Contract, Place } from '../../../spec/model/contract.ts';
import { type Direction, type Schema, toKeywordPlace } from '../../../spec/model/schema.ts';
import { flattenSchema } from '../../../spec/sampling/flatten-schema.ts';
import { describeViolation } from '../../../spec/validation/validate.ts';
import type { LintProblem, LintRule } from '../lint-rule.ts';
import { bothDirections, collectSchemas, findViolation, type SchemaPart } from '../schemas/collect-schemas.ts';
import { collectRoots, collectUnusedRoots } from '../schemas/root-schemas.ts';

/** Validates every example of the document against its schema. */
export const exampleValid: LintRule = {
  id: 'example-valid',
  severity: 'error',
  invariant: 'every example is valid against its schema',
  title: 'An example does not match its schema',
  why: 'People and tools copy examples, and the mock server returns them. Correct the example or the schema.',
  references: 'OpenAPI, Media Type Object and Parameter Object: an example matches the schema',
  *problems(contract) {
    const seen = new Set<string>();
    for (const problem of findInvalidExamples(contract)) {
      const key = `${problem.place.file} ${problem.place.pointer}`;
      if (!seen.has(key)) yield problem;
      seen.add(key);
    }
  },
};

function* findInvalidExamples(contract: Contract): Generator<LintProblem> {
  for (const { subject, schema, direction, examples } of collectRoots(contract)) {
    const directions = new Set([direction]);
    for (const { value, place } of examples) yield* validateExample({ schema, value, place, subject, directions });
  }
  for (const { subject, schema, examples } of collectUnusedRoots(contract)) {
    for (const { value, place } of examples)
      yield* validateExample({ schema, value, place, subject, directions: bothDirections });
  }
  for (const part of collectSchemas(contract)) yield* checkSchemaExamples(part);
}

function* checkSchemaExamples({ subject, schema, directions }: SchemaPart): Generator<LintProblem> {
  for (const [index, value] of schema.examples.entries()) {
    const isSingle = schema.keywordLines.has('example') && index === 0;
    const place = toKeywordPlace(schema, isSingle ? 'example' : 'examples');
    yield* validateExample({ schema, value, place, subject, directions });
  }
}

interface ExampleCandidate {
  readonly schema: Schema;
  readonly value: Json;
  readonly place: Place;
  readonly subject: string;
  readonly directions: ReadonlySet<Direction>;
}

function* validateExample({ schema, value, place, subject, directions }: ExampleCandidate): Generator<LintProblem> {
  const first = findViolation(schema, value, directions);
  if (first === undefined) return;
  const parsedText = typeof value === 'string' ? parseJson(value) : undefined;
  const isText = parsedText?.ok === true && findViolation(schema, parsedText.value, directions) === undefined;
  const expected = isText ? 'the value itself, not JSON in a string' : first.expected;
  yield { subject, place, expected, received: describeViolation(first, 'example') };
}

export const defaultValid: LintRule = {
  id: 'default-valid',
  severity: 'error',
  invariant: 'every default is valid against its schema',
  title: 'A default does not match its schema',
  why: 'A request that omits the value counts as one with a value that the contract forbids. Correct the default or the schema.',
  references: 'OpenAPI 3.0, Schema Object (default); JSON Schema Validation 2020-12, section 9.2',
  *problems(contract) {
    for (const { subject, schema, directions } of collectSchemas(contract)) {
      if (schema.default === undefined) continue;
      const first = findViolation(schema, schema.default.value, directions);
      if (first === undefined) continue;
      const place = toKeywordPlace(schema, 'default');
      yield { subject, place, expected: first.expected, received: describeViolation(first, 'default') };
    }
  },
};

export const exampleDirection: LintRule = {
  id: 'example-direction',
  severity: 'warning',
  invariant: 'no response example shows a writeOnly property, no request example a readOnly one',
  title: 'An example shows a property in the wrong direction',
  why: 'A client that copies the request sends a value that the server ignores or rejects. A response example with a password leads implementations to return it. Remove the property from the example.',
  references: 'OpenAPI 3.0, Schema Object (readOnly, writeOnly); JSON Schema Validation 2020-12, section 9.4',
  *problems(contract) {
    for (const { subject, schema, direction, examples } of collectRoots(contract)) {
      for (const { value, place } of examples) {
        const name = findWrongDirection(schema, value, direction);
        if (name === undefined) continue;
        const keyword = direction === 'request' ? 'readOnly' : 'writeOnly';
        yield { subject, place, expected: `no ${keyword} property in a ${direction}`, received: `"${name}"` };
      }
    }
  },
};

function findWrongDirection(schema: Schema, value: Json, direction: Direction): string | undefined {
  const { properties, items } = flattenSchema(schema);
  if (isJsonArray(value)) {
    return items === undefined
      ? undefined
      : firstDefined(value.map((item) => findWrongDirection(items, item, direction)));
  }
  if (!isJsonObject(value)) return undefined;
  const members = Object.entries(value).map(([name, part]) => {
    const property = properties.get(name);
    if (property === undefined) return undefined;
    return isWrongDirection(flattenSchema(property), direction) ? name : findWrongDirection(property, part, direction);
  });
  return firstDefined(members);
}

function firstDefined(found: readonly (string | undefined)[]): string | undefined {
  return found.find((name) => name !== undefined);
}

function isWrongDirection({ readOnly, writeOnly }: Schema, direction: Direction): boolean {
  return direction === 'request' ? readOnly : writeOnly;
}
