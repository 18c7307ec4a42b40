/** How parts of a list are asked for. */
import { isJsonObject, isNumeric, type Json } from '../../../../spec/json/exact-json.ts';
import type { Parameter } from '../../../../spec/model/contract.ts';
import { listParameters } from '../../../../spec/resources/list-parameters.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import type { ListShape } from '../../model/list-query.ts';
import type { BaselineRequest } from '../../request/baseline-request.ts';
import type { ParameterValue } from '../../request/parameters/serialize-parameters.ts';

export interface Pagination {
  /** That which names the page. */
  readonly parameter: Parameter;
  readonly limit: number;
  /** A short page need not be the last: the answer tells. */
  readonly isByCursor: boolean;
  /** Nothing lies before the first page. */
  readonly startsAtBeginning: boolean;
  /** What asks for a page, from 0, after the answer with the page before it; undefined where there is none, or no telling. */
  parametersForPage(page: number, before: Json | undefined): readonly ParameterValue[] | undefined;
}

/** Long enough for a page to have an order, short enough for few records to fill some. */
const PAGE_SIZE = 2;

/** By offset, by number, or by what an answer names the next one; undefined where pages cannot be asked for so. */
export function detectPagination({ operation }: BaselineRequest, { item }: ListShape): Pagination | undefined {
  const { pagination } = listParameters(operation, item);
  const [limit, offset, page] = [pagination.get('limit'), pagination.get('offset'), pagination.get('page')];
  const length = limit === undefined ? undefined : parameterIfValid(limit, PAGE_SIZE);
  // SCIM counts from 1 there; an offset of pages may count pages.
  if (length === undefined || /start.?index|page_?offset/i.test(offset?.name ?? '')) return undefined;
  if (offset !== undefined)
    return createPagination(offset, true, (number) =>
      withPageLength(length, parameterIfValid(offset, number * PAGE_SIZE)),
    );
  const first = page === undefined ? undefined : firstPage(page);
  if (page === undefined) return cursorPagination(pagination.get('cursor'), length);
  return createPagination(page, first !== undefined, (number) =>
    withPageLength(length, parameterIfValid(page, number + (first ?? 1))),
  );
}

function createPagination(
  parameter: Parameter,
  startsAtBeginning: boolean,
  parametersForPage: Pagination['parametersForPage'],
): Pagination {
  return { parameter, limit: PAGE_SIZE, isByCursor: false, startsAtBeginning, parametersForPage };
}

function cursorPagination(cursor: Parameter | undefined, length: ParameterValue): Pagination | undefined {
  if (cursor === undefined) return undefined;
  const paging = createPagination(cursor, true, (page, before) => {
    if (page === 0) return [length];
    const next = findNextCursor(before);
    return next === undefined ? undefined : withPageLength(length, parameterIfValid(cursor, next));
  });
  return { ...paging, isByCursor: true };
}

/** `next_cursor`, `nextPageToken`, `next`: one text that is no address. */
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

/** As the contract says; some count from 0. */
function firstPage({ schema }: Parameter): number | undefined {
  const flat = schema && flattenSchema(schema);
  const value = [flat?.default, flat?.minimum].find(isNumeric);
  return value === undefined ? undefined : Number(value);
}

function parameterIfValid(parameter: Parameter, value: Json): ParameterValue | undefined {
  return parameter.schema !== undefined && isValid(parameter.schema, value, 'request')
    ? { parameter, value }
    : undefined;
}

/** One record, and as many as the contract allows at most. */
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
