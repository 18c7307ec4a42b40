/** Every example of the document against the schema that it is an example of. */
import type { Contract, Example, Place } from '../../spec/contract.ts';
import type { Json } from '../../spec/exact-json.ts';
import { type Direction, keywordPlace, type Schema } from '../../spec/schema.ts';
import { describeViolation, validate } from '../../spec/validate.ts';
import type { LintProblem } from './problem.ts';

export function* exampleProblems({ operations }: Contract): Generator<LintProblem> {
  const seen = new Set<string>();
  for (const use of operations.flatMap(usesOf)) {
    for (const problem of problemsOf(use)) {
      const key = `${problem.place.file} ${problem.place.pointer}`;
      if (!seen.has(key)) yield problem;
      seen.add(key);
    }
  }
}

/** A schema in use, with the examples given beside it. */
interface Use {
  readonly subject: string;
  readonly schema: Schema | undefined;
  readonly direction: Direction;
  readonly examples: readonly Example[];
}

function usesOf({ id, parameters, requestBody, responses }: Contract['operations'][number]): readonly Use[] {
  const about =
    (direction: Direction) =>
    (part: { readonly schema: Schema | undefined; readonly examples?: readonly Example[] }): Use => ({
      subject: id,
      schema: part.schema,
      direction,
      examples: part.examples ?? [],
    });
  return [
    ...parameters.map(about('request')),
    ...(requestBody?.content ?? []).map(about('request')),
    ...responses.flatMap(({ content }) => content.map(about('response'))),
    ...responses.flatMap(({ headers }) => headers.map(about('response'))),
  ];
}

function* problemsOf({ subject, schema, direction, examples }: Use): Generator<LintProblem> {
  if (schema === undefined) return;
  for (const { value, place } of examples) yield* judge(schema, { value, place, subject, direction });
  for (const part of partsOf(schema)) {
    for (const [index, value] of part.examples.entries()) {
      const place = keywordPlace(
        part,
        part.keywordLines.has('example') && index === 0 ? 'example' : 'examples',
      );
      yield* judge(part, { value, place, subject, direction });
    }
  }
}

interface Candidate {
  readonly value: Json;
  readonly place: Place;
  readonly subject: string;
  readonly direction: Direction;
}

function* judge(schema: Schema, { value, place, subject, direction }: Candidate): Generator<LintProblem> {
  const [first] = validate(schema, value, direction);
  if (first === undefined) return;
  yield { subject, place, expected: first.expected, received: describeViolation(first, 'example') };
}

/** The schema and every schema below it, each once. */
function partsOf(schema: Schema, seen = new Set<Schema>()): ReadonlySet<Schema> {
  if (seen.has(schema)) return seen;
  seen.add(schema);
  const single = [schema.items, schema.additionalProperties, schema.contains].filter(
    (part) => part !== undefined,
  );
  const below = [
    ...schema.properties.values(),
    ...schema.allOf,
    ...schema.anyOf,
    ...schema.oneOf,
    ...schema.prefixItems,
    ...single,
  ];
  for (const part of below) partsOf(part, seen);
  return seen;
}
