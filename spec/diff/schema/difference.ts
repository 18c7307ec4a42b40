/** What the comparison of two schemas finds, before it is known of which part of which operation it is. */
import { type Direction, type Schema, toKeywordPlace } from '../../model/schema.ts';
import type { Place } from '../../source/source-file.ts';
import type { ConstraintsOf } from '../constraints/collect-constraints.ts';
import type { Constraints } from '../constraints/constraints.ts';
import type { SchemaSet, ToSchemaSet } from '../constraints/schema-set.ts';
import type { Effect } from '../rules/schema-rule.ts';
import { getEffect, type SchemaKind } from '../rules/schema-rules.ts';

export interface Difference {
  readonly kind: SchemaKind;
  readonly effect: Effect;
  /** Below the schema where the comparison began: `.lines[].size`. */
  readonly path: string;
  readonly before: Place | undefined;
  readonly after: Place | undefined;
  readonly was: string;
  readonly is: string;
  /** Not worth telling unless a value shows it. */
  readonly needsExample?: boolean;
  /** A value may have the properties of several alternatives to show it, those that the old contract declares. */
  readonly mayMixAlternatives?: boolean;
  /** The two whose values show it. */
  readonly schemaSets: SchemaSetPair;
}

export interface SchemaSetPair {
  readonly before: SchemaSet;
  readonly after: SchemaSet;
}

/** The demands of both on the same type. */
export interface ConstraintsPair {
  readonly before: Constraints;
  readonly after: Constraints;
}

/** What each part of the comparison may ask of the others. */
export interface Comparison {
  readonly direction: Direction;
  readonly toSchemaSet: ToSchemaSet;
  readonly constraintsOf: ConstraintsOf;
  /** Of two sets of schemas for the same value, a pair once. */
  compare(before: SchemaSet, after: SchemaSet): readonly Difference[];
  /** The same for the values of one type, as of a part that applies to some of the values of the pair. */
  comparePart(parts: SchemaSetPair, pair: ConstraintsPair): readonly Difference[];
}

export interface DifferenceInput {
  readonly kind: SchemaKind;
  /** What changed; the place of the schema stands in where it is not written there. */
  readonly keyword: string;
  readonly was: string;
  readonly is: string;
  readonly path?: string;
}

export function createDifference({ before, after }: ConstraintsPair, input: DifferenceInput): Difference {
  const { kind, keyword, was, is, path = '' } = input;
  return {
    kind,
    effect: getEffect(kind),
    path,
    before: findKeywordPlace([...before.sources, ...before.schemaSet.parts], keyword),
    after: findKeywordPlace([...after.sources, ...after.schemaSet.parts], keyword),
    was,
    is,
    schemaSets: { before: before.schemaSet, after: after.schemaSet },
  };
}

function findKeywordPlace(schemas: readonly Schema[], keyword: string): Place | undefined {
  const declaring = schemas.find((schema) => schema.keywordLines.has(keyword));
  return declaring === undefined ? schemas[0]?.place : toKeywordPlace(declaring, keyword);
}

/** The same differences one level further up. */
export function atSubpath(path: string, differences: readonly Difference[]): readonly Difference[] {
  return differences.map((one) => ({ ...one, path: `${path}${one.path}` }));
}

/** Whether something was passed over because it takes too long. */
export function hasNotCompared(differences: readonly Difference[]): boolean {
  return differences.some(({ kind }) => kind === 'schema-not-compared');
}

/** Whether no value that the old one allows is refused by the new one, as far as the keywords tell. */
export function keepsAllValues(differences: readonly Difference[]): boolean {
  return differences.every(({ effect }) => effect === 'wider' || effect === 'none');
}
