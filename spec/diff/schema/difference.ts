/** What the comparison of two schemas finds, before it is known of which part of which operation it is. */
import { type Direction, keywordPlace, type Schema } from '../../model/schema.ts';
import type { Place } from '../../source/source-file.ts';
import type { Demands } from '../demands/demands.ts';
import type { DemandsOf } from '../demands/gather.ts';
import type { Whole, WholeOf } from '../demands/whole.ts';
import type { Effect } from '../rules/schema-rule.ts';
import { effectOf, type SchemaKind } from '../rules/schema-rules.ts';

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
  readonly isDoubtful?: boolean;
  /** A value may have the properties of several alternatives to show it, those that the old contract declares. */
  readonly mayMix?: boolean;
  /** The two whose values show it. */
  readonly wholes: Wholes;
}

export interface Wholes {
  readonly before: Whole;
  readonly after: Whole;
}

/** The demands of both on the same type. */
export interface Pair {
  readonly before: Demands;
  readonly after: Demands;
}

/** What each part of the comparison may ask of the others. */
export interface Comparison {
  readonly direction: Direction;
  readonly wholeOf: WholeOf;
  readonly demandsOf: DemandsOf;
  /** Of two sets of schemas for the same value, a pair once. */
  compare(before: Whole, after: Whole): readonly Difference[];
  /** The same for the values of one type, as of a part that applies to some of the values of the pair. */
  comparePart(parts: Wholes, pair: Pair): readonly Difference[];
}

export interface Finding {
  readonly kind: SchemaKind;
  /** What changed; the place of the schema stands in where it is not written there. */
  readonly keyword: string;
  readonly was: string;
  readonly is: string;
  readonly path?: string;
}

export function differenceOf({ before, after }: Pair, finding: Finding): Difference {
  const { kind, keyword, was, is, path = '' } = finding;
  return {
    kind,
    effect: effectOf(kind),
    path,
    before: placeOf([...before.from, ...before.whole.parts], keyword),
    after: placeOf([...after.from, ...after.whole.parts], keyword),
    was,
    is,
    wholes: { before: before.whole, after: after.whole },
  };
}

function placeOf(schemas: readonly Schema[], keyword: string): Place | undefined {
  const bearer = schemas.find((schema) => schema.keywordLines.has(keyword));
  return bearer === undefined ? schemas[0]?.place : keywordPlace(bearer, keyword);
}

/** The same differences one level further up. */
export function below(path: string, differences: readonly Difference[]): readonly Difference[] {
  return differences.map((one) => ({ ...one, path: `${path}${one.path}` }));
}

/** Whether something was passed over because it takes too long. */
export function isUndone(differences: readonly Difference[]): boolean {
  return differences.some(({ kind }) => kind === 'schema-not-compared');
}

/** Whether no value that the old one allows is refused by the new one, as far as the keywords tell. */
export function keepsAll(differences: readonly Difference[]): boolean {
  return differences.every(({ effect }) => effect === 'wider' || effect === 'none');
}
