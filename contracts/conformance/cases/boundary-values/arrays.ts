import { isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { sampleValue } from '../../../../spec/sampling/sample-value.ts';
import { pluralize } from '../../../../spec/validation/violation.ts';
import { type BoundaryProbe, boundText } from './probe.ts';

/** Larger limits are not tested. */
const MAX_ITEMS = 1_000;

export function* arrayProbes(flat: Schema, value: readonly Json[]): Generator<BoundaryProbe> {
  const { minItems = 0, maxItems, uniqueItems } = flat;
  if (minItems > 0) {
    yield* probeOfCount(flat, value, minItems, { keyword: 'minItems', side: 'within' });
    yield* probeOfCount(flat, value, minItems - 1, { keyword: 'minItems', side: 'beyond' });
  }
  if (maxItems !== undefined && maxItems < MAX_ITEMS) {
    yield* probeOfCount(flat, value, maxItems, { keyword: 'maxItems', side: 'within' });
    yield* probeOfCount(flat, value, maxItems + 1, { keyword: 'maxItems', side: 'beyond' });
  }
  if (uniqueItems) yield* uniquenessProbes(flat, value);
  yield* countsWithinBounds(flat, value);
  yield* emptyAndDescendingLists(flat, value);
  yield* prefixProbes(flat, value);
}

/** One item inside each bound, and an empty array where items are required. */
function* countsWithinBounds(flat: Schema, value: readonly Json[]): Generator<BoundaryProbe> {
  const { minItems = 0, maxItems = MAX_ITEMS } = flat;
  if (minItems > 0) {
    yield* probeOfCount(flat, value, minItems + 1, { keyword: 'minItems', side: 'within' });
    yield* probeOfCount(flat, value, 0, { keyword: 'minItems', side: 'beyond' });
  }
  if (maxItems > 0 && maxItems < MAX_ITEMS)
    yield* probeOfCount(flat, value, maxItems - 1, { keyword: 'maxItems', side: 'within' });
}

/** An empty array, and an array that implementations may sort. */
function* emptyAndDescendingLists(flat: Schema, value: readonly Json[]): Generator<BoundaryProbe> {
  const keyword = { keyword: 'items', side: 'within' } as const;
  if (value.length > 0 && (flat.minItems ?? 0) === 0)
    yield { ...keyword, name: 'an empty list', description: 'an empty array', value: [] };
  const [one, other] = itemsOfCount({ ...flat, uniqueItems: true }, [], 2) ?? [];
  if (one === undefined || other === undefined || flat.prefixItems.length > 0) return;
  yield {
    ...keyword,
    name: 'a list in descending order',
    description: 'an array in descending order',
    value: [other, one],
  };
}

function* probeOfCount(
  flat: Schema,
  value: readonly Json[],
  count: number,
  bound: { readonly keyword: 'minItems' | 'maxItems'; readonly side: 'within' | 'beyond' },
): Generator<BoundaryProbe> {
  const items = itemsOfCount(flat, value, count);
  const description = `an array of ${pluralize(count, 'item')}${boundText(bound.keyword, flat[bound.keyword])}`;
  if (items !== undefined) yield { ...bound, name: `${count} items long`, description, value: items };
}

/** Items like those of the value, made distinct where the schema requires it. */
export function itemsOfCount(flat: Schema, value: readonly Json[], count: number): readonly Json[] | undefined {
  if (count <= value.length) return value.slice(0, count);
  return repeatObjects(flat, value, count) ?? sampleItems(flat, count);
}

/**
 * The accepted objects again. Sampled ones name records that do not exist (`productId`), and would be rejected for that,
 * whatever their number.
 */
function repeatObjects(flat: Schema, value: readonly Json[], count: number): readonly Json[] | undefined {
  if (value.length === 0 || !value.every(isJsonObject) || flat.uniqueItems || flat.prefixItems.length > 0)
    return undefined;
  return Array.from({ length: count }, (_, index) => value[index % value.length] ?? null);
}

function sampleItems(flat: Schema, count: number): readonly Json[] | undefined {
  const longer: Schema = { ...flat, minItems: count, maxItems: undefined, examples: [], default: undefined };
  const sampled = sampleValue(longer, 'request', { optional: 'all' });
  return Array.isArray(sampled) ? sampled : undefined;
}

function* uniquenessProbes(flat: Schema, value: readonly Json[]): Generator<BoundaryProbe> {
  const [first] = value;
  if (first === undefined) return;
  const keyword = { keyword: 'uniqueItems' } as const;
  yield {
    ...keyword,
    name: 'twice the same item',
    description: 'an array with a duplicate item',
    value: [first, first],
    side: 'beyond',
  };
  const [one, other] = itemsOfCount(flat, value, 2) ?? [];
  if (one !== undefined && other !== undefined) {
    yield {
      ...keyword,
      name: 'the same item first and last',
      description: 'an array whose last item duplicates the first',
      value: [one, other, one],
      side: 'beyond',
    };
  }
  if (isJsonObject(first) && Object.keys(first).length > 1) {
    const reversed = Object.fromEntries(Object.entries(first).toReversed());
    const name = 'the same item with its keys in another order';
    const description = 'an array with a duplicate item whose keys are in another order';
    yield { ...keyword, name, description, value: [first, reversed], side: 'beyond' };
  }
  for (const [name, items, description = name] of looselyEqualItems)
    yield { ...keyword, name, description: `an array of ${description}`, value: items, side: 'within' };
}

/** Equal in languages that convert types before they compare, but different in JSON. */
const looselyEqualItems: readonly (readonly [name: string, items: Json, description?: string])[] = [
  ['1 and true', [1, true]],
  ['0 and false', [0, false]],
  ['1 and "1"', [1, '1']],
  ['"a" and "A"', ['a', 'A']],
  ['"a" and "a "', ['a', 'a ']],
  ['composed and decomposed', ['\u00e9', 'e\u0301'], 'a composed and a decomposed character'],
];

/** Changes the order and the number of items that have positional schemas. */
function* prefixProbes(flat: Schema, value: readonly Json[]): Generator<BoundaryProbe> {
  if (flat.prefixItems.length === 0) return;
  const keyword = 'prefixItems';
  const reversed = value.toReversed();
  yield { keyword, name: 'its items in another order', value: reversed, side: 'beyond' };
  yield {
    keyword,
    name: 'its items and one more',
    description: 'its items plus an extra item',
    value: [...value, { value: 7 }],
    side: 'beyond',
  };
}
