/** Sorts the records of a list as its query says. */
import type { ListOrder } from '../../../spec/described/list-orders.ts';
import { compareNumbers, isJsonArray, isNumeric, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { composedSchemas, declaredProperties } from '../../../spec/model/schema-view.ts';
import type { ListParameters } from '../../../spec/resources/list-parameters.ts';
import { sentOrDefault } from './list-query.ts';

interface SortKey {
  readonly name: string;
  readonly isDescending: boolean;
  /** The values of an enum in their order; undefined for other properties. */
  readonly listed: readonly Json[] | undefined;
}

interface SortOptions {
  readonly listParameters: ListParameters;
  readonly item: Schema;
  readonly sent: ReadonlyMap<string, Json>;
  /** The order that the contract states for a list without sorting parameters. */
  readonly stated?: ListOrder | undefined;
}

/**
 * Sorts by `sort=name`, `sort=-name`, `sort=name:desc`, `sort=a,b` or `sort=name&order=desc`; without sorting
 * parameters in the stated order, or as they are. Values of an enum are in its order: `low`, `normal`, `high`.
 */
export function sortRecords<T extends { readonly value: JsonObject }>(
  records: readonly T[],
  sorting: SortOptions,
): readonly T[] {
  const requested = parseSortKeys(sorting);
  const keys = requested.length > 0 ? requested : statedKeys(sorting);
  return keys.length === 0 ? records : records.toSorted((a, b) => compareByKeys(keys, a.value, b.value));
}

function statedKeys({ item, stated }: SortOptions): readonly SortKey[] {
  const schema = stated === undefined ? undefined : declaredProperties(item).get(stated.property);
  if (stated === undefined || schema === undefined) return [];
  return [{ name: stated.property, isDescending: stated.direction === 'down', listed: textsOfEnum(schema) }];
}

function parseSortKeys({ listParameters: { sort, order }, item, sent }: SortOptions): readonly SortKey[] {
  const value = sentOrDefault(sent, sort);
  const texts = isJsonArray(value) ? value.map(String) : [String(value ?? '')];
  const isDescending = /^desc/i.test(String(sentOrDefault(sent, order) ?? ''));
  const properties = declaredProperties(item);
  // Some frameworks write `name,desc`; without this, `desc` would be read as another property.
  const parts = texts.flatMap((text) => text.replaceAll(/[,:\s]+(asc|desc)(?=,|$)/gi, ':$1').split(','));
  return parts.flatMap((part) => {
    const [, sign = '', name = '', direction = ''] = /^\s*([+-]?)(.*?)(?::(asc|desc))?\s*$/i.exec(part) ?? [];
    const isDown = sign === '-' || /^desc/i.test(direction) || (isDescending && direction === '');
    const schema = properties.get(name);
    return schema === undefined ? [] : [{ name, isDescending: isDown, listed: textsOfEnum(schema) }];
  });
}

function compareByKeys(keys: readonly SortKey[], a: JsonObject, b: JsonObject): number {
  for (const { name, isDescending, listed } of keys) {
    const [first, second] = [a[name] ?? null, b[name] ?? null];
    const order = comparePositions(first, second, listed) ?? compareValues(first, second);
    if (order !== 0) return isDescending ? -order : order;
  }
  return 0;
}

/** Numbers of an enum have an order of their own. */
function textsOfEnum(schema: Schema): readonly Json[] | undefined {
  const listed = composedSchemas(schema).find(({ enum: values }) => values !== undefined)?.enum;
  return listed?.every((value) => value === null || typeof value === 'string') === true ? listed : undefined;
}

/** Undefined for values outside the enum. */
function comparePositions(a: Json, b: Json, listed: readonly Json[] | undefined): number | undefined {
  if (listed === undefined || a === null || b === null) return undefined;
  const [first, second] = [listed.indexOf(a), listed.indexOf(b)];
  return first < 0 || second < 0 ? undefined : first - second;
}

/** Null comes last; numbers compare by value, all other values as text. */
function compareValues(a: Json, b: Json): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (isNumeric(a) && isNumeric(b)) return compareNumbers(a, b);
  const [first, second] = [String(a), String(b)];
  if (first === second) return 0;
  return first < second ? -1 : 1;
}
