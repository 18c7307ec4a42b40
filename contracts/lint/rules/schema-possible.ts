import type { Direction, Schema } from '../../../spec/model/schema.ts';
import { clashIn } from '../clash.ts';
import { contradictsItself, endlessAmong, leavesNothing, within } from '../impossible.ts';
import type { LintProblem } from '../problem.ts';
import type { LintRule } from '../rule.ts';
import { type Part, partsOf } from '../schemas/parts.ts';
import { boundsPossible } from './bounds-possible.ts';
import { enumPossible } from './enum-possible.ts';

export const schemaPossible: LintRule = {
  id: 'schema-possible',
  severity: 'fault',
  holds: 'every schema has a value that meets it',
  title: 'No value meets this schema',
  why: 'Whatever an implementation sends or takes breaks the contract, and nobody can make a request of it. Correct one of the keywords that are named; where a schema needs one of its own kind, take that property out of required, or let it be null.',
  restsOn:
    'JSON Schema Validation 2020-12, section 6; JSON Schema Core 2020-12, section 10.2.1 (allOf, anyOf, oneOf)',
  *problems(contract, engine) {
    const parts = partsOf(contract);
    const simpler = [boundsPossible, enumPossible].flatMap((rule) => [...rule.problems(contract, engine)]);
    const told = new Set(simpler.map(({ place }) => place.pointer.replace(/\/[^/]*$/, '')));
    yield* contradictions(parts.filter(({ schema }) => !told.has(schema.place.pointer)));
    yield* endless(parts);
  },
};

function* contradictions(parts: readonly Part[]): Generator<LintProblem> {
  for (const { subject, name, schema, directions } of parts) {
    const [direction = 'response'] = directions;
    if (!isContradiction(schema, directions) || isOfParts(schema, directions)) continue;
    const received = `none is left by ${clashIn(schema, direction)}`;
    yield { subject, place: schema.place, expected: `a value that meets ${name}`, received };
  }
}

function isContradiction(schema: Schema, directions: ReadonlySet<Direction>): boolean {
  return [...directions].every((direction) => contradictsItself(schema, direction));
}

/** What a part of it is told for, or says on purpose, is not told again. */
function isOfParts({ allOf, anyOf, oneOf }: Schema, directions: ReadonlySet<Direction>): boolean {
  const isOut = (part: Schema) => [...directions].every((direction) => leavesNothing([part], direction));
  return allOf.some(isOut) || [anyOf, oneOf].some((options) => options.length > 0 && options.every(isOut));
}

/** Once for all that lead on to each other. */
function* endless(parts: readonly Part[]): Generator<LintProblem> {
  const told = new Set<Schema>();
  for (const { subject, name, schema, direction } of withoutEnd(parts)) {
    const held = within(schema, direction);
    if (told.has(schema) || !held.has(schema)) continue;
    for (const one of held) told.add(one);
    const expected = `a value of ${name} that has an end`;
    yield { subject, place: schema.place, expected, received: 'each holds another of its kind' };
  }
}

function withoutEnd(parts: readonly Part[]): readonly (Part & { readonly direction: Direction })[] {
  const schemas = parts.map(({ schema }) => schema);
  const open = { request: endlessAmong(schemas, 'request'), response: endlessAmong(schemas, 'response') };
  return parts.flatMap((part) => {
    const [direction = 'response'] = part.directions;
    return [...part.directions].every((one) => open[one].has(part.schema)) ? [{ ...part, direction }] : [];
  });
}
