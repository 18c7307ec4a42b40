/** The two sides of a comparison, and a change in a part of an operation. */
import type { Place } from '../../source/source-file.ts';
import type { ChangeRule, SchemaChange } from '../rules/change.ts';

/** The same part in the old and the new contract. */
export interface Sides<Part> {
  readonly before: Part;
  readonly after: Part;
}

/** The caller adds the operation. */
export type PartChange = SchemaChange;

interface PartChangeInput {
  readonly at: string;
  readonly before?: Place | undefined;
  readonly after?: Place | undefined;
  readonly was: string;
  readonly is: string;
}

export function createPartChange(rule: ChangeRule, { at, before, after, was, is }: PartChangeInput): PartChange {
  return { rule, at, before, after, was, is };
}

/** The text for a side without a value. */
export const NONE = 'none';
