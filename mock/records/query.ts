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
import { propertiesOf } from '../../spec/model/schema-view.ts';
import type { ListBound } from '../../spec/resources/bounds.ts';
import type { ListFilter, ListParameters } from '../../spec/resources/list-parameters.ts';
import type { StoredRecord } from '../model/storage.ts';

type Test = (record: JsonObject) => boolean;

/**
 * The records that the filters and bounds of the request leave. Only what was sent counts: a default says what is meant by
 * silence to the real store, which may be no filter.
 */
export function wantedOf<T extends { readonly value: JsonObject }>(
  all: readonly T[],
  { filters, bounds }: Pick<ListParameters, 'filters' | 'bounds'>,
  sent: ReadonlyMap<string, Json>,
): readonly T[] {
  const tests = [
    ...bounds.flatMap((bound) => boundTest(bound, sent) ?? []),
    ...filters.flatMap((filter) => filterTest(filter, sent) ?? []),
  ];
  return tests.length === 0 ? all : all.filter(({ value }) => tests.every((test) => test(value)));
}

function filterTest({ parameter, property }: ListFilter, sent: ReadonlyMap<string, Json>): Test | undefined {
  const wanted = sent.get(`query.${parameter.name}`);
  if (wanted === undefined || isForAll(parameter, wanted)) return undefined;
  return (record) => meets(Object.hasOwn(record, property) ? record[property] : undefined, wanted);
}

/** A number in the unit of the property, as far as the contract tells. */
function boundTest(
  { parameter, member, property, side }: ListBound,
  parameters: ReadonlyMap<string, Json>,
): Test | undefined {
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
function isForAll({ schema }: Parameter, wanted: Json): boolean {
  return schema?.enum !== undefined && (wanted === 'all' || wanted === 'any');
}

/** What an object is called by: `tags=new` finds `{ "tags": [{ "id": 1, "name": "new" }] }`. */
const usualNames = ['id', 'name', 'key', 'code', 'slug'];

/** Of several values wanted any will do, and of several in the record too. */
function meets(value: Json | undefined, wanted: Json): boolean {
  if (isJsonArray(wanted)) return wanted.some((one) => meets(value, one));
  if (value === undefined) return false;
  if (isJsonArray(value)) return value.some((one) => meets(one, wanted));
  if (isJsonObject(wanted))
    return isJsonObject(value) && Object.entries(wanted).every(([name, part]) => meets(value[name], part));
  const called = isJsonObject(value) ? usualNames.map((name) => value[name]) : [value];
  return called.some((one) => one !== undefined && !isJsonObject(one) && String(one) === String(wanted));
}

interface SortKey {
  readonly name: string;
  readonly isDescending: boolean;
}

interface Sorting {
  readonly listParameters: ListParameters;
  readonly item: Schema;
  readonly sent: ReadonlyMap<string, Json>;
}

/**
 * In the order asked for: `sort=name`, `sort=-name`, `sort=name:desc`, `sort=a,b`, `sort=name&order=desc`; else as they are.
 */
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

interface PageRequest {
  readonly listParameters: ListParameters;
  readonly sent: ReadonlyMap<string, Json>;
  readonly array: Schema;
}

/** Where pages are asked for and nothing says how long they are. */
const USUAL_PAGE = 20;

/** The page that is asked for, of no more records than the list may have; all of them where no page is asked for. */
export function pageOf(all: readonly StoredRecord[], { listParameters, sent, array }: PageRequest): Page {
  const { paging } = listParameters;
  const number = (role: 'limit' | 'offset' | 'page') => wholeOf(sent, paging.get(role));
  const most = array.maxItems ?? Number.POSITIVE_INFINITY;
  const isPaged = number('page') !== undefined;
  const limit = Math.min(number('limit') ?? (isPaged ? USUAL_PAGE : Number.POSITIVE_INFINITY), most);
  const firstPage = firstOf(paging.get('page')?.schema);
  const skipped = Math.max(0, (number('page') ?? firstPage) - firstPage);
  const from = startOf(all, sentOrDefault(sent, paging.get('cursor')));
  const offset = from + (number('offset') ?? 0) + (skipped === 0 ? 0 : skipped * limit);
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

function firstOf(schema: Schema | undefined): number {
  return schema?.minimum === 0 || schema?.default?.value === 0 ? 0 : 1;
}

/** A cursor is the key of the last record of the page before; one that was removed is followed by nothing. */
function startOf(all: readonly StoredRecord[], cursor: Json | undefined): number {
  if (cursor === undefined || cursor === null || cursor === '') return 0;
  const index = all.findIndex(({ id }) => id === String(cursor));
  return index + 1;
}

/** A value sent by a client, or the default that the contract gives. */
function sentOrDefault(
  parameters: ReadonlyMap<string, Json>,
  parameter: Parameter | undefined,
): Json | undefined {
  if (parameter === undefined) return undefined;
  return parameters.get(`query.${parameter.name}`) ?? parameter.schema?.default?.value;
}

/** The same as a count: not below 0, and none for what is no whole number. */
function wholeOf(
  parameters: ReadonlyMap<string, Json>,
  parameter: Parameter | undefined,
): number | undefined {
  const value = sentOrDefault(parameters, parameter);
  return isInteger(value) ? Math.max(0, Math.min(Number(value), Number.MAX_SAFE_INTEGER)) : undefined;
}
