/** Schemas that their keywords together make unsatisfiable, and which keywords those are. */
import { toSchemaSet } from '../../../spec/diff/constraints/schema-set.ts';
import { type Direction, type Schema, toKeywordPlace } from '../../../spec/model/schema.ts';
import type { LintProblem, LintRule } from '../lint-rule.ts';
import { collectSchemas, type SchemaPart } from '../schemas/collect-schemas.ts';
import { areUnsatisfiable, findInfiniteSchemas, isUnsatisfiable, transitiveRequirements } from '../unsatisfiable.ts';
import { boundsSatisfiable, enumSatisfiable } from './unsatisfiable-keywords.ts';

export const schemaSatisfiable: LintRule = {
  id: 'schema-satisfiable',
  severity: 'error',
  invariant: 'every schema allows at least one value',
  title: 'No value matches this schema',
  why: 'Every value that an implementation sends or accepts violates the contract, and no request can be generated. Correct one of the named keywords. If a schema requires a value of its own type, remove that property from required, or allow null.',
  references:
    'JSON Schema Validation 2020-12, section 6; JSON Schema Core 2020-12, section 10.2.1 (allOf, anyOf, oneOf)',
  *problems(contract, redoclyProblems) {
    const parts = collectSchemas(contract);
    const simplerProblems = [boundsSatisfiable, enumSatisfiable].flatMap((rule) => [
      ...rule.problems(contract, redoclyProblems),
    ]);
    const reported = new Set(simplerProblems.map(({ place }) => place.pointer.replace(/\/[^/]*$/, '')));
    yield* findContradictions(parts.filter(({ schema }) => !reported.has(schema.place.pointer)));
    yield* findInfinite(parts);
  },
};

function* findContradictions(parts: readonly SchemaPart[]): Generator<LintProblem> {
  for (const { subject, name, schema, directions } of parts) {
    const [direction = 'response'] = directions;
    if (!isUnsatisfiableEverywhere(schema, directions) || isExplainedByParts(schema, directions)) continue;
    const received = `no value matches ${describeClash(schema, direction)}`;
    yield { subject, place: schema.place, expected: `a value that matches ${name}`, received };
  }
}

function isUnsatisfiableEverywhere(schema: Schema, directions: ReadonlySet<Direction>): boolean {
  return [...directions].every((direction) => isUnsatisfiable(schema, direction));
}

/** Whether a part explains it: that part is reported itself, or is deliberately unsatisfiable. */
function isExplainedByParts({ allOf, anyOf, oneOf }: Schema, directions: ReadonlySet<Direction>): boolean {
  const isUnsatisfiablePart = (part: Schema) =>
    [...directions].every((direction) => areUnsatisfiable([part], direction));
  return (
    allOf.some(isUnsatisfiablePart) ||
    [anyOf, oneOf].some((options) => options.length > 0 && options.every(isUnsatisfiablePart))
  );
}

/** Reports schemas that require each other once. */
function* findInfinite(parts: readonly SchemaPart[]): Generator<LintProblem> {
  const reported = new Set<Schema>();
  for (const { subject, name, schema, direction } of infiniteParts(parts)) {
    const required = transitiveRequirements(schema, direction);
    if (reported.has(schema) || !required.has(schema)) continue;
    for (const one of required) reported.add(one);
    const expected = `a finite value of ${name}`;
    yield { subject, place: schema.place, expected, received: 'each value contains another one of this schema' };
  }
}

function infiniteParts(parts: readonly SchemaPart[]): readonly (SchemaPart & { readonly direction: Direction })[] {
  const schemas = parts.map(({ schema }) => schema);
  const infinite = {
    request: findInfiniteSchemas(schemas, 'request'),
    response: findInfiniteSchemas(schemas, 'response'),
  };
  return parts.flatMap((part) => {
    const [direction = 'response'] = part.directions;
    return [...part.directions].every((one) => infinite[one].has(part.schema)) ? [{ ...part, direction }] : [];
  });
}

/** The keywords that contradict each other, as text: `type (line 3) and multipleOf (line 4)`. */
function describeClash(schema: Schema, direction: Direction): string {
  const { parts } = toSchemaSet([schema]);
  let remaining: readonly Schema[] = parts.map((part) => ({ ...part, allOf: [] }));
  const needed = parts.flatMap((part, index) =>
    Object.entries(keywordRemovals)
      .filter(([keyword, change]) => {
        if (!part.keywordLines.has(keyword)) return false;
        const candidate = remaining.map((one, at) => (at === index ? { ...one, ...change } : one));
        const isStillUnsatisfiable = areUnsatisfiable(candidate, direction);
        if (isStillUnsatisfiable) remaining = candidate;
        return !isStillUnsatisfiable;
      })
      .map(([keyword]) => `${keyword} (line ${toKeywordPlace(part, keyword).line})`),
  );
  const [last = 'its keywords', ...others] = needed.toReversed();
  if (others.length > 0) return `${others.toReversed().join(', ')} and ${last}`;
  return last.startsWith('oneOf') ? `${last}: values of one alternative match another one too` : last;
}

const keywordRemovals: Readonly<Record<string, Partial<Schema>>> = {
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
