/** A value that shows a difference: allowed by one side and refused by the other. */
import type { Json } from '../../exact-json.ts';
import type { Direction, Schema } from '../../schema.ts';
import { isValid } from '../../validate.ts';
import { candidates } from './candidates.ts';
import type { Whole } from './whole.ts';

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
  let tried = 0;
  for (const value of candidates(schemas, direction, isMixed)) {
    if (tried++ > MOST_TRIED) return undefined;
    if (!isValid(refusing, value, direction) && isAllowed(value)) return value;
  }
  return undefined;
}
