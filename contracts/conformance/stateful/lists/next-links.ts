/** Follows the links to the next page: `Link` with the relation `next` (RFC 8288), or a URL such as `next` in the body. */
import { matchPath } from '../../../../spec/resources/path-templates.ts';
import { type Exchange, isSuccessfulExchange } from '../../model/exchange.ts';
import type { ListPages } from '../../model/list-query.ts';
import type { FreshValues } from '../../model/request-spec.ts';
import type { StepGenerator } from '../../model/sequence.ts';
import { hasNext } from '../model/continuation.ts';
import { parseBody } from '../model/response-records.ts';
import { nextTarget } from './next-target.ts';
import { findPageError } from './page-errors.ts';
import type { Pagination } from './pagination.ts';
import { type ListContext, listRequestSpec, type PagedPart, readItems } from './read-list.ts';

/** The first link shows most defects, the second one that links back. */
const MAX_LINKS = 2;

/**
 * The pages behind the links, from the first page on, must be those that the parameters select: compared with the
 * list, which is read again only when they differ.
 */
export function* followNextLinks(
  context: ListContext,
  paging: Pagination,
  part: PagedPart & Pick<ListPages, 'pageExchanges'>,
  fresh: FreshValues,
): StepGenerator<void> {
  const { shape } = context;
  const [first] = part.pageExchanges;
  const pageExchanges = first === undefined ? [] : yield* readLinkedPages(context, { ...part, first }, fresh);
  const last = pageExchanges.at(-1);
  if (last === undefined || pageExchanges.length < 2) return;
  const pages = pageExchanges.map((exchange) => shape.itemsIn(parseBody(exchange)) ?? []);
  const coverage = nextTarget(last) === undefined && !hasNext(last) ? 'whole' : 'beginning';
  const listPages: ListPages = {
    pages,
    pageExchanges: [],
    wholeBefore: part.whole,
    coverage: paging.startsAtBeginning ? coverage : 'unknown',
    order: part.order,
    isLinked: true,
  };
  if (findPageError(listPages, shape) === undefined) return;
  const query = { kind: 'pages', shape, parameter: paging.parameter, ...listPages } as const;
  yield* readItems(context, fresh, 'the list is read again', query, part.parameters);
}

function* readLinkedPages(
  context: ListContext,
  { first, parameters, query }: Pick<PagedPart, 'parameters' | 'query'> & { readonly first: Exchange },
  fresh: FreshValues,
): StepGenerator<readonly Exchange[]> {
  const { operation } = context.baseline;
  const pageExchanges = [first];
  for (let links = 0; links < MAX_LINKS; links++) {
    const target = nextTarget(pageExchanges.at(-1));
    const requestSpec = listRequestSpec(context.baseline, parameters, fresh);
    const path = target === undefined ? undefined : linkedPath(target, requestSpec.path, operation.path);
    if (path === undefined) return pageExchanges;
    const exchange: Exchange = yield {
      operation,
      requestSpec: { ...requestSpec, path },
      description: 'the link to the next page is followed',
      ...(query && { query }),
    };
    if (!isSuccessfulExchange(exchange) || context.shape.itemsIn(parseBody(exchange)) === undefined) return [];
    pageExchanges.push(exchange);
  }
  return pageExchanges;
}

/** Only the query of the link counts: an implementation behind a proxy may not know its own address. */
function linkedPath(target: string, current: string, template: string): string | undefined {
  const [path = ''] = current.split('?', 1);
  const [targetPath = '', query = ''] = target
    .replace(/#.*$/s, '')
    .replace(/^(?:[a-z][a-z\d+.-]*:)?\/\/[^/?]*/i, '')
    .split(/\?(.*)/s);
  const length = template.split('/').length - 1;
  const end = `/${targetPath.split('/').slice(-length).join('/')}`;
  const isSameList = targetPath === '' || (matchPath(template, end) !== undefined && path.endsWith(end));
  return isSameList && query !== '' ? `${path}?${query}` : undefined;
}
