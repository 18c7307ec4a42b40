/** Schemas that no value meets by all of their keywords together, and which keywords those are. */
import { wholeOf } from '../../../spec/diff/demands/whole.ts';
import { type Direction, keywordPlace, type Schema } from '../../../spec/model/schema.ts';
import { contradictsItself, endlessAmong, leavesNothing, within } from '../impossible.ts';
import type { LintProblem, LintRule } from '../rule.ts';
import { partsOf, type SchemaPart } from '../schemas/parts.ts';
import { boundsPossible, enumPossible } from './possible.ts';

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

function* contradictions(parts: readonly SchemaPart[]): Generator<LintProblem> {
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
function* endless(parts: readonly SchemaPart[]): Generator<LintProblem> {
  const told = new Set<Schema>();
  for (const { subject, name, schema, direction } of withoutEnd(parts)) {
    const held = within(schema, direction);
    if (told.has(schema) || !held.has(schema)) continue;
    for (const one of held) told.add(one);
    const expected = `a value of ${name} that has an end`;
    yield { subject, place: schema.place, expected, received: 'each holds another of its kind' };
  }
}

function withoutEnd(
  parts: readonly SchemaPart[],
): readonly (SchemaPart & { readonly direction: Direction })[] {
  const schemas = parts.map(({ schema }) => schema);
  const open = { request: endlessAmong(schemas, 'request'), response: endlessAmong(schemas, 'response') };
  return parts.flatMap((part) => {
    const [direction = 'response'] = part.directions;
    return [...part.directions].every((one) => open[one].has(part.schema)) ? [{ ...part, direction }] : [];
  });
}

/** In words, for a schema that contradicts itself: `type (line 3) and multipleOf (line 4)`. */
function clashIn(schema: Schema, direction: Direction): string {
  const { parts } = wholeOf([schema]);
  let left: readonly Schema[] = parts.map((part) => ({ ...part, allOf: [] }));
  const needed = parts.flatMap((part, index) =>
    Object.entries(withoutKeyword)
      .filter(([keyword, change]) => {
        if (!part.keywordLines.has(keyword)) return false;
        const trial = left.map((one, at) => (at === index ? { ...one, ...change } : one));
        const isIdle = leavesNothing(trial, direction);
        if (isIdle) left = trial;
        return !isIdle;
      })
      .map(([keyword]) => `${keyword} (line ${keywordPlace(part, keyword).line})`),
  );
  const [last = 'its keywords', ...others] = needed.toReversed();
  if (others.length > 0) return `${others.toReversed().join(', ')} and ${last}`;
  return last.startsWith('oneOf') ? `${last}: what one alternative allows, another allows too` : last;
}

const withoutKeyword: Readonly<Record<string, Partial<Schema>>> = {
  not: { not: undefined },
  if: { if: undefined },
  oneOf: { oneOf: [] },
  anyOf: { anyOf: [] },
  dependentRequired: { dependentRequired: new Map() },
  dependentSchemas: { dependentSchemas: new Map() },
  propertyNames: { propertyNames: undefined },
  unevaluatedProperties: { unevaluatedProperties: undefined },
  additionalProperties: { additionalProperties: undefined },
  patternProperties: { patternProperties: [] },
  properties: { properties: new Map() },
  required: { required: new Set() },
  minProperties: { minProperties: undefined },
  maxProperties: { maxProperties: undefined },
  unevaluatedItems: { unevaluatedItems: undefined },
  contains: { contains: undefined },
  prefixItems: { prefixItems: [] },
  items: { items: undefined },
  minItems: { minItems: undefined },
  maxItems: { maxItems: undefined },
  pattern: { pattern: undefined },
  format: { format: undefined },
  minLength: { minLength: undefined },
  maxLength: { maxLength: undefined },
  multipleOf: { multipleOf: undefined },
  minimum: { minimum: undefined, exclusiveMinimum: undefined },
  maximum: { maximum: undefined, exclusiveMaximum: undefined },
  exclusiveMinimum: { exclusiveMinimum: undefined },
  exclusiveMaximum: { exclusiveMaximum: undefined },
  const: { const: undefined },
  enum: { enum: undefined },
  type: { types: undefined },
};
