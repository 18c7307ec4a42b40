/** The pages of a list, or of a filtered or sorted part of it, compared with what one response shows. */
import type { Json } from '../../../../spec/json/exact-json.ts';
import { type Exchange, isClientError, isSuccessfulExchange, statusOf } from '../../model/exchange.ts';
import type { ListPages } from '../../model/list-query.ts';
import type { FreshValues } from '../../model/request-spec.ts';
import type { StepGenerator } from '../../model/sequence.ts';
import { hasNext } from '../model/continuation.ts';
import { parseBody } from '../model/response-records.ts';
import { toleratesRejection } from '../model/tolerated-responses.ts';
import { continues, hasFixedPages, isLastPageAgain, isSamePage, isShorter, toleratesEnd } from './fixed-pages.ts';
import { followNextLinks } from './next-links.ts';
import type { NextPage } from './next-page.ts';
import { findPageError } from './page-errors.ts';
import type { Pagination } from './pagination.ts';
import { type ListContext, listRequestSpec, type PagedPart, readAfterDelay, readItems } from './read-list.ts';
import { hasUnexpectedTotal } from './totals.ts';

/** The pages that were read, if they show anything. */
export function* checkPagesOf(
  context: ListContext,
  paging: Pagination,
  part: PagedPart,
  fresh: FreshValues,
): StepGenerator<ListPages | undefined> {
  if (part.whole.length < (hasFixedPages(paging) ? 1 : 2)) return undefined;
  const first = yield* readPagesWithWhole(context, paging, part, fresh);
  const { shape } = context;
  const isIncorrect =
    first !== undefined && (findPageError(first, shape) !== undefined || hasUnexpectedTotal(first, shape));
  const later = isIncorrect ? yield* readAfterDelay(context, fresh, undefined, part.parameters) : undefined;
  const listPages =
    later === undefined ? first : yield* readPagesWithWhole(context, paging, { ...part, whole: later }, fresh);
  if (listPages === undefined) return undefined;
  const isOnlyPage = listPages.pages.length < 2 && (listPages.coverage === 'beginning' || hasFixedPages(paging));
  if (isOnlyPage) {
    yield* followNextLinks(context, paging, { ...part, pageExchanges: listPages.pageExchanges }, fresh);
    return undefined;
  }
  const query = { kind: 'pages', shape, parameter: paging.parameter, ...listPages } as const;
  yield* readItems(context, fresh, 'the list is read again', query, part.parameters);
  yield* followNextLinks(context, paging, { ...part, pageExchanges: listPages.pageExchanges }, fresh);
  return listPages;
}

function* readPagesWithWhole(
  context: ListContext,
  paging: Pagination,
  part: PagedPart,
  fresh: FreshValues,
): StepGenerator<ListPages | undefined> {
  const { pages, pageExchanges, isEnd, isEndless } = yield* readPages(context, paging, part, fresh);
  const reached = isEnd ? 'whole' : 'beginning';
  const coverage = paging.startsAtBeginning ? reached : 'unknown';
  const listPages = {
    pages,
    pageExchanges,
    wholeBefore: part.whole,
    coverage,
    order: part.order,
    isWholeComplete: part.isWholeComplete,
    isEndless,
  } as const;
  return pages.length === 0 || (pages.length < 2 && !isEnd && !paging.startsAtBeginning) ? undefined : listPages;
}

interface ReadPages extends Pick<ListPages, 'pages' | 'pageExchanges' | 'isEndless'> {
  /** The last page is the end of the list. */
  readonly isEnd: boolean;
}

const noPages: ReadPages = { pages: [], pageExchanges: [], isEnd: false };

function* readPages(
  context: ListContext,
  paging: Pagination,
  { parameters, query, maxPages, isLong }: PagedPart,
  fresh: FreshValues,
): StepGenerator<ReadPages> {
  const { baseline, shape } = context;
  const pages: (readonly Json[])[] = [];
  const pageExchanges: Exchange[] = [];
  while (pages.length < maxPages) {
    const given = paging.parametersAfter(pageExchanges);
    const before = paging.nextPage?.(pageExchanges);
    if (given === undefined) return { pages, pageExchanges, isEnd: before?.kind === 'none' };
    const description = `page ${pages.length + 1} of the list is read`;
    const mayBeBehindEnd = hasFixedPages(paging) && !continues(pageExchanges, shape, isLong);
    const added = [...parameters, ...given];
    const exchange: Exchange = yield {
      operation: baseline.operation,
      requestSpec: listRequestSpec(baseline, added, fresh),
      description,
      tolerated: [...(added.length === 0 ? [] : toleratesRejection), ...(mayBeBehindEnd ? toleratesEnd : [])],
      ...(query && { query }),
    };
    if (mayBeBehindEnd && isClientError(statusOf(exchange) ?? 0))
      return { pages: [...pages, []], pageExchanges: [...pageExchanges, exchange], isEnd: true };
    const page = isSuccessfulExchange(exchange) ? shape.itemsIn(parseBody(exchange)) : undefined;
    // An implementation that ignores the limit has no pages of that length; another check reports it.
    if (page === undefined || page.length > paging.limit) return noPages;
    // Then the value sent is no cursor of the next page, as far as the contract shows.
    if (before?.kind === 'cursor' && !before.isStated && isSamePage(pages.at(-1), page)) return noPages;
    if (mayBeBehindEnd && isLastPageAgain(paging, pages.at(-1), page)) return { pages, pageExchanges, isEnd: false };
    pages.push(page);
    pageExchanges.push(exchange);
    if (page.length === 0 && isRepeatedCursor(before, paging.nextPage?.(pageExchanges)))
      return { pages, pageExchanges, isEnd: true, isEndless: true };
    const isEnd = hasFixedPages(paging) ? isShorter(page, pages) : page.length < paging.limit;
    if (isEnd && !paging.isByCursor && (parameters.length === 0 || !hasNext(exchange)))
      return { pages, pageExchanges, isEnd: true };
  }
  return { pages, pageExchanges, isEnd: false };
}

/** The cursor of an empty page leads to the same page. */
function isRepeatedCursor(before: NextPage | undefined, next: NextPage | undefined): boolean {
  return before?.kind === 'cursor' && next?.kind === 'cursor' && next.isStated && before.value === next.value;
}

/** Of a filtered or sorted list: a filter or an order that is lost is lost on the second page. */
export const MAX_PAGES_OF_PART = 3;
