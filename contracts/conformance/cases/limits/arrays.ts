import { isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { sampleOf } from '../../../../spec/sampling/sample.ts';
import type { Probe } from './probe.ts';

/** More items are no limit that anybody tests. */
const MOST_ITEMS = 1_000;

export function* arrayProbes(flat: Schema, value: readonly Json[]): Generator<Probe> {
  const { minItems = 0, maxItems, uniqueItems } = flat;
  if (minItems > 0) {
    yield* ofCount(flat, value, minItems, { keyword: 'minItems', side: 'within' });
    yield* ofCount(flat, value, minItems - 1, { keyword: 'minItems', side: 'beyond' });
  }
  if (maxItems !== undefined && maxItems < MOST_ITEMS) {
    yield* ofCount(flat, value, maxItems, { keyword: 'maxItems', side: 'within' });
    yield* ofCount(flat, value, maxItems + 1, { keyword: 'maxItems', side: 'beyond' });
  }
  if (uniqueItems) yield* repeated(flat, value);
  yield* inside(flat, value);
  yield* plainLists(flat, value);
  yield* prefixProbes(flat, value);
}

/** One item from each bound, and no item at all where there have to be some. */
function* inside(flat: Schema, value: readonly Json[]): Generator<Probe> {
  const { minItems = 0, maxItems = MOST_ITEMS } = flat;
  if (minItems > 0) {
    yield* ofCount(flat, value, minItems + 1, { keyword: 'minItems', side: 'within' });
    yield* ofCount(flat, value, 0, { keyword: 'minItems', side: 'beyond' });
  }
  if (maxItems > 0 && maxItems < MOST_ITEMS)
    yield* ofCount(flat, value, maxItems - 1, { keyword: 'maxItems', side: 'within' });
}

/** Without an item, and with items that a store may sort. */
function* plainLists(flat: Schema, value: readonly Json[]): Generator<Probe> {
  const about = { keyword: 'items', side: 'within' } as const;
  if (value.length > 0 && (flat.minItems ?? 0) === 0) yield { ...about, words: 'an empty list', value: [] };
  const [one, other] = itemsOf({ ...flat, uniqueItems: true }, [], 2) ?? [];
  if (one === undefined || other === undefined || flat.prefixItems.length > 0) return;
  yield { ...about, words: 'a list in descending order', value: [other, one] };
}

function* ofCount(
  flat: Schema,
  value: readonly Json[],
  count: number,
  about: Pick<Probe, 'keyword' | 'side'>,
): Generator<Probe> {
  const items = itemsOf(flat, value, count);
  if (items !== undefined) yield { ...about, words: `${count} items long`, value: items };
}

/** Items like those of the value, different ones where they have to be. */
function itemsOf(flat: Schema, value: readonly Json[], count: number): readonly Json[] | undefined {
  if (count <= value.length) return value.slice(0, count);
  const longer: Schema = { ...flat, minItems: count, maxItems: undefined, examples: [], default: undefined };
  const sampled = sampleOf(longer, 'request', { optional: 'all' });
  return Array.isArray(sampled) ? sampled : undefined;
}

function* repeated(flat: Schema, value: readonly Json[]): Generator<Probe> {
  const [first] = value;
  if (first === undefined) return;
  const about = { keyword: 'uniqueItems' } as const;
  yield { ...about, words: 'twice the same item', value: [first, first], side: 'beyond' };
  const [one, other] = itemsOf(flat, value, 2) ?? [];
  if (one !== undefined && other !== undefined) {
    yield { ...about, words: 'the same item first and last', value: [one, other, one], side: 'beyond' };
  }
  if (isJsonObject(first) && Object.keys(first).length > 1) {
    const turned = Object.fromEntries(Object.entries(first).toReversed());
    const words = 'the same item with its keys in another order';
    yield { ...about, words, value: [first, turned], side: 'beyond' };
  }
  for (const [words, items] of unlike) yield { ...about, words, value: items, side: 'within' };
}

/** Equal for languages that convert before they compare, but not in JSON. */
const unlike: readonly (readonly [string, Json])[] = [
  ['1 and true', [1, true]],
  ['0 and false', [0, false]],
  ['1 and "1"', [1, '1']],
  ['"a" and "A"', ['a', 'A']],
  ['"a" and "a "', ['a', 'a ']],
  ['composed and decomposed', ['\u00e9', 'e\u0301']],
];

/** Beyond the places that have schemas of their own. */
function* prefixProbes(flat: Schema, value: readonly Json[]): Generator<Probe> {
  if (flat.prefixItems.length === 0) return;
  const keyword = 'prefixItems';
  const turned = value.toReversed();
  yield { keyword, words: 'its items in another order', value: turned, side: 'beyond' };
  yield { keyword, words: 'its items and one more', value: [...value, { value: 7 }], side: 'beyond' };
}
