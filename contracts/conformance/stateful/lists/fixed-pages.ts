/** The pages of an implementation that chooses their size: whether one is the last shows only in what follows it. */
import { isEqualJson, type Json } from '../../../../spec/json/exact-json.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { ListShape } from '../../model/list-query.ts';
import type { ToleratedResponse } from '../../model/request-spec.ts';
import { hasMorePages, hasNext } from '../model/continuation.ts';
import { parseBody } from '../model/response-records.ts';
import type { Pagination } from './pagination.ts';
import { totalsIn } from './totals.ts';

export function hasFixedPages({ limit }: Pagination): boolean {
  return limit === Number.POSITIVE_INFINITY;
}

/** Some implementations reject a page behind the last one. */
export const toleratesEnd: readonly ToleratedResponse[] = [400, 404, 410, 416, 422].map((status) => ({
  status,
  reason: 'the list may have ended before this page',
  isExpected: true,
}));

/** Whether there is a page behind these: the first one, one of a list known to be long, or one that a response names. */
export function continues(pages: readonly Exchange[], { itemsIn }: ListShape, isLong = false): boolean {
  const last = pages.at(-1);
  if (last === undefined || (isLong && pages.length === 1)) return true;
  const seen = pages.reduce((sum, page) => sum + (itemsIn(parseBody(page))?.length ?? 0), 0);
  const totals = last.outcome.kind === 'response' ? totalsIn(last.outcome.response) : [];
  return hasNext(last) || hasMorePages(last, pages.length) || totals.some(({ value }) => value > seen);
}

/** No more items, or fewer than on the first page. */
export function isShorter({ length }: readonly Json[], [first]: readonly (readonly Json[])[]): boolean {
  return length === 0 || length < (first?.length ?? 0);
}

/** Some implementations return their last page for each page number behind it; an offset there selects nothing. */
export function isLastPageAgain(
  { parameter, isByCursor }: Pagination,
  last: readonly Json[] | undefined,
  page: readonly Json[],
): boolean {
  return !isByCursor && /page/i.test(parameter.name) && isSamePage(last, page);
}

export function isSamePage(one: readonly Json[] | undefined, other: readonly Json[]): boolean {
  return one !== undefined && isEqualJson([...one], [...other]);
}
