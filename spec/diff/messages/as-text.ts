/** Values that are text on the wire: parameters and headers. */
import type { Schema } from '../../model/schema.ts';
import { isPlain, typesOf } from './schema-kinds.ts';

export interface TextSides {
  /** Of whoever writes. */
  readonly narrow: Schema;
  /** Of whoever reads. */
  readonly wide: Schema;
  /** The reader takes one value for a list of one. */
  readonly isListed: boolean;
}

/**
 * What is to be compared of the two, old and new as they are for a parameter; undefined where every text of the writer is
 * one of the reader by its type alone: `5` is a string too.
 */
export function asSent({
  narrow,
  wide,
  isListed,
}: TextSides): { readonly before: Schema; readonly after: Schema } | undefined {
  if (isScalar(narrow) && isAnyText(wide))
    return isAnyText(narrow) ? { before: narrow, after: wide } : undefined;
  if (isListed && isScalar(narrow) && isList(wide))
    return asSent({ narrow, wide: wide.items ?? narrow, isListed: false });
  return { before: narrow, after: wide };
}

/** Written as one text: no list and no object. */
export function isScalar(schema: Schema): boolean {
  const types = typesOf(schema);
  return types !== undefined && !types.has('array') && !types.has('object');
}

function isList(schema: Schema): boolean {
  const types = typesOf(schema);
  return types?.size === 1 && types.has('array') && (schema.minItems ?? 0) <= 1;
}

/** Takes any text, and so whatever is written for a number or a boolean. */
export function isAnyText(schema: Schema): boolean {
  return isPlain(schema) && typesOf(schema)?.has('string') !== false;
}
