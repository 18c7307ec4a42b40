/** The pages of a list, or of a filtered or sorted part of it, compared with what one response shows. */
import type { Json } from '../../../../spec/json/exact-json.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { ListPages } from '../../model/list-query.ts';
import type { FreshValues } from '../../model/request-spec.ts';
import type { StepGenerator } from '../../model/sequence.ts';
import type { ParameterValue } from '../../request/parameters/serialize-parameters.ts';
import { hasNext, isSuccessfulExchange, parseBody } from '../model/response-records.ts';
import { findPageError } from './list-shape.ts';
import { followNextLinks } from './next-links.ts';
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
  return pages.length < 2 && !isEnd ? undefined : listPages;
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
  let exchange: Exchange | undefined;
  while (pages.length < maxPages) {
    const body = exchange && parseBody(exchange);
    const given = paging.parametersForPage(pages.length, body);
    if (given === undefined) return { pages, pageExchanges, isEnd: paging.isByCursor };
    const description = `page ${pages.length + 1} of the list is read`;
    exchange = yield* requestList(context, fresh, description, query, [...parameters, ...given]);
    const page = isSuccessfulExchange(exchange) ? context.shape.itemsIn(parseBody(exchange)) : undefined;
    // An implementation that ignores the limit has no pages of that length; another check reports it.
    if (page === undefined || page.length > paging.limit) return noPages;
    pages.push(page);
    pageExchanges.push(exchange);
    if (paging.isByCursor && isRepeatedCursor(paging, { page: pages.length, given, exchange, items: page }))
      return { pages, pageExchanges, isEnd: true, isEndless: true };
    if (page.length < paging.limit && !paging.isByCursor && (parameters.length === 0 || !hasNext(exchange)))
      return { pages, pageExchanges, isEnd: true };
  }
  return { pages, pageExchanges, isEnd: false };
}

interface PageRequest {
  readonly page: number;
  readonly given: readonly ParameterValue[];
  readonly exchange: Exchange;
  readonly items: readonly Json[];
}

/** An empty page whose cursor leads to the same page. */
function isRepeatedCursor(paging: Pagination, { page, given, exchange, items }: PageRequest): boolean {
  if (page < 2 || items.length > 0) return false;
  const cursorOf = (parameters: readonly ParameterValue[] | undefined) =>
    parameters?.find(({ parameter }) => parameter === paging.parameter)?.value;
  const next = cursorOf(paging.parametersForPage(page, parseBody(exchange)));
  return next !== undefined && next === cursorOf(given);
}
