/** Values that match several alternatives: `anyOf` allows them, `oneOf` does not. */
import type { Direction } from '../../model/schema.ts';
import type { Constraints } from '../constraints/constraints.ts';
import { areDisjoint } from '../constraints/disjoint.ts';
import type { SchemaKind } from '../rules/schema-rules.ts';
import { type ConstraintsPair, createDifference, type Difference } from './difference.ts';

/** If alternatives are disjoint, both keywords are equivalent. */
export function compareChoiceKeywords(
  pair: ConstraintsPair,
  before: readonly Constraints[],
  after: readonly Constraints[],
): readonly Difference[] {
  const [was, is] = [pair.before.choices, pair.after.choices].map((choices) =>
    choices.some(({ keyword }) => keyword === 'oneOf') ? 'oneOf' : 'anyOf',
  );
  if (was === undefined || is === undefined || was === is) return [];
  if (before.length < 2 || after.length < 2 || areDisjoint(is === 'anyOf' ? before : after)) return [];
  const kind: SchemaKind = is === 'anyOf' ? 'one-of-became-any-of' : 'any-of-became-one-of';
  return [createDifference(pair, { kind, keyword: is, was, is })];
}

export interface Overlap {
  readonly pair: ConstraintsPair;
  readonly direction: Direction;
  readonly before: readonly Constraints[];
  readonly after: readonly Constraints[];
  readonly found: readonly Difference[];
  /** Whether an alternative was removed or added, even if not reported. */
  readonly hasMoved: boolean;
}

/** A value that matches two alternatives of `oneOf` is invalid, so a value that one gains may be lost. */
export function compareOverlap({ pair, found, hasMoved, before, after, direction }: Overlap): readonly Difference[] {
  const isRequest = direction === 'request';
  const { choices } = isRequest ? pair.after : pair.before;
  const [turningEffect, reportedEffect] = isRequest ? ['wider', 'narrower'] : ['narrower', 'wider'];
  const [oldCount, newCount] = [countOptions(pair.before), countOptions(pair.after)];
  const mayTurnAround = hasMoved || oldCount !== newCount || found.some(({ effect }) => effect === turningEffect);
  const isReported = found.some(({ effect }) => effect === reportedEffect);
  if (!mayTurnAround || isReported || choices.every(({ keyword }) => keyword === 'anyOf')) return [];
  const isComposite = pair.before.type === 'object' || pair.before.type === 'array';
  const all = isRequest ? after : before;
  // Enum values that match two alternatives are already removed from both, so these look disjoint.
  if (isComposite ? areDisjoint(all) : choices.every(({ options }) => areDisjoint(options))) return [];
  const text = 'alternatives that may both match';
  const difference = createDifference(pair, {
    kind: 'schema-cannot-be-compared',
    keyword: 'oneOf',
    was: text,
    is: text,
  });
  // Open objects can always match both, so only a realistic example counts.
  return [
    {
      ...difference,
      needsExample: pair.before.type === 'object',
      mayMixAlternatives: hasMoved || oldCount !== newCount,
    },
  ];
}

function countOptions({ choices }: Constraints): number {
  return choices.reduce((count, { options }) => count + options.length, 0);
}
