/** The order of a list: `sort=name`, `sort=-name`, `sort=name:desc`, `sort=a,b`, `sort=name&order=desc`. */
import {
  compareNumbers,
  isJsonArray,
  isNumeric,
  type Json,
  type JsonObject,
} from '../../spec/json/exact-json.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { propertiesOf } from '../../spec/model/schema-view.ts';
import type { ListParameters } from '../../spec/resources/list-parameters.ts';
import { sentOrDefault } from './query.ts';

interface SortKey {
  readonly name: string;
  readonly isDescending: boolean;
}

export interface Sorting {
  readonly listParameters: ListParameters;
  readonly item: Schema;
  readonly sent: ReadonlyMap<string, Json>;
}

/** As they are where the request names no property. */
export function sorted<T extends { readonly value: JsonObject }>(
  records: readonly T[],
  sorting: Sorting,
): readonly T[] {
  const keys = keysOf(sorting);
  return keys.length === 0 ? records : records.toSorted((a, b) => compareBy(keys, a.value, b.value));
}

function keysOf({ listParameters: { sort, order }, item, sent }: Sorting): readonly SortKey[] {
  const value = sentOrDefault(sent, sort);
  const texts = isJsonArray(value) ? value.map(String) : [String(value ?? '')];
  const isDescending = /^desc/i.test(String(sentOrDefault(sent, order) ?? ''));
  const names = new Set(propertiesOf(item).keys());
  // `name,desc` of one framework is `name`, then `desc`, to all others.
  const parts = texts.flatMap((text) => text.replaceAll(/[,:\s]+(asc|desc)(?=,|$)/gi, ':$1').split(','));
  return parts.flatMap((part) => {
    const [, sign = '', name = '', direction = ''] = /^\s*([+-]?)(.*?)(?::(asc|desc))?\s*$/i.exec(part) ?? [];
    const isDown = sign === '-' || /^desc/i.test(direction) || (isDescending && direction === '');
    return names.has(name) ? [{ name, isDescending: isDown }] : [];
  });
}

function compareBy(keys: readonly SortKey[], a: JsonObject, b: JsonObject): number {
  for (const { name, isDescending } of keys) {
    const order = compare(a[name] ?? null, b[name] ?? null);
    if (order !== 0) return isDescending ? -order : order;
  }
  return 0;
}

/** Nothing comes last; numbers by value, all else as text. */
function compare(a: Json, b: Json): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (isNumeric(a) && isNumeric(b)) return compareNumbers(a, b);
  const [first, second] = [String(a), String(b)];
  if (first === second) return 0;
  return first < second ? -1 : 1;
}
