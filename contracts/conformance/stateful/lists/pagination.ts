/** How pages of a list are requested. */
import { isNumeric } from '../../../../spec/json/exact-json.ts';
import type { Operation, Parameter } from '../../../../spec/model/contract.ts';
import { listParameters } from '../../../../spec/resources/list-parameters.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { ListShape } from '../../model/list-query.ts';
import type { BaselineRequest } from '../../request/baseline-request.ts';
import type { ParameterValue } from '../../request/parameters/serialize-parameters.ts';
import { parseBody } from '../model/response-records.ts';
import { parameterIfValid, smallPageSize } from './limits.ts';
import { type CursorList, findNextPage, type NextPage } from './next-page.ts';

export interface Pagination {
  /** The parameter that selects the page. */
  readonly parameter: Parameter;
  /** Infinity where the implementation chooses the size of its pages. */
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

/**
 * By offset, page number or cursor; undefined when there are no such parameters, or the size is not allowed. By default,
 * small pages.
 */
export function detectPagination(
  { operation }: BaselineRequest,
  shape: ListShape,
  requestedSize?: number,
): Pagination | undefined {
  const limit = listParameters(operation, shape.item).pagination.get('limit');
  const size = requestedSize ?? (limit && smallPageSize(limit));
  const length = limit === undefined || size === undefined ? undefined : parameterIfValid(limit, size);
  return length === undefined || size === undefined ? undefined : paginationOf(operation, shape, { length, size });
}

/** The pages of a list whose size the contract does not let clients choose. */
export function detectFixedPages({ operation }: BaselineRequest, shape: ListShape): Pagination | undefined {
  return listParameters(operation, shape.item).pagination.has('limit')
    ? undefined
    : paginationOf(operation, shape, { length: undefined, size: Number.POSITIVE_INFINITY });
}

interface PageSize {
  /** Undefined where the implementation chooses the size. */
  readonly length: ParameterValue | undefined;
  readonly size: number;
}

function paginationOf(operation: Operation, shape: ListShape, { length, size }: PageSize): Pagination | undefined {
  const { pagination } = listParameters(operation, shape.item);
  const [offset, page, cursor] = [pagination.get('offset'), pagination.get('page'), pagination.get('cursor')];
  // `startIndex` of SCIM counts from 1; `pageOffset` may count pages.
  if (/start.?index|page_?offset/i.test(offset?.name ?? '')) return undefined;
  if (offset !== undefined)
    return createPagination({ parameter: offset, limit: size, startsAtBeginning: true }, (pages) =>
      withPageLength(
        length,
        parameterIfValid(offset, length === undefined ? countItems(pages, shape) : pages.length * size),
      ),
    );
  const first = page === undefined ? undefined : firstPage(page);
  if (page === undefined)
    return cursor === undefined ? undefined : cursorPagination({ operation, cursor, shape }, length, size);
  return createPagination({ parameter: page, limit: size, startsAtBeginning: first !== undefined }, (pages) =>
    withPageLength(length, parameterIfValid(page, pages.length + (first ?? 1))),
  );
}

function countItems(pages: readonly Exchange[], { itemsIn }: ListShape): number {
  return pages.reduce((sum, page) => sum + (itemsIn(parseBody(page))?.length ?? 0), 0);
}

function createPagination(
  part: Pick<Pagination, 'parameter' | 'limit' | 'startsAtBeginning'>,
  parametersAfter: Pagination['parametersAfter'],
): Pagination {
  return { ...part, isByCursor: false, parametersAfter };
}

function cursorPagination(list: CursorList, length: ParameterValue | undefined, limit: number): Pagination {
  const { cursor } = list;
  const given = length === undefined ? [] : [length];
  const paging = createPagination({ parameter: cursor, limit, startsAtBeginning: true }, (pages) => {
    if (pages.length === 0) return given;
    const next = findNextPage(pages, list);
    return next.kind === 'cursor' ? [...given, { parameter: cursor, value: next.value }] : undefined;
  });
  return { ...paging, isByCursor: true, nextPage: (pages) => findNextPage(pages, list) };
}

function withPageLength(
  length: ParameterValue | undefined,
  position: ParameterValue | undefined,
): readonly ParameterValue[] | undefined {
  if (position === undefined) return undefined;
  return length === undefined ? [position] : [length, position];
}

/** The number of the first page, by the contract's default or minimum; some count from 0. */
function firstPage({ schema }: Parameter): number | undefined {
  const flat = schema && flattenSchema(schema);
  const value = [flat?.default?.value, flat?.minimum].find(isNumeric);
  return value === undefined ? undefined : Number(value);
}
