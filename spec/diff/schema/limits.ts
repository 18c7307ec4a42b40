/** Compares counts with a minimum and a maximum: characters, items, properties. */
import type { LimitKind } from '../rules/schema-values.ts';
import { type ConstraintsPair, createDifference, type Difference } from './difference.ts';

interface CountLimit {
  readonly name: 'length' | 'items' | 'properties';
  readonly minKeyword: string;
  readonly maxKeyword: string;
}

export interface CountRange {
  readonly min: number;
  readonly max: number;
}

export const lengthLimit: CountLimit = { name: 'length', minKeyword: 'minLength', maxKeyword: 'maxLength' };
export const itemsLimit: CountLimit = { name: 'items', minKeyword: 'minItems', maxKeyword: 'maxItems' };
export const propertiesLimit: CountLimit = {
  name: 'properties',
  minKeyword: 'minProperties',
  maxKeyword: 'maxProperties',
};

export function* compareLimits(
  pair: ConstraintsPair,
  limit: CountLimit,
  before: CountRange,
  after: CountRange,
): Generator<Difference> {
  const [was, is] = [before.min, after.min].map((min) => (min === 0 ? 'no minimum' : `at least ${min}`));
  if (before.min !== after.min) {
    const kind: LimitKind = `min-${limit.name}-${limitChange(before.min, after.min, 0)}`;
    yield createDifference(pair, { kind, keyword: limit.minKeyword, was: was ?? '', is: is ?? '' });
  }
  if (before.max !== after.max) yield compareMax(pair, limit, before, after);
}

function compareMax(pair: ConstraintsPair, limit: CountLimit, before: CountRange, after: CountRange): Difference {
  const [was, is] = [before.max, after.max].map((max) => (max === Infinity ? 'no maximum' : `at most ${max}`));
  const kind: LimitKind = `max-${limit.name}-${limitChange(before.max, after.max, Infinity)}`;
  return createDifference(pair, { kind, keyword: limit.maxKeyword, was: was ?? '', is: is ?? '' });
}

export function limitChange(before: number, after: number, none: number): 'increased' | 'decreased' | 'set' | 'unset' {
  if (before === none) return 'set';
  if (after === none) return 'unset';
  return after > before ? 'increased' : 'decreased';
}
