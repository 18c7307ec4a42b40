/** How pages of a list are requested. */
import { isJsonObject, isNumeric, type Json } from '../../../../spec/json/exact-json.ts';
import type { Parameter } from '../../../../spec/model/contract.ts';
import { listParameters } from '../../../../spec/resources/list-parameters.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import type { ListShape } from '../../model/list-query.ts';
import type { BaselineRequest } from '../../request/baseline-request.ts';
import type { ParameterValue } from '../../request/parameters/serialize-parameters.ts';

export interface Pagination {
  /** The parameter that selects the page. */
  readonly parameter: Parameter;
  readonly limit: number;
  /** Pages are selected by a cursor in the previous response, so a short page need not be the last. */
  readonly isByCursor: boolean;
  /** The first page is the beginning of the list. */
  readonly startsAtBeginning: boolean;
  /** The parameters for a page (from 0), given the body of the previous page; undefined when there is no next page. */
  parametersForPage(page: number, before: Json | undefined): readonly ParameterValue[] | undefined;
}

/** Large enough for a page to have an order, small enough that few records fill several pages. */
const PAGE_SIZE = 2;

/** By offset, page number or cursor; undefined when there are no such parameters, or the size is not allowed. */
export function detectPagination(
  { operation }: BaselineRequest,
  { item }: ListShape,
  size = PAGE_SIZE,
): Pagination | undefined {
  const { pagination } = listParameters(operation, item);
  const [limit, offset, page] = [pagination.get('limit'), pagination.get('offset'), pagination.get('page')];
  const length = limit === undefined ? undefined : parameterIfValid(limit, size);
  // `startIndex` of SCIM counts from 1; `pageOffset` may count pages.
  if (length === undefined || /start.?index|page_?offset/i.test(offset?.name ?? '')) return undefined;
  if (offset !== undefined)
    return createPagination({ parameter: offset, limit: size, startsAtBeginning: true }, (number) =>
      withPageLength(length, parameterIfValid(offset, number * size)),
    );
  const first = page === undefined ? undefined : firstPage(page);
  if (page === undefined) return cursorPagination(pagination.get('cursor'), length, size);
  return createPagination({ parameter: page, limit: size, startsAtBeginning: first !== undefined }, (number) =>
    withPageLength(length, parameterIfValid(page, number + (first ?? 1))),
  );
}

function createPagination(
  part: Pick<Pagination, 'parameter' | 'limit' | 'startsAtBeginning'>,
  parametersForPage: Pagination['parametersForPage'],
): Pagination {
  return { ...part, isByCursor: false, parametersForPage };
}

function cursorPagination(
  cursor: Parameter | undefined,
  length: ParameterValue,
  limit: number,
): Pagination | undefined {
  if (cursor === undefined) return undefined;
  const paging = createPagination({ parameter: cursor, limit, startsAtBeginning: true }, (page, before) => {
    if (page === 0) return [length];
    const next = findNextCursor(before);
    return next === undefined ? undefined : withPageLength(length, parameterIfValid(cursor, next));
  });
  return { ...paging, isByCursor: true };
}

/** The value of `next_cursor`, `nextPageToken`, `next` …; undefined unless there is exactly one that is not a URL. */
export function findNextCursor(body: Json | undefined): string | undefined {
  if (!isJsonObject(body)) return undefined;
  const parts = [body, ...Object.values(body).filter(isJsonObject)];
  const cursors = parts.flatMap((part) =>
    Object.entries(part).flatMap(([name, value]) =>
      /^_?next(?:_?page)?(?:_?(?:cursor|token))?$/i.test(name) && typeof value === 'string' ? [value] : [],
    ),
  );
  const [only, ...others] = cursors.filter((text) => text !== '' && !/[/?]/.test(text));
  return others.length === 0 ? only : undefined;
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
