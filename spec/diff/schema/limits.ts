/** Counts that have a least and a largest: characters, items, properties. */
import type { LimitKind } from '../rules/schema-values.ts';
import { type Difference, differenceOf, type Pair } from './difference.ts';

interface Limit {
  readonly name: 'length' | 'items' | 'properties';
  readonly minKeyword: string;
  readonly maxKeyword: string;
}

export interface Range {
  readonly min: number;
  readonly max: number;
}

export const lengthLimit: Limit = { name: 'length', minKeyword: 'minLength', maxKeyword: 'maxLength' };
export const itemsLimit: Limit = { name: 'items', minKeyword: 'minItems', maxKeyword: 'maxItems' };
export const propertiesLimit: Limit = {
  name: 'properties',
  minKeyword: 'minProperties',
  maxKeyword: 'maxProperties',
};

export function* compareLimits(pair: Pair, limit: Limit, before: Range, after: Range): Generator<Difference> {
  const [was, is] = [before.min, after.min].map((min) => (min === 0 ? 'no least' : `at least ${min}`));
  if (before.min !== after.min) {
    const kind: LimitKind = `min-${limit.name}-${changeOf(before.min, after.min, 0)}`;
    yield differenceOf(pair, { kind, keyword: limit.minKeyword, was: was ?? '', is: is ?? '' });
  }
  if (before.max !== after.max) yield compareMost(pair, limit, before, after);
}

function compareMost(pair: Pair, limit: Limit, before: Range, after: Range): Difference {
  const [was, is] = [before.max, after.max].map((max) =>
    max === Infinity ? 'no largest' : `at most ${max}`,
  );
  const kind: LimitKind = `max-${limit.name}-${changeOf(before.max, after.max, Infinity)}`;
  return differenceOf(pair, { kind, keyword: limit.maxKeyword, was: was ?? '', is: is ?? '' });
}

export function changeOf(
  before: number,
  after: number,
  none: number,
): 'increased' | 'decreased' | 'set' | 'unset' {
  if (before === none) return 'set';
  if (after === none) return 'unset';
  return after > before ? 'increased' : 'decreased';
}
