/** Schemas with too many combinations to compare: what is not compared is reported, and every comparison ends. */
import { describe, expect, test } from 'vitest';
import { compareWithBaseline } from '../../../contracts/baseline/baseline-stage.ts';
import { computeVerdict } from '../../../contracts/verdict/verdict.ts';
import { compareSchemas } from '../../../spec/diff/schema/schema-changes.ts';
import { areStructurallyEqual } from '../../../spec/diff/schema/structural-equality.ts';
import {
  StepBudgetExceededError,
  spendSteps,
  withDocumentBudget,
  withSchemaBudget,
  withStepBudget,
} from '../../../spec/diff/step-budget.ts';
import { parseContract } from '../../../spec/loading/load-contract.ts';
import { parseSchema } from '../support.ts';

const UNDONE = 'request-body-schema-not-compared';

describe.each(['anyOf', 'oneOf'])('%s in %s, each level with the next one twice', (keyword) => {
  const doubled = (levels: number, most: number) =>
    levelled(levels, (next) => `{ ${keyword}: [${next('A')}, ${next('B')}] }`, most);

  test('is reported as not compared at 25 levels', () => {
    expect(idsBetween(doubled(25, 8), doubled(25, 7))).toEqual([UNDONE]);
  });

  test('has no changes if nothing changed', () => {
    expect(idsBetween(doubled(25, 8), doubled(25, 8))).toEqual([]);
  });
});

test('compares anyOf of the same schema twice at 25 levels, which equals that schema', () => {
  const twice = (most: number) => levelled(25, (next) => `{ anyOf: [${next('A')}, ${next('A')}] }`, most);
  expect(idsBetween(twice(8), twice(7))).toEqual(['request-body-max-length-decreased']);
});

/** Like a nondeterministic automaton: 2 to the power of `levels` sets of schemas may validate a property. */
const scattered = (levels: number, most: number) =>
  [
    "$ref: '#/$defs/start'",
    '$defs:',
    "  start: { properties: { a: { allOf: [{ $ref: '#/$defs/start' }, { $ref: '#/$defs/s-1' }] }, b: { $ref: '#/$defs/start' } } }",
    ...Array.from({ length: levels }, (_unused, index) => {
      const next = `{ $ref: '#/$defs/s-${index + 2}' }`;
      return `  s-${index + 1}: { properties: { a: ${next}, b: ${next} } }`;
    }),
    `  s-${levels + 1}: { type: object, maxProperties: ${most} }`,
  ].join('\n');

test('reports too many sets of schemas as not compared', () => {
  expect(idsBetween(scattered(25, 8), scattered(25, 7))).toEqual([UNDONE]);
  expect(idsBetween(scattered(25, 8), scattered(25, 8))).toEqual([]);
  expect(idsBetween(scattered(3, 8), scattered(3, 7))).not.toContain(UNDONE);
});

test('makes the verdict inconclusive without a breaking change if something was not compared', async () => {
  const [before, after] = await Promise.all([8, 7].map((most) => contractWith(scattered(25, most))));
  if (before === undefined || after === undefined) throw new Error('expected two contracts');
  const stage = compareWithBaseline(before, after);
  expect(stage.unattempted).toEqual([expect.stringMatching(/^not compared: request body of make: /)]);
  expect(computeVerdict({ ...stage, strict: false })).toMatchObject({ exitCode: 2, kind: 'inconclusive' });
  expect(stage.attemptedChecks).not.toContainEqual(expect.objectContaining({ check: 'request-body' }));
});

describe('the step budget of a comparison', () => {
  test('ends it if exceeded, and counts for the enclosing comparisons', () => {
    const spent = () => withStepBudget(3, () => spendSteps(3));
    expect(() => withStepBudget(5, () => [spent(), spent()])).toThrow(StepBudgetExceededError);
    expect(() => withStepBudget(6, () => [spent(), spent()])).not.toThrow();
    expect(() => withStepBudget(2, () => spendSteps(3))).toThrow(StepBudgetExceededError);
  });

  test('gives less budget to schemas after skipped ones, but enough for simple ones', () => {
    const isDone = (steps: number) => {
      try {
        withSchemaBudget(() => spendSteps(steps));
        return true;
      } catch {
        return false;
      }
    };
    const doneAfter = (givenUp: number, steps: number) =>
      withDocumentBudget(2_000_000, () => {
        for (let one = 0; one < givenUp; one++) isDone(50_001);
        return isDone(steps);
      });
    expect([
      doneAfter(0, 50_000),
      doneAfter(1, 50_000),
      doneAfter(1, 25_000),
      doneAfter(20, 2_000),
      doneAfter(20, 2_001),
    ]).toEqual([true, false, true, true, false]);
    // Outside of two documents nothing is remembered.
    expect([isDone(50_001), isDone(50_000)]).toEqual([false, true]);
  });
});

describe('schemas with the same text', () => {
  const ring = (length: number, most = 8) =>
    [
      "$ref: '#/$defs/r-0'",
      '$defs:',
      ...Array.from({ length }, (_unused, index) => {
        const next = `{ $ref: '#/$defs/r-${(index + 1) % length}' }`;
        return `  r-${index}: { properties: { next: ${next}, name: { type: string, maxLength: ${most} } } }`;
      }),
    ].join('\n');

  test('are equal, also in cycles of any length', () => {
    expect(areStructurallyEqual(parseSchema(ring(7)), parseSchema(ring(7)))).toBe(true);
    expect(areStructurallyEqual(parseSchema(ring(999)), parseSchema(ring(1_000)))).toBe(true);
  });

  test.each([
    ['type: string', 'type: integer'],
    ['type: string', 'type: [string, "null"]'],
    ['type: string', '{}'],
    ['enum: [a]', 'enum: [b]'],
    ['const: 1', 'const: 2'],
    ['minimum: 1', 'minimum: 2'],
    ['pattern: a', 'pattern: b'],
    ['required: [a]', 'required: [b]'],
    ['anyOf: [{}, {}]', 'oneOf: [{}, {}]'],
    ['allOf: [{ type: string }]', 'allOf: [{ type: string }, {}]'],
    ['properties: { a: { type: string } }', 'properties: { b: { type: string } }'],
    ['patternProperties: { a: { type: string } }', 'patternProperties: { b: { type: string } }'],
    ['dependentRequired: { a: [b] }', 'dependentRequired: { a: [c] }'],
    ['not: { type: string }', 'not: { type: object }'],
    ['additionalProperties: false', 'additionalProperties: true'],
    ['unevaluatedItems: false', 'items: false'],
    ['default: 1', 'default: 2'],
    ['readOnly: true', 'writeOnly: true'],
    [ring(7), ring(7, 9)],
  ])('are not equal if one is different: %s, %s', (one, other) => {
    expect(areStructurallyEqual(parseSchema(one), parseSchema(one))).toBe(true);
    expect(areStructurallyEqual(parseSchema(one), parseSchema(other))).toBe(false);
  });
});

function idsBetween(before: string, after: string): readonly string[] {
  const sides = { before: parseSchema(before), after: parseSchema(after) };
  const changes = compareSchemas({ ...sides, direction: 'request', at: 'request body' });
  return [...new Set([...changes].map(({ rule }) => rule.id))];
}

/** Two schemas on each level. */
function levelled(levels: number, rung: (next: (side: string) => string) => string, most: number): string {
  const at = (level: number) => (side: string) => `{ $ref: '#/$defs/${side}-${level}' }`;
  return [
    `$ref: '#/$defs/A-0'`,
    '$defs:',
    ...Array.from({ length: levels }, (_unused, level) =>
      ['A', 'B'].map((side) => `  ${side}-${level}: ${rung(at(level + 1))}`),
    ).flat(),
    `  A-${levels}: { type: string, maxLength: ${most} }`,
    `  B-${levels}: { type: string, maxLength: ${most}, minLength: 1 }`,
  ].join('\n');
}

async function contractWith(schema: string) {
  const body = schema.replaceAll('#/$defs/', '#/components/schemas/').split('$defs:\n');
  const text = [
    'openapi: 3.1.0',
    'info: { title: T, version: "1" }',
    'paths:',
    '  /t:',
    '    post:',
    '      operationId: make',
    `      requestBody: { content: { application/json: { schema: { ${body[0]?.trim()} } } } }`,
    '      responses: { 200: { description: ok } }',
    'components:',
    '  schemas:',
    ...(body[1] ?? '').split('\n').map((line) => `  ${line}`),
  ].join('\n');
  return parseContract('file:///api.yaml', text);
}
