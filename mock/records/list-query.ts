/** What the query of a list asks for: which records, in what order, which page. */
import {
  compareNumbers,
  isInteger,
  isJsonArray,
  isJsonObject,
  isNumeric,
  type Json,
  type JsonObject,
} from '../../spec/json/exact-json.ts';
import type { Parameter } from '../../spec/model/contract.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { declaredProperties } from '../../spec/model/schema-view.ts';
import type { ListFilter, ListParameters } from '../../spec/resources/list-parameters.ts';
import type { RangeFilter } from '../../spec/resources/range-filters.ts';
import type { StoredRecord } from '../model/storage.ts';

type RecordPredicate = (record: JsonObject) => boolean;

/**
 * The records that the filters and bounds of the request leave. Only what was sent counts: a default says what is meant by
 * silence to the real store, which may be no filter.
 */
export function filterRecords<T extends { readonly value: JsonObject }>(
  all: readonly T[],
  { filters, rangeFilters }: Pick<ListParameters, 'filters' | 'rangeFilters'>,
  sent: ReadonlyMap<string, Json>,
): readonly T[] {
  const tests = [
    ...rangeFilters.flatMap((bound) => boundPredicate(bound, sent) ?? []),
    ...filters.flatMap((filter) => filterPredicate(filter, sent) ?? []),
  ];
  return tests.length === 0 ? all : all.filter(({ value }) => tests.every((test) => test(value)));
}

function filterPredicate(
  { parameter, property }: ListFilter,
  sent: ReadonlyMap<string, Json>,
): RecordPredicate | undefined {
  const expected = sent.get(`query.${parameter.name}`);
  if (expected === undefined || matchesEverything(parameter, expected)) return undefined;
  return (record) => matchesFilter(Object.hasOwn(record, property) ? record[property] : undefined, expected);
}

/** A number in the unit of the property, as far as the contract tells. */
function boundPredicate(
  { parameter, member, property, side }: RangeFilter,
  parameters: ReadonlyMap<string, Json>,
): RecordPredicate | undefined {
  const sent = parameters.get(`query.${parameter.name}`);
  const bound = member !== undefined && isJsonObject(sent) ? sent[member] : sent;
  if (!isNumeric(bound)) return undefined;
  return (record) => {
    const value = Object.hasOwn(record, property) ? record[property] : undefined;
    if (!isNumeric(value)) return true;
    const order = compareNumbers(value, bound);
    return side === 'from' ? order >= 0 : order <= 0;
  };
}

/** `state=all` beside `open` and `closed` asks for no state. */
function matchesEverything({ schema }: Parameter, expected: Json): boolean {
  return schema?.enum !== undefined && (expected === 'all' || expected === 'any');
}

/** What an object is called by: `tags=new` finds `{ "tags": [{ "id": 1, "name": "new" }] }`. */
const identifyingNames = ['id', 'name', 'key', 'code', 'slug'];

/** Of several values wanted any will do, and of several in the record too. */
function matchesFilter(value: Json | undefined, expected: Json): boolean {
  if (isJsonArray(expected)) return expected.some((one) => matchesFilter(value, one));
  if (value === undefined) return false;
  if (isJsonArray(value)) return value.some((one) => matchesFilter(one, expected));
  if (isJsonObject(expected))
    return isJsonObject(value) && Object.entries(expected).every(([name, part]) => matchesFilter(value[name], part));
  const identifiers = isJsonObject(value) ? identifyingNames.map((name) => value[name]) : [value];
  return identifiers.some((one) => one !== undefined && !isJsonObject(one) && String(one) === String(expected));
}

interface SortKey {
  readonly name: string;
  readonly isDescending: boolean;
}

interface SortOptions {
  readonly listParameters: ListParameters;
  readonly item: Schema;
  readonly sent: ReadonlyMap<string, Json>;
}

/**
 * In the order asked for: `sort=name`, `sort=-name`, `sort=name:desc`, `sort=a,b`, `sort=name&order=desc`; else as they are.
 */
export function sortRecords<T extends { readonly value: JsonObject }>(
  records: readonly T[],
  sorting: SortOptions,
): readonly T[] {
  const keys = parseSortKeys(sorting);
  return keys.length === 0 ? records : records.toSorted((a, b) => compareByKeys(keys, a.value, b.value));
}

function parseSortKeys({ listParameters: { sort, order }, item, sent }: SortOptions): readonly SortKey[] {
  const value = sentOrDefault(sent, sort);
  const texts = isJsonArray(value) ? value.map(String) : [String(value ?? '')];
  const isDescending = /^desc/i.test(String(sentOrDefault(sent, order) ?? ''));
  const names = new Set(declaredProperties(item).keys());
  // `name,desc` of one framework is `name`, then `desc`, to all others.
  const parts = texts.flatMap((text) => text.replaceAll(/[,:\s]+(asc|desc)(?=,|$)/gi, ':$1').split(','));
  return parts.flatMap((part) => {
    const [, sign = '', name = '', direction = ''] = /^\s*([+-]?)(.*?)(?::(asc|desc))?\s*$/i.exec(part) ?? [];
    const isDown = sign === '-' || /^desc/i.test(direction) || (isDescending && direction === '');
    return names.has(name) ? [{ name, isDescending: isDown }] : [];
  });
}

function compareByKeys(keys: readonly SortKey[], a: JsonObject, b: JsonObject): number {
  for (const { name, isDescending } of keys) {
    const order = compareValues(a[name] ?? null, b[name] ?? null);
    if (order !== 0) return isDescending ? -order : order;
  }
  return 0;
}

/** Nothing comes last; numbers by value, all else as text. */
function compareValues(a: Json, b: Json): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (isNumeric(a) && isNumeric(b)) return compareNumbers(a, b);
  const [first, second] = [String(a), String(b)];
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

/** Which part of a list is asked for, and what can be said of the whole. */
export interface Page {
  readonly records: readonly StoredRecord[];
  /** Of all pages. */
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
  /** Counted as the contract counts: from 0 where the parameter may be 0, else from 1. */
  readonly page: number;
  readonly pages: number;
  readonly firstPage: number;
  readonly hasMore: boolean;
  /** Of the next page. */
  readonly cursor: string | undefined;
}

interface PageOptions {
  readonly listParameters: ListParameters;
  readonly sent: ReadonlyMap<string, Json>;
  readonly array: Schema;
}

/** Where pages are asked for and nothing says how long they are. */
const DEFAULT_PAGE_SIZE = 20;

/** The page that is asked for, of no more records than the list may have; all of them where no page is asked for. */
export function paginate(all: readonly StoredRecord[], { listParameters, sent, array }: PageOptions): Page {
  const { pagination } = listParameters;
  const number = (role: 'limit' | 'offset' | 'page') => countParameter(sent, pagination.get(role));
  const maxItems = array.maxItems ?? Number.POSITIVE_INFINITY;
  const hasPageNumber = number('page') !== undefined;
  const limit = Math.min(number('limit') ?? (hasPageNumber ? DEFAULT_PAGE_SIZE : Number.POSITIVE_INFINITY), maxItems);
  const firstPage = firstPageNumber(pagination.get('page')?.schema);
  const skipped = Math.max(0, (number('page') ?? firstPage) - firstPage);
  const start = cursorPosition(all, sentOrDefault(sent, pagination.get('cursor')));
  const offset = start + (number('offset') ?? 0) + (skipped === 0 ? 0 : skipped * limit);
  const records = all.slice(offset, offset + limit);
  const hasMore = offset + records.length < all.length && limit > 0;
  const length = Number.isFinite(limit) ? limit : Math.max(all.length, 1);
  return {
    records,
    total: all.length,
    limit: length,
    offset,
    page: firstPage + (limit > 0 ? Math.floor(offset / length) : 0),
    pages: length === 0 ? 0 : Math.ceil(all.length / length),
    firstPage,
    hasMore,
    cursor: hasMore ? records.at(-1)?.id : undefined,
  };
}

function firstPageNumber(schema: Schema | undefined): number {
  return schema?.minimum === 0 || schema?.default?.value === 0 ? 0 : 1;
}

/** A cursor is the key of the last record of the page before; one that was removed is followed by nothing. */
function cursorPosition(all: readonly StoredRecord[], cursor: Json | undefined): number {
  if (cursor === undefined || cursor === null || cursor === '') return 0;
  const index = all.findIndex(({ id }) => id === String(cursor));
  return index + 1;
}

/** A value sent by a client, or the default that the contract gives. */
function sentOrDefault(parameters: ReadonlyMap<string, Json>, parameter: Parameter | undefined): Json | undefined {
  if (parameter === undefined) return undefined;
  return parameters.get(`query.${parameter.name}`) ?? parameter.schema?.default?.value;
}

/** The same as a count: not below 0, and none for what is no whole number. */
function countParameter(parameters: ReadonlyMap<string, Json>, parameter: Parameter | undefined): number | undefined {
  const value = sentOrDefault(parameters, parameter);
  return isInteger(value) ? Math.max(0, Math.min(Number(value), Number.MAX_SAFE_INTEGER)) : undefined;
}
