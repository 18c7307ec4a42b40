/** Whether a list ends with a page, and why it may lack a record. */
import type { ListView } from '../../../../spec/resources/record-views.ts';
import { type Exchange, isSuccessfulExchange } from '../../model/exchange.ts';
import type { PagesSoFar } from '../../model/sequence.ts';
import { totalsIn } from '../lists/totals.ts';
import { hasMorePages, hasNext, pageSizeIn, totalInContentRange } from '../model/continuation.ts';
import { parseBody } from '../model/response-records.ts';
import { itemsInBody, type PageRequests } from './page-requests.ts';

/** One reading of all pages. */
export interface Pass {
  /** The list was read again from the first page, so this reading asserts nothing about its end. */
  isSuperseded: boolean;
  /** Milliseconds before the first page is read. */
  readonly delayMs: number | undefined;
  firstPage?: Exchange;
  lastPage?: Exchange;
}

interface PagedReading {
  readonly requests: PageRequests;
  readonly view: ListView;
  /** The contract has no operation that changes or deletes a record, so that none moves to a page already read. */
  readonly isAppendOnly: boolean;
  readonly pass: Pass;
}

export function pagesSoFar(
  { requests, view, isAppendOnly, pass }: PagedReading,
  previousPages: readonly Exchange[],
  { isWhole = false }: { readonly isWhole?: boolean } = {},
): PagesSoFar {
  const { roles, limit, positionParameter } = requests;
  const itemsIn = (exchange: Exchange) => itemsInBody(parseBody(exchange), view);
  const count = (exchange: Exchange | undefined) => (exchange === undefined ? 0 : (itemsIn(exchange)?.length ?? 0));
  const saysMore = (exchange: Exchange) => {
    const pages = [...previousPages, exchange];
    const seen = pages.reduce((sum, page) => sum + count(page), 0);
    return (
      hasLargerTotal(exchange, seen) ||
      hasMorePages(exchange, pages.length) ||
      isPageFull(exchange, count(exchange), limit) ||
      requests.hasCursor(pages)
    );
  };
  return {
    previousPages,
    itemsIn,
    isEnd(exchange) {
      if (pass.isSuperseded || !isSuccessfulExchange(exchange) || hasNext(exchange)) return false;
      if (roles.size === 0) return true;
      const itemCount = count(exchange);
      if (itemCount === 0) return !isPastOnlyPage(requests, [...previousPages, exchange], count);
      // Without a limit parameter, a page shorter than the first is the last.
      if (itemCount >= (limit ?? count(previousPages[0]))) return false;
      return isWhole || positionParameter === undefined || !saysMore(exchange);
    },
    reasonForMissing(exchange) {
      if (previousPages.length > 0 && !isAppendOnly)
        return 'records may move between pages when other clients create and delete records';
      const itemCount = count(exchange);
      if (itemCount === view.array.maxItems) return 'the list is as long as the contract allows';
      if (roundNumbers.has(itemCount)) return 'the list may be truncated at a round number';
      return positionParameter === undefined && saysMore(exchange)
        ? 'the response says that there are more records than it lists'
        : undefined;
    },
  };
}

const roundNumbers = new Set([10, 15, 20, 25, 30, 40, 50, 100, 200, 250, 500, 1_000]);

/** The second page is empty, and the first one was shorter than requested, although it says that there are more. */
export function isPastOnlyPage(
  { limit }: Pick<PageRequests, 'limit'>,
  [first, second, ...others]: readonly Exchange[],
  count: (exchange: Exchange) => number,
): boolean {
  if (first === undefined || second === undefined || others.length > 0 || limit === undefined) return false;
  return count(second) === 0 && count(first) < limit && !hasNext(first);
}

function hasLargerTotal(exchange: Exchange, seen: number): boolean {
  if (exchange.outcome.kind !== 'response') return false;
  const totals = totalsIn(exchange.outcome.response).map(({ value }) => value);
  return [...totals, totalInContentRange(exchange) ?? 0].some((total) => total > seen);
}

/** The page is as long as the page size in the response, which is smaller than the requested one. */
function isPageFull(exchange: Exchange, itemCount: number, limit: number | undefined): boolean {
  const size = pageSizeIn(exchange);
  return size !== undefined && limit !== undefined && size < limit && itemCount >= size;
}
