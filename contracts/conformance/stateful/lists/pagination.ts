/** How pages of a list are requested. */
import { isNumeric, type Json } from '../../../../spec/json/exact-json.ts';
import type { Parameter } from '../../../../spec/model/contract.ts';
import { listParameters } from '../../../../spec/resources/list-parameters.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { ListShape } from '../../model/list-query.ts';
import type { BaselineRequest } from '../../request/baseline-request.ts';
import type { ParameterValue } from '../../request/parameters/serialize-parameters.ts';
import { type CursorList, findNextPage, type NextPage } from './next-page.ts';

export interface Pagination {
  /** The parameter that selects the page. */
  readonly parameter: Parameter;
  readonly limit: number;
  /** Pages are selected by a cursor in the previous response, so a short page need not be the last. */
  readonly isByCursor: boolean;
  /** The first page is the beginning of the list. */
  readonly startsAtBeginning: boolean;
  /** The parameters for the page after these; undefined when there is none, or it cannot be requested. */
  parametersAfter(pages: readonly Exchange[]): readonly ParameterValue[] | undefined;
  /** What the last of these pages says about the next one, where cursors select pages. */
  nextPage?(pages: readonly Exchange[]): NextPage;
}

/** Large enough for a page to have an order, small enough that few records fill several pages. */
const PAGE_SIZE = 2;

/** By offset, page number or cursor; undefined when there are no such parameters, or the size is not allowed. */
export function detectPagination(
  { operation }: BaselineRequest,
  shape: ListShape,
  size = PAGE_SIZE,
): Pagination | undefined {
  const { pagination } = listParameters(operation, shape.item);
  const [limit, offset, page] = [pagination.get('limit'), pagination.get('offset'), pagination.get('page')];
  const length = limit === undefined ? undefined : parameterIfValid(limit, size);
  // `startIndex` of SCIM counts from 1; `pageOffset` may count pages.
  if (length === undefined || /start.?index|page_?offset/i.test(offset?.name ?? '')) return undefined;
  if (offset !== undefined)
    return createPagination({ parameter: offset, limit: size, startsAtBeginning: true }, (pages) =>
      withPageLength(length, parameterIfValid(offset, pages.length * size)),
    );
  const first = page === undefined ? undefined : firstPage(page);
  const cursor = pagination.get('cursor');
  if (page === undefined)
    return cursor === undefined ? undefined : cursorPagination({ operation, cursor, shape }, length, size);
  return createPagination({ parameter: page, limit: size, startsAtBeginning: first !== undefined }, (pages) =>
    withPageLength(length, parameterIfValid(page, pages.length + (first ?? 1))),
  );
}

function createPagination(
  part: Pick<Pagination, 'parameter' | 'limit' | 'startsAtBeginning'>,
  parametersAfter: Pagination['parametersAfter'],
): Pagination {
  return { ...part, isByCursor: false, parametersAfter };
}

function cursorPagination(list: CursorList, length: ParameterValue, limit: number): Pagination {
  const { cursor } = list;
  const paging = createPagination({ parameter: cursor, limit, startsAtBeginning: true }, (pages) => {
    if (pages.length === 0) return [length];
    const next = findNextPage(pages, list);
    return next.kind === 'cursor' ? [length, { parameter: cursor, value: next.value }] : undefined;
  });
  return { ...paging, isByCursor: true, nextPage: (pages) => findNextPage(pages, list) };
}

function withPageLength(
  length: ParameterValue,
  position: ParameterValue | undefined,
): readonly ParameterValue[] | undefined {
  return position === undefined ? undefined : [length, position];
}

/** The number of the first page, by the contract's default or minimum; some count from 0. */
function firstPage({ schema }: Parameter): number | undefined {
  const flat = schema && flattenSchema(schema);
  const value = [flat?.default?.value, flat?.minimum].find(isNumeric);
  return value === undefined ? undefined : Number(value);
}

function parameterIfValid(parameter: Parameter, value: Json): ParameterValue | undefined {
  return parameter.schema !== undefined && isValid(parameter.schema, value, 'request')
    ? { parameter, value }
    : undefined;
}

/** Limits of one record, of a short page, and the maximum that the contract allows. */
export function limitsToTry(
  { operation }: BaselineRequest,
  { item }: ListShape,
): readonly (ParameterValue & { readonly limit: number })[] {
  const parameter = listParameters(operation, item).pagination.get('limit');
  if (parameter?.schema === undefined) return [];
  const { maximum } = flattenSchema(parameter.schema);
  const maximumLimit = maximum === undefined || maximum > 1_000 ? [] : [Number(maximum)];
  return [1, PAGE_SIZE, ...maximumLimit].flatMap((limit) => {
    const value = parameterIfValid(parameter, limit);
    return value === undefined ? [] : [{ ...value, limit }];
  });
}

/** The number of records of a page for which no limit is requested. */
export function defaultLimit(
  { operation }: BaselineRequest,
  { item }: ListShape,
): { readonly parameter: Parameter; readonly limit: number } | undefined {
  const parameter = listParameters(operation, item).pagination.get('limit');
  const value = parameter?.schema === undefined ? undefined : flattenSchema(parameter.schema).default?.value;
  return parameter === undefined || parameter.required || typeof value !== 'number' || value < 1
    ? undefined
    : { parameter, limit: value };
}
