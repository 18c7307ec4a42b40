/** The pages of a list, or of a filtered or sorted part of it, compared with what one response shows. */
import { isEqualJson, type Json } from '../../../../spec/json/exact-json.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { ListPages } from '../../model/list-query.ts';
import type { FreshValues } from '../../model/request-spec.ts';
import type { StepGenerator } from '../../model/sequence.ts';
import { hasNext } from '../model/continuation.ts';
import { isSuccessfulExchange, parseBody } from '../model/response-records.ts';
import { findPageError } from './list-shape.ts';
import { followNextLinks } from './next-links.ts';
import type { NextPage } from './next-page.ts';
import type { Pagination } from './pagination.ts';
import { type ListContext, type PagedPart, readAfterDelay, readItems, requestList } from './read-list.ts';
import { hasUnexpectedTotal } from './totals.ts';

/** The pages that were read, if they show anything. */
export function* checkPagesOf(
  context: ListContext,
  paging: Pagination,
  part: PagedPart,
  fresh: FreshValues,
): StepGenerator<ListPages | undefined> {
  if (part.whole.length < 2) return undefined;
  const first = yield* readPagesWithWhole(context, paging, part, fresh);
  const { shape } = context;
  const isIncorrect =
    first !== undefined && (findPageError(first, shape) !== undefined || hasUnexpectedTotal(first, shape));
  const later = isIncorrect ? yield* readAfterDelay(context, fresh, undefined, part.parameters) : undefined;
  const listPages =
    later === undefined ? first : yield* readPagesWithWhole(context, paging, { ...part, whole: later }, fresh);
  if (listPages === undefined) return undefined;
  if (listPages.pages.length < 2 && listPages.coverage === 'beginning') {
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
  { parameters, query, maxPages }: PagedPart,
  fresh: FreshValues,
): StepGenerator<ReadPages> {
  const pages: (readonly Json[])[] = [];
  const pageExchanges: Exchange[] = [];
  while (pages.length < maxPages) {
    const given = paging.parametersAfter(pageExchanges);
    const before = paging.nextPage?.(pageExchanges);
    if (given === undefined) return { pages, pageExchanges, isEnd: before?.kind === 'none' };
    const description = `page ${pages.length + 1} of the list is read`;
    const exchange = yield* requestList(context, fresh, description, query, [...parameters, ...given]);
    const page = isSuccessfulExchange(exchange) ? context.shape.itemsIn(parseBody(exchange)) : undefined;
    // An implementation that ignores the limit has no pages of that length; another check reports it.
    if (page === undefined || page.length > paging.limit) return noPages;
    // Then the value sent is no cursor of the next page, as far as the contract shows.
    if (before?.kind === 'cursor' && !before.isStated && isSamePage(pages.at(-1), page)) return noPages;
    pages.push(page);
    pageExchanges.push(exchange);
    if (page.length === 0 && isRepeatedCursor(before, paging.nextPage?.(pageExchanges)))
      return { pages, pageExchanges, isEnd: true, isEndless: true };
    if (page.length < paging.limit && !paging.isByCursor && (parameters.length === 0 || !hasNext(exchange)))
      return { pages, pageExchanges, isEnd: true };
  }
  return { pages, pageExchanges, isEnd: false };
}

function isSamePage(one: readonly Json[] | undefined, other: readonly Json[]): boolean {
  return one !== undefined && isEqualJson([...one], [...other]);
}

/** The cursor of an empty page leads to the same page. */
function isRepeatedCursor(before: NextPage | undefined, next: NextPage | undefined): boolean {
  return before?.kind === 'cursor' && next?.kind === 'cursor' && next.isStated && before.value === next.value;
}
