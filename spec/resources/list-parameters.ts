/** Classifies the query parameters of a list by name: filters, sorting and pagination. */
import { memoizePair } from '../memoize.ts';
import type { Operation, Parameter } from '../model/contract.ts';
import { lettersOf } from '../model/name-parts.ts';
import type { Schema } from '../model/schema.ts';
import { declaredProperties, declaredTypes } from '../model/schema-view.ts';
import { findRangeFilters, type RangeFilter } from './range-filters.ts';
import { findTimeBounds, type TimeBound } from './time-bounds.ts';

export type PaginationRole = 'limit' | 'offset' | 'page' | 'cursor';

/** In lower case, letters only: `page_size`, `pageSize` and `page[size]` are equal. */
const paginationNames: Readonly<Record<PaginationRole, readonly string[]>> = {
  limit: ['limit', 'perpage', 'pagesize', 'pagelimit', 'size', 'count', 'take', 'top', 'maxresults', 'maxitems'],
  offset: ['offset', 'skip', 'pageoffset', 'startindex'],
  page: ['page', 'pagenumber', 'pageno', 'pageindex'],
  cursor: [
    'cursor',
    'after',
    'pagecursor',
    'pageafter',
    'pagetoken',
    'nextpagetoken',
    'nexttoken',
    'startingafter',
    'continuationtoken',
  ],
};

/** Whether the name of a query parameter is that of a page, or of an offset. */
export function isPageOrOffset(name: string): boolean {
  const letters = lettersOf(name);
  return paginationNames.page.includes(letters) || paginationNames.offset.includes(letters);
}

export interface ListParameters {
  readonly pagination: ReadonlyMap<PaginationRole, Parameter>;
  readonly sort: Parameter | undefined;
  readonly order: Parameter | undefined;
  readonly filters: readonly ListFilter[];
  readonly rangeFilters: readonly RangeFilter[];
  /** Members of objects, such as `filter[status]`. */
  readonly memberFilters: readonly MemberFilter[];
  readonly timeBounds: readonly TimeBound[];
}

/** `status` filters by one value, and the list parameter `kinds` by several values of `kind`. */
export interface ListFilter {
  readonly parameter: Parameter;
  readonly property: string;
}

/** A member of an object, or of JSON in the query, with the name of a property: `where={"shelf":7}`. */
export interface MemberFilter {
  readonly parameter: Parameter;
  readonly property: string;
  /** The schema of the member. */
  readonly schema: Schema;
}

export const listParameters = memoizePair(classifyParameters);

function classifyParameters(operation: Operation, item: Schema): ListParameters {
  const queryParameters = operation.parameters.filter((parameter) => parameter.in === 'query');
  const properties = declaredProperties(item);
  const pagination = findPagination(queryParameters, properties);
  const classified = new Set<Parameter>(pagination.values());
  const findByName = (names: readonly string[]) =>
    queryParameters.find((parameter) => names.includes(lettersOf(parameter.name)) && !properties.has(parameter.name));
  const rangeFilters = findRangeFilters(queryParameters, properties);
  const timeBounds = findTimeBounds(queryParameters, properties);
  for (const { parameter } of [...rangeFilters, ...timeBounds]) classified.add(parameter);
  return {
    pagination,
    sort: findByName(['sort', 'sortby', 'orderby', 'sortfield']) ?? findByName(['order']),
    order: findByName(['order', 'sortorder', 'sortdir', 'sortdirection', 'direction', 'dir', 'orderdir']),
    filters: queryParameters
      .filter((parameter) => !classified.has(parameter))
      .flatMap((parameter) => findFilters(parameter, properties)),
    rangeFilters,
    memberFilters: queryParameters
      .filter((parameter) => !classified.has(parameter) && !properties.has(parameter.name))
      .flatMap((parameter) => findMemberFilters(parameter, properties)),
    timeBounds,
  };
}

/** Other objects, such as `page[limit]`, do not select records. */
function findMemberFilters(parameter: Parameter, properties: ReadonlyMap<string, Schema>): readonly MemberFilter[] {
  const { name, description, content, schema = content[0]?.schema } = parameter;
  const text = `${description ?? ''} ${schema?.description ?? ''}`;
  const selects = FILTER_NAME.test(name) || (/\bonly\b|\bfilter/i.test(text) && !/\bsort|\border\b|\bpage/i.test(text));
  if (schema === undefined || !selects || !declaredTypes(schema).has('object')) return [];
  return [...declaredProperties(schema)]
    .filter(([member]) => properties.has(member))
    .map(([property, member]) => ({ parameter, property, schema: member }));
}

const FILTER_NAME = /^(?:filters?|where|criteria|conditions?|match)$/i;

function findFilters(parameter: Parameter, properties: ReadonlyMap<string, Schema>): readonly ListFilter[] {
  const { name, schema } = parameter;
  if (properties.has(name)) return [{ parameter, property: name }];
  const isList = schema !== undefined && declaredTypes(schema).has('array');
  const property = isList ? singularForms(name).find((form) => properties.has(form)) : undefined;
  return property === undefined ? [] : [{ parameter, property }];
}

/** `kinds`, `statuses`, `categories`, `shelves`. */
function singularForms(name: string): readonly string[] {
  return [
    name.replace(/s$/, ''),
    name.replace(/es$/, ''),
    name.replace(/ies$/, 'y'),
    name.replace(/ves$/, 'f'),
    name.replace(/ves$/, 'fe'),
  ];
}

function findPagination(
  queryParameters: readonly Parameter[],
  properties: ReadonlyMap<string, Schema>,
): ReadonlyMap<PaginationRole, Parameter> {
  const found = new Map<PaginationRole, Parameter>();
  for (const role of ['limit', 'offset', 'page', 'cursor'] as const) {
    const usualNames = paginationNames[role];
    const candidates = queryParameters.filter(
      (one) => usualNames.includes(lettersOf(one.name)) && isPaginationParameter(role, one, properties),
    );
    const [best] = candidates.toSorted(
      (a, b) => usualNames.indexOf(lettersOf(a.name)) - usualNames.indexOf(lettersOf(b.name)),
    );
    if (best !== undefined) found.set(role, best);
  }
  return found;
}

/** A `size` or `count` that is also a property of records is a filter; an `after` that is a date is not a cursor. */
function isPaginationParameter(
  role: PaginationRole,
  { name, schema }: Parameter,
  properties: ReadonlyMap<string, Schema>,
): boolean {
  if (properties.has(name) || schema === undefined) return false;
  const types = declaredTypes(schema);
  if (role === 'cursor') return schema.format === undefined || types.has('integer') || schema.format === 'uuid';
  return types.has('integer') || types.has('number');
}
