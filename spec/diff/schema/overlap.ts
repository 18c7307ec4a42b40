/** Values that fit several alternatives: `anyOf` allows them, `oneOf` does not. */
import type { Direction } from '../../model/schema.ts';
import { areApart } from '../demands/apart.ts';
import type { Demands } from '../demands/demands.ts';
import type { SchemaKind } from '../rules/schema-rules.ts';
import { type Difference, differenceOf, type Pair } from './difference.ts';

/** Alternatives that exclude one another are one and the same under both keywords. */
export function compareKeywords(
  pair: Pair,
  before: readonly Demands[],
  after: readonly Demands[],
): readonly Difference[] {
  const [was, is] = [pair.before.choices, pair.after.choices].map((choices) =>
    choices.some(({ keyword }) => keyword === 'oneOf') ? 'oneOf' : 'anyOf',
  );
  if (was === undefined || is === undefined || was === is) return [];
  if (before.length < 2 || after.length < 2 || areApart(is === 'anyOf' ? before : after)) return [];
  const kind: SchemaKind = is === 'anyOf' ? 'one-of-became-any-of' : 'any-of-became-one-of';
  return [differenceOf(pair, { kind, keyword: is, was, is })];
}

export interface Overlap {
  readonly pair: Pair;
  readonly direction: Direction;
  readonly before: readonly Demands[];
  readonly after: readonly Demands[];
  readonly found: readonly Difference[];
  /** Whether an alternative was removed or added, told or not. */
  readonly hasMoved: boolean;
}

/** Where two alternatives of `oneOf` fit, none does: what one of them gains, both may lose. */
export function compareOverlap({
  pair,
  found,
  hasMoved,
  before,
  after,
  direction,
}: Overlap): readonly Difference[] {
  const isRequest = direction === 'request';
  const { choices } = isRequest ? pair.after : pair.before;
  const [turning, telling] = isRequest ? ['wider', 'narrower'] : ['narrower', 'wider'];
  const [olds, news] = [countOptions(pair.before), countOptions(pair.after)];
  const mayTurn = hasMoved || olds !== news || found.some(({ effect }) => effect === turning);
  const isTold = found.some(({ effect }) => effect === telling);
  if (!mayTurn || isTold || choices.every(({ keyword }) => keyword === 'anyOf')) return [];
  const isComposite = pair.before.type === 'object' || pair.before.type === 'array';
  const all = isRequest ? after : before;
  // Values that fit two alternatives are in neither by now, so that these look apart.
  if (isComposite ? areApart(all) : choices.every(({ options }) => areApart(options))) return [];
  const words = 'alternatives that may both fit';
  const told = differenceOf(pair, {
    kind: 'schema-cannot-be-compared',
    keyword: 'oneOf',
    was: words,
    is: words,
  });
  // Open objects may always both fit, if a client is out to have it so.
  return [{ ...told, isDoubtful: pair.before.type === 'object', mayMix: hasMoved || olds !== news }];
}

function countOptions({ choices }: Demands): number {
  return choices.reduce((count, { options }) => count + options.length, 0);
}
