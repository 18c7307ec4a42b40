/** What changed between two versions of a schema, and whom that breaks. */
import { isJsonObject, type Json } from '../../json/exact-json.ts';
import type { Direction, Schema } from '../../model/schema.ts';
import type { Whole } from '../demands/whole.ts';
import { EffortExceeded, withinSchemas } from '../effort.ts';
import type { SchemaChange } from '../rules/change.ts';
import { discriminatorRules } from '../rules/schema-discriminators.ts';
import { type SchemaKind, type Subject, schemaRule } from '../rules/schema-rules.ts';
import { findWitness, namesIn } from '../witness.ts';
import { areAlike } from './alike.ts';
import { comparisonFor } from './compare.ts';
import type { Difference } from './difference.ts';
import { describeWitness } from './words.ts';

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
  const { wholeOf, compare } = comparisonFor(direction);
  const tell: Telling = { at, direction, effort: { left: MOST_SEARCHES } };
  for (const difference of differencesOf(() => compare(wholeOf([before]), wholeOf([after])), wholes)) {
    yield* changesOf(difference, tell);
  }

  function wholes(): Difference['wholes'] {
    return { before: wholeOf([before]), after: wholeOf([after]) };
  }
}

/** Looking for values to show takes time, and nobody looks at more. */
const MOST_SEARCHES = 100;

interface Telling {
  readonly at: string;
  readonly direction: Direction;
  readonly effort: { left: number };
  readonly isMixed?: boolean;
}

/** Schemas within schemas may lie deeper than the stack, or be combined in more ways than anybody waits for. */
function differencesOf(
  compare: () => readonly Difference[],
  wholes: () => Difference['wholes'],
): readonly Difference[] {
  try {
    return withinSchemas(compare);
  } catch (error) {
    if (error instanceof RangeError) return undone(wholes(), 'nested too deep to compare');
    if (error instanceof EffortExceeded) return undone(wholes(), 'too many combinations to compare');
    throw error;
  }
}

/** Those in the same words are the same, whatever they mean. */
function undone(wholes: Difference['wholes'], reason: string): readonly Difference[] {
  const { before, after } = wholes;
  if (areAlike(before.schema, after.schema)) return [];
  const places = { before: before.parts[0]?.place, after: after.parts[0]?.place };
  const words = { was: reason, is: reason };
  return [{ kind: 'schema-not-compared', effect: 'unclear', path: '', ...places, ...words, wholes }];
}

function* changesOf(difference: Difference, telling: Telling): Generator<SchemaChange> {
  const { kind } = difference;
  if (kind === 'schema-cannot-be-compared' || kind === 'schema-not-compared')
    yield* shownChanges(difference, telling);
  else if (keywordKinds.has(kind)) yield* keywordChange(difference, telling);
  else yield changeOf(difference, kind, telling, breakingWitness(difference, telling));
}

/** What keywords do not decide, values may. */
function* shownChanges(difference: Difference, telling: Telling): Generator<SchemaChange> {
  const { isDoubtful = false, mayMix = false, wholes } = difference;
  const { before, after } = wholes;
  const plain = { ...telling, isMixed: !isDoubtful || mayMix };
  const [refused, allowed] = [search(before, after, plain), search(after, before, plain)];
  const shown = telling.direction === 'request' ? refused : allowed;
  if (isDoubtful && !isOfOldNames(shown, before)) return;
  if (refused !== undefined) yield changeOf(difference, 'schema-specialized', telling, refused);
  if (allowed !== undefined) yield changeOf(difference, 'schema-generalized', telling, allowed);
  if (shown === undefined) yield changeOf(difference, difference.kind, telling, undefined);
}

/** Further properties are no client's concern: a value that needs some shows nothing. */
function isOfOldNames(value: Json | undefined, { schema }: Whole): boolean {
  if (schema === undefined || !isJsonObject(value)) return value !== undefined;
  const names = namesIn(schema);
  return Object.keys(value).every((name) => names.has(name));
}

const keywordKinds: ReadonlySet<SchemaKind> = new Set(['one-of-became-any-of', 'any-of-became-one-of']);

/** Risky at most, unless there is a value that shows it. */
function* keywordChange(difference: Difference, telling: Telling): Generator<SchemaChange> {
  const witness = dangerOf(difference, telling);
  const shown = telling.direction === 'request' ? 'schema-specialized' : 'schema-generalized';
  yield changeOf(difference, witness === undefined ? difference.kind : shown, telling, witness);
}

function breakingWitness(difference: Difference, telling: Telling): Json | undefined {
  // A discriminator judges no value: what a search finds would show something else.
  if (difference.kind in discriminatorRules) return undefined;
  const rule = schemaRule(difference.kind, subjectOf(difference, telling));
  return rule.impact === 'breaking' ? dangerOf(difference, telling) : undefined;
}

/** A value by which clients break. */
function dangerOf({ wholes: { before, after } }: Difference, telling: Telling): Json | undefined {
  return telling.direction === 'request' ? search(before, after, telling) : search(after, before, telling);
}

function search(allowedBy: Whole, refusedBy: Whole, telling: Telling): Json | undefined {
  const { direction, effort, isMixed = true } = telling;
  if (effort.left-- <= 0) return undefined;
  try {
    return findWitness({ allowedBy, refusedBy, direction, isMixed });
  } catch (error) {
    // Not to find one proves nothing.
    if (error instanceof EffortExceeded) return undefined;
    throw error;
  }
}

function changeOf(
  difference: Difference,
  kind: SchemaKind,
  telling: Telling,
  witness: Json | undefined,
): SchemaChange {
  const { path, before, after, was, is } = difference;
  return {
    rule: schemaRule(kind, subjectOf(difference, telling)),
    at: `${telling.at}${path}`,
    before,
    after,
    was,
    is,
    ...(witness !== undefined && { witness: describeWitness(witness) }),
  };
}

function subjectOf({ path }: Difference, { at, direction }: Telling): Subject {
  if (path !== '') return `${direction}-property`;
  // Of a call of the server, the body of its request is read as that of an answer is.
  if (/^(?:request|response \S+) body/.test(at)) return `${direction}-body`;
  return direction === 'request' ? 'request-parameter' : 'response-header';
}

interface SchemaSides {
  readonly before: Schema;
  readonly after: Schema;
  readonly direction: Direction;
  /** The part of the exchange: `request body`. */
  readonly at: string;
}

/** As `compareSchemas`, for schemas that many operations share: two that were found equal are not compared again. */
export function* compareOnce(sides: SchemaSides): Generator<SchemaChange> {
  const { before, after, direction } = sides;
  const equals = known[direction].get(before);
  if (equals?.has(after)) return;
  let isEqual = true;
  for (const change of compareSchemas(sides)) {
    isEqual = false;
    yield change;
  }
  if (isEqual) known[direction].set(before, (equals ?? new WeakSet()).add(after));
}

const known: Readonly<Record<Direction, WeakMap<Schema, WeakSet<Schema>>>> = {
  request: new WeakMap(),
  response: new WeakMap(),
};
