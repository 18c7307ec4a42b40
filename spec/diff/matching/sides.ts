/** The two sides of a comparison, and a change of a part of an operation. */
import type { Place } from '../../source/source-file.ts';
import type { ChangeRule, SchemaChange } from '../rules/change.ts';

/** The same part in the old contract and in the new one. */
export interface Sides<Part> {
  readonly before: Part;
  readonly after: Part;
}

/** The operation is added by whoever knows it. */
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

/** What to say of a side that has nothing. */
export const NONE = 'none';
