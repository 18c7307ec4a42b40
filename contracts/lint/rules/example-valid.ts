/** Every example of the document against the schema that it is an example of. */

import { type Json, parseJson } from '../../../spec/json/exact-json.ts';
import type { Contract, Place } from '../../../spec/model/contract.ts';
import { type Direction, keywordPlace, type Schema } from '../../../spec/model/schema.ts';
import { describeViolation } from '../../../spec/validation/validate.ts';
import type { LintProblem } from '../problem.ts';
import type { LintRule } from '../rule.ts';
import { eitherWay, type Part, partsOf } from '../schemas/parts.ts';
import { rootsAside, rootsOf } from '../schemas/roots.ts';
import { violationOf } from '../violation-of.ts';

export const exampleValid: LintRule = {
  id: 'example-valid',
  severity: 'fault',
  holds: 'every example of the document is valid by its schema',
  title: 'An example of the contract breaks the contract',
  why: 'People and tools copy examples; the fake store serves them. Correct the example or the schema.',
  restsOn: 'OpenAPI, Media Type Object and Parameter Object: an example fits the schema',
  *problems(contract) {
    const seen = new Set<string>();
    for (const problem of allProblems(contract)) {
      const key = `${problem.place.file} ${problem.place.pointer}`;
      if (!seen.has(key)) yield problem;
      seen.add(key);
    }
  },
};

function* allProblems(contract: Contract): Generator<LintProblem> {
  for (const { subject, schema, direction, examples } of rootsOf(contract)) {
    const directions = new Set([direction]);
    for (const { value, place } of examples) yield* judge({ schema, value, place, subject, directions });
  }
  for (const { subject, schema, examples } of rootsAside(contract)) {
    for (const { value, place } of examples)
      yield* judge({ schema, value, place, subject, directions: eitherWay });
  }
  for (const part of partsOf(contract)) yield* ofSchema(part);
}

function* ofSchema({ subject, schema, directions }: Part): Generator<LintProblem> {
  for (const [index, value] of schema.examples.entries()) {
    const isSingle = schema.keywordLines.has('example') && index === 0;
    const place = keywordPlace(schema, isSingle ? 'example' : 'examples');
    yield* judge({ schema, value, place, subject, directions });
  }
}

interface Candidate {
  readonly schema: Schema;
  readonly value: Json;
  readonly place: Place;
  readonly subject: string;
  readonly directions: ReadonlySet<Direction>;
}

function* judge({ schema, value, place, subject, directions }: Candidate): Generator<LintProblem> {
  const first = violationOf(schema, value, directions);
  if (first === undefined) return;
  const within = typeof value === 'string' ? parseJson(value) : undefined;
  const isText = within?.ok === true && violationOf(schema, within.value, directions) === undefined;
  const expected = isText ? 'the value itself, not JSON written as a text' : first.expected;
  yield { subject, place, expected, received: describeViolation(first, 'example') };
}
