/** A difference between two schemas, before it is assigned to a part of an operation. */
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
  /** The path below the compared schema: `.lines[].size`. */
  readonly path: string;
  readonly before: Place | undefined;
  readonly after: Place | undefined;
  readonly was: string;
  readonly is: string;
  /** Only reported if an example value shows it. */
  readonly needsExample?: boolean;
  /** The example may combine properties of several alternatives that the old contract declares. */
  readonly mayMixAlternatives?: boolean;
  /** The schemas whose values show the difference. */
  readonly schemaSets: SchemaSetPair;
}

export interface SchemaSetPair {
  readonly before: SchemaSet;
  readonly after: SchemaSet;
}

/** The constraints of both sides for the same type. */
export interface ConstraintsPair {
  readonly before: Constraints;
  readonly after: Constraints;
}

/** Functions that the parts of the comparison use. */
export interface Comparison {
  readonly direction: Direction;
  readonly toSchemaSet: ToSchemaSet;
  readonly constraintsOf: ConstraintsOf;
  /** Compares two sets of schemas for the same value; each pair once. */
  compare(before: SchemaSet, after: SchemaSet): readonly Difference[];
  /** Compares the values of one type, for a part that applies to some of the pair's values. */
  comparePart(parts: SchemaSetPair, pair: ConstraintsPair): readonly Difference[];
}

export interface DifferenceInput {
  readonly kind: SchemaKind;
  /** The changed keyword; without it in the document, the place of the schema is reported. */
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

/** Returns the differences with their paths prefixed. */
export function atSubpath(path: string, differences: readonly Difference[]): readonly Difference[] {
  return differences.map((one) => ({ ...one, path: `${path}${one.path}` }));
}

/** Whether a part was skipped because it takes too long. */
export function hasNotCompared(differences: readonly Difference[]): boolean {
  return differences.some(({ kind }) => kind === 'schema-not-compared');
}

/** Whether the new side accepts every value of the old one, as far as keywords show. */
export function keepsAllValues(differences: readonly Difference[]): boolean {
  return differences.every(({ effect }) => effect === 'wider' || effect === 'none');
}
