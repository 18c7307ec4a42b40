/** Filters and paginates a list according to its query. */
import {
  compareNumbers,
  isInteger,
  isJsonArray,
  isJsonObject,
  isNumeric,
  type Json,
  type JsonObject,
} from '../../../spec/json/exact-json.ts';
import type { Parameter } from '../../../spec/model/contract.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { statesInclusion } from '../../../spec/resources/bound-sentences.ts';
import type { ListFilter, ListParameters, MemberFilter } from '../../../spec/resources/list-parameters.ts';
import type { RangeFilter } from '../../../spec/resources/range-filters.ts';
import { findsAnyCase, findsParts } from '../../../spec/resources/search-sentences.ts';
import type { TimeBound } from '../../../spec/resources/time-bounds.ts';
import type { StoredRecord } from '../../model/storage.ts';

type RecordFilters = Pick<ListParameters, 'filters' | 'rangeFilters' | 'timeBounds' | 'memberFilters'>;

type RecordPredicate = (record: JsonObject) => boolean;

/**
 * Applies the filters and ranges of the request. Defaults are ignored: what a default means to the real service is
 * unknown, and it may be no filter.
 */
export function filterRecords<T extends { readonly value: JsonObject }>(
  all: readonly T[],
  { filters, rangeFilters, timeBounds, memberFilters }: RecordFilters,
  sent: ReadonlyMap<string, Json>,
): readonly T[] {
  const tests = [
    ...rangeFilters.flatMap((bound) => boundPredicate(bound, sent) ?? []),
    ...timeBounds.flatMap((bound) => timePredicate(bound, sent) ?? []),
    ...filters.flatMap((filter) => filterPredicate(filter, sent) ?? []),
    ...memberFilters.flatMap((filter) => memberPredicate(filter, sent) ?? []),
  ];
  return tests.length === 0 ? all : all.filter(({ value }) => tests.every((test) => test(value)));
}

function filterPredicate(
  { parameter, property }: ListFilter,
  sent: ReadonlyMap<string, Json>,
): RecordPredicate | undefined {
  const expected = sent.get(`query.${parameter.name}`);
  if (expected === undefined || matchesEverything(parameter, expected)) return undefined;
  const search = { anyCase: findsAnyCase(parameter), parts: findsParts(parameter, property) };
  return (record) => {
    const value = Object.hasOwn(record, property) ? record[property] : undefined;
    return matchesFilter(value, expected) || isFoundBy(value, expected, search);
  };
}

/** What the description of the parameter says that it also finds. */
function isFoundBy(
  value: Json | undefined,
  expected: Json,
  { anyCase, parts }: { readonly anyCase: boolean; readonly parts: boolean },
): boolean {
  if (typeof value !== 'string' || typeof expected !== 'string') return false;
  const [text, searched] = anyCase ? [value.toLowerCase(), expected.toLowerCase()] : [value, expected];
  return parts ? text.includes(searched) : text === searched;
}

/** `filter[status]=open`. */
function memberPredicate(
  { parameter, property }: MemberFilter,
  parameters: ReadonlyMap<string, Json>,
): RecordPredicate | undefined {
  const sent = parameters.get(`query.${parameter.name}`);
  const expected = isJsonObject(sent) && Object.hasOwn(sent, property) ? sent[property] : undefined;
  if (expected === undefined) return undefined;
  return (record) => matchesFilter(Object.hasOwn(record, property) ? record[property] : undefined, expected);
}

/** Assumes that the number has the unit of the property. */
function boundPredicate(
  { parameter, member, property, side }: RangeFilter,
  parameters: ReadonlyMap<string, Json>,
): RecordPredicate | undefined {
  const sent = parameters.get(`query.${parameter.name}`);
  const bound = member !== undefined && isJsonObject(sent) ? sent[member] : sent;
  if (!isNumeric(bound)) return undefined;
  const isExclusive = statesInclusion(parameter) === false;
  return (record) => {
    const value = Object.hasOwn(record, property) ? record[property] : undefined;
    if (!isNumeric(value)) return true;
    const order = compareNumbers(value, bound);
    if (order === 0) return !isExclusive;
    return side === 'from' ? order > 0 : order < 0;
  };
}

/** Instants are compared, whatever their zones; a record without the time is kept. */
function timePredicate(
  { parameter, property, comparison }: TimeBound,
  parameters: ReadonlyMap<string, Json>,
): RecordPredicate | undefined {
  const bound = Date.parse(String(parameters.get(`query.${parameter.name}`)));
  if (Number.isNaN(bound)) return undefined;
  return (record) => {
    const time = Date.parse(String(Object.hasOwn(record, property) ? record[property] : undefined));
    if (Number.isNaN(time)) return true;
    return comparison === 'from' ? time >= bound : comparison === 'to' ? time <= bound : time < bound;
  };
}

/** `state=all`, if the enum also has values such as `open` and `closed`, does not filter. */
function matchesEverything({ schema }: Parameter, expected: Json): boolean {
  return schema?.enum !== undefined && (expected === 'all' || expected === 'any');
}

/** Properties that identify an object: `tags=new` finds `{ "tags": [{ "id": 1, "name": "new" }] }`. */
const identifyingNames = ['id', 'name', 'key', 'code', 'slug'];

/** One match is enough, among several requested values and among several in the record. */
function matchesFilter(value: Json | undefined, expected: Json): boolean {
  if (isJsonArray(expected)) return expected.some((one) => matchesFilter(value, one));
  if (value === undefined) return false;
  if (isJsonArray(value)) return value.some((one) => matchesFilter(one, expected));
  if (isJsonObject(expected))
    return isJsonObject(value) && Object.entries(expected).every(([name, part]) => matchesFilter(value[name], part));
  const identifiers = isJsonObject(value) ? identifyingNames.map((name) => value[name]) : [value];
  return identifiers.some((one) => one !== undefined && !isJsonObject(one) && String(one) === String(expected));
}

/** The requested page of a list, with data about the whole list. */
export interface Page {
  readonly records: readonly StoredRecord[];
  /** Of all pages. */
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
  /** Numbered from 0 if the parameter may be 0, or else from 1. */
  readonly page: number;
  readonly pages: number;
  readonly firstPage: number;
  readonly hasMore: boolean;
  /** The cursor of the next page. */
  readonly cursor: string | undefined;
}

interface PageOptions {
  readonly listParameters: ListParameters;
  readonly sent: ReadonlyMap<string, Json>;
  readonly array: Schema;
}

/** The page size if the request has a page number but no limit. */
const DEFAULT_PAGE_SIZE = 20;

/** The requested page, limited by `maxItems`; all records if no page is requested. */
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

/** A cursor is the key of the last record of the previous page; if that was removed, the list starts again. */
function cursorPosition(all: readonly StoredRecord[], cursor: Json | undefined): number {
  if (cursor === undefined || cursor === null || cursor === '') return 0;
  const index = all.findIndex(({ id }) => id === String(cursor));
  return index + 1;
}

/** The value that the client sent, or else the declared default. */
export function sentOrDefault(
  parameters: ReadonlyMap<string, Json>,
  parameter: Parameter | undefined,
): Json | undefined {
  if (parameter === undefined) return undefined;
  return parameters.get(`query.${parameter.name}`) ?? parameter.schema?.default?.value;
}

/** The value as a count: at least 0; undefined if it is not an integer. */
function countParameter(parameters: ReadonlyMap<string, Json>, parameter: Parameter | undefined): number | undefined {
  const value = sentOrDefault(parameters, parameter);
  return isInteger(value) ? Math.max(0, Math.min(Number(value), Number.MAX_SAFE_INTEGER)) : undefined;
}
