/** Many changes of one cause: a shared schema, parameter or scheme shows in every operation that uses it. */
import type { Change } from '../../spec/diff/rules/change.ts';

export interface FoldedChange {
  readonly change: Change;
  /** The same, at other operations or other parts of this one. */
  readonly others: readonly Change[];
}

/** In the order of the first of each. */
export function foldChanges(changes: readonly Change[]): readonly FoldedChange[] {
  return [...Map.groupBy(changes, causeOf).values()].flatMap(([change, ...others]) =>
    change === undefined ? [] : [{ change, others }],
  );
}

function causeOf({ rule, before, after, was, is }: Change): string {
  return JSON.stringify([rule.id, before, after, was, is]);
}
