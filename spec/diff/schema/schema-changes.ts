/** What changed between two versions of a schema, and whom that breaks. */
import { isJsonObject, type Json } from '../../json/exact-json.ts';
import type { Direction, Schema } from '../../model/schema.ts';
import type { SchemaSet } from '../constraints/schema-set.ts';
import { declaredPropertyNames, findCounterexample } from '../counterexample.ts';
import type { SchemaChange } from '../rules/change.ts';
import { discriminatorRules } from '../rules/schema-discriminators.ts';
import { type SchemaKind, type Subject, schemaRule } from '../rules/schema-rules.ts';
import { StepBudgetExceededError, withSchemaBudget } from '../step-budget.ts';
import { createComparison } from './compare.ts';
import { describeExample } from './describe.ts';
import type { Difference } from './difference.ts';
import { areStructurallyEqual } from './structural-equality.ts';

export interface SchemaVersions {
  /** Undefined where nothing was demanded. */
  readonly before: Schema | undefined;
  readonly after: Schema | undefined;
  readonly direction: Direction;
  /** The part of the exchange: `request body`, `query limit`, `response 200 body`. */
  readonly at: string;
}

/**
 * Each difference once, at the innermost place. Request: what the old one allows must be allowed by the new one;
 * response: what the new one allows must have been allowed by the old one. The same contract in other words has none.
 */
export function* compareSchemas({ before, after, direction, at }: SchemaVersions): Generator<SchemaChange> {
  if (before === after) return;
  const { toSchemaSet, compare } = createComparison(direction);
  const context: ChangeContext = { at, direction, budget: { remaining: MAX_SEARCHES } };
  for (const difference of findDifferences(() => compare(toSchemaSet([before]), toSchemaSet([after])), schemaSets)) {
    yield* toChanges(difference, context);
  }

  function schemaSets(): Difference['schemaSets'] {
    return { before: toSchemaSet([before]), after: toSchemaSet([after]) };
  }
}

/** Looking for values to show takes time, and nobody looks at more. */
const MAX_SEARCHES = 100;

interface ChangeContext {
  readonly at: string;
  readonly direction: Direction;
  readonly budget: { remaining: number };
  readonly mayMixAlternatives?: boolean;
}

/** Schemas within schemas may lie deeper than the stack, or be combined in more ways than anybody waits for. */
function findDifferences(
  compare: () => readonly Difference[],
  schemaSets: () => Difference['schemaSets'],
): readonly Difference[] {
  try {
    return withSchemaBudget(compare);
  } catch (error) {
    if (error instanceof RangeError) return notComparedDifference(schemaSets(), 'nested too deep to compare');
    if (error instanceof StepBudgetExceededError)
      return notComparedDifference(schemaSets(), 'too many combinations to compare');
    throw error;
  }
}

/** Those in the same words are the same, whatever they mean. */
function notComparedDifference(schemaSets: Difference['schemaSets'], reason: string): readonly Difference[] {
  const { before, after } = schemaSets;
  if (areStructurallyEqual(before.combined, after.combined)) return [];
  const places = { before: before.parts[0]?.place, after: after.parts[0]?.place };
  const text = { was: reason, is: reason };
  return [{ kind: 'schema-not-compared', effect: 'unclear', path: '', ...places, ...text, schemaSets }];
}

function* toChanges(difference: Difference, context: ChangeContext): Generator<SchemaChange> {
  const { kind } = difference;
  if (kind === 'schema-cannot-be-compared' || kind === 'schema-not-compared')
    yield* changesWithExamples(difference, context);
  else if (keywordKinds.has(kind)) yield* changeOfKeyword(difference, context);
  else yield createChange(difference, kind, context, findBreakingExample(difference, context));
}

/** What keywords do not decide, values may. */
function* changesWithExamples(difference: Difference, context: ChangeContext): Generator<SchemaChange> {
  const { needsExample = false, mayMixAlternatives = false, schemaSets } = difference;
  const { before, after } = schemaSets;
  const unmixedContext = { ...context, mayMixAlternatives: !needsExample || mayMixAlternatives };
  const [rejectedExample, addedExample] = [
    searchExample(before, after, unmixedContext),
    searchExample(after, before, unmixedContext),
  ];
  const clientExample = context.direction === 'request' ? rejectedExample : addedExample;
  if (needsExample && !hasOnlyOldNames(clientExample, before)) return;
  if (rejectedExample !== undefined) yield createChange(difference, 'schema-specialized', context, rejectedExample);
  if (addedExample !== undefined) yield createChange(difference, 'schema-generalized', context, addedExample);
  if (clientExample === undefined) yield createChange(difference, difference.kind, context, undefined);
}

/** Further properties are no client's concern: a value that needs some shows nothing. */
function hasOnlyOldNames(value: Json | undefined, { combined }: SchemaSet): boolean {
  if (combined === undefined || !isJsonObject(value)) return value !== undefined;
  const names = declaredPropertyNames(combined);
  return Object.keys(value).every((name) => names.has(name));
}

const keywordKinds: ReadonlySet<SchemaKind> = new Set(['one-of-became-any-of', 'any-of-became-one-of']);

/** Risky at most, unless there is a value that shows it. */
function* changeOfKeyword(difference: Difference, context: ChangeContext): Generator<SchemaChange> {
  const example = findClientBreakingExample(difference, context);
  const clientExample = context.direction === 'request' ? 'schema-specialized' : 'schema-generalized';
  yield createChange(difference, example === undefined ? difference.kind : clientExample, context, example);
}

function findBreakingExample(difference: Difference, context: ChangeContext): Json | undefined {
  // A discriminator judges no value: what a search finds would show something else.
  if (difference.kind in discriminatorRules) return undefined;
  const rule = schemaRule(difference.kind, changeSubject(difference, context));
  return rule.impact === 'breaking' ? findClientBreakingExample(difference, context) : undefined;
}

/** A value by which clients break. */
function findClientBreakingExample(
  { schemaSets: { before, after } }: Difference,
  context: ChangeContext,
): Json | undefined {
  return context.direction === 'request'
    ? searchExample(before, after, context)
    : searchExample(after, before, context);
}

function searchExample(allowedBy: SchemaSet, rejectedBy: SchemaSet, context: ChangeContext): Json | undefined {
  const { direction, budget, mayMixAlternatives = true } = context;
  if (budget.remaining-- <= 0) return undefined;
  try {
    return findCounterexample({ allowedBy, rejectedBy, direction, mayMixAlternatives });
  } catch (error) {
    // Not to find one proves nothing.
    if (error instanceof StepBudgetExceededError) return undefined;
    throw error;
  }
}

function createChange(
  difference: Difference,
  kind: SchemaKind,
  context: ChangeContext,
  example: Json | undefined,
): SchemaChange {
  const { path, before, after, was, is } = difference;
  return {
    rule: schemaRule(kind, changeSubject(difference, context)),
    at: `${context.at}${path}`,
    before,
    after,
    was,
    is,
    ...(example !== undefined && { witness: describeExample(example) }),
  };
}

function changeSubject({ path }: Difference, { at, direction }: ChangeContext): Subject {
  if (path !== '') return `${direction}-property`;
  // Of a call of the server, the body of its request is read as that of an answer is.
  if (/^(?:request|response \S+) body/.test(at)) return `${direction}-body`;
  return direction === 'request' ? 'request-parameter' : 'response-header';
}

interface DefinedSchemaVersions {
  readonly before: Schema;
  readonly after: Schema;
  readonly direction: Direction;
  /** The part of the exchange: `request body`. */
  readonly at: string;
}

/** As `compareSchemas`, for schemas that many operations share: two that were found equal are not compared again. */
export function* compareSchemasOnce(sides: DefinedSchemaVersions): Generator<SchemaChange> {
  const { before, after, direction } = sides;
  const equalTo = equalSchemas[direction].get(before);
  if (equalTo?.has(after)) return;
  let isEqual = true;
  for (const change of compareSchemas(sides)) {
    isEqual = false;
    yield change;
  }
  if (isEqual) equalSchemas[direction].set(before, (equalTo ?? new WeakSet()).add(after));
}

const equalSchemas: Readonly<Record<Direction, WeakMap<Schema, WeakSet<Schema>>>> = {
  request: new WeakMap(),
  response: new WeakMap(),
};
