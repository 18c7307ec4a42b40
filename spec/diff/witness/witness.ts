/** A value that shows a difference: allowed by one side and refused by the other. */
import type { Json } from '../../json/exact-json.ts';
import { isCombinedInMoreWays } from '../../model/combined-ways.ts';
import type { Direction, Schema } from '../../model/schema.ts';
import { isValid } from '../../validation/validate.ts';
import type { Whole } from '../demands/whole.ts';
import { candidates, partsOf } from './candidates.ts';

/** Candidates that are judged for one difference. */
const MOST_TRIED = 600;

export interface Search {
  readonly allowedBy: Whole;
  readonly refusedBy: Whole;
  readonly direction: Direction;
  /** Whether an object may mix the properties of several alternatives. */
  readonly isMixed?: boolean;
}

/** Undefined where none was found, which proves nothing. */
export function findWitness({ allowedBy, refusedBy, direction, isMixed }: Search): Json | undefined {
  const refusing = refusedBy.schema;
  if (refusing === undefined) return undefined;
  const schemas: Schema[] = [allowedBy.schema, refusing].filter((schema) => schema !== undefined);
  const isAllowed = (value: Json) =>
    allowedBy.schema === undefined || isValid(allowedBy.schema, value, direction);
  const most = mostTried(schemas);
  let tried = 0;
  for (const value of candidates(schemas, direction, isMixed)) {
    if (tried++ > most) return undefined;
    if (!isValid(refusing, value, direction) && isAllowed(value)) return value;
  }
  return undefined;
}

/** What is left over by parts of parts is worked out anew in each of them: with many, fewer values are judged. */
function mostTried(schemas: readonly Schema[]): number {
  const parts = [...partsOf(schemas)];
  const asks = ({ unevaluatedItems: items, unevaluatedProperties: properties }: Schema) =>
    items !== undefined || properties !== undefined;
  if (parts.filter(asks).length >= 2) return Math.min(MOST_TRIED, MOST_PAIRS / parts.length ** 2);
  return schemas.some((schema) => isCombinedInMoreWays(schema, MOST_WAYS)) ? FEW_TRIED : MOST_TRIED;
}

const MOST_PAIRS = 100_000;
/** Beyond these, each value takes long. */
const MOST_WAYS = 2_000;
const FEW_TRIED = 100;
