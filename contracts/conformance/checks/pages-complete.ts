import type { Json } from '../../../spec/json/exact-json.ts';
import { headerValue } from '../../http/headers.ts';
import type { Exchange } from '../model/exchange.ts';
import type { ListQuery, ListShape } from '../model/list-query.ts';
import { recordNames } from '../stateful/lists/list-shape.ts';
import { findPageError } from '../stateful/lists/page-errors.ts';
import { hasNext } from '../stateful/model/continuation.ts';
import type { Check, CheckContext, Violation } from './check.ts';
import { listItems } from './lists/list-items.ts';

export const pagesComplete: Check = {
  id: 'pages-complete',
  severity: 'error',
  invariant: 'the pages of a list do not overlap, together contain the whole list, and end with it',
  title: 'The pages do not add up to the whole list',
  why: 'A client that reads all pages gets some records twice and misses others. Likely causes: a page number or offset counted from one instead of zero, a missing last page, no fixed order, so that pages overlap; pages beyond the end that still contain records. Paginate over one fixed order, by a unique key.',
  references: 'OpenAPI, Parameter Object: the place and the size of a page that the contract declares for the list',
  appliesTo(context) {
    const { query } = context;
    const items = listItems(context);
    if (items === undefined || query === undefined) return false;
    // Pages of records that nothing names show nothing.
    return query.kind === 'pages' ? showsNames(query.wholeBefore, query.shape) : query.kind === 'invented';
  },
  violations(context) {
    const { query } = context;
    const after = listItems(context);
    if (query?.kind === 'invented' && after !== undefined) return madeUpPageViolations(query, after);
    if (query?.kind !== 'pages' || after === undefined) return [];
    const { shape, parameter } = query;
    const pageError = findPageError(query, shape);
    // Other clients may have changed the list in the meantime.
    if (!hasSameRecords(query.wholeBefore, after, shape)) return [];
    if (pageError === undefined) return missingLinkViolations(query, context);
    // Then the whole was its first page only.
    if (pageError.key === 'others' && hasNext(context.exchange)) return [];
    const { name, place } = parameter;
    const requirement =
      query.isLinked === true
        ? 'a link to the next page leads to the part of the same list that follows (RFC 8288)'
        : `"${name}" selects consecutive parts of the list`;
    return [{ ...pageError, responsePart: { in: 'body', path: [] }, place, requirement } satisfies Violation];
  },
};

function showsNames(items: readonly Json[], shape: ListShape): boolean {
  return items.length === 0 || recordNames(items, shape).length > 0;
}

/** A page has no link to the next one, which shows records that were in the list before. */
function missingLinkViolations(
  { pages, pageExchanges, wholeBefore, shape }: Extract<ListQuery, { kind: 'pages' }>,
  { declared, testCase }: CheckContext,
): readonly Violation[] {
  const header = declared?.headers.find(({ name }) => name.toLowerCase() === 'link');
  if (header?.description === undefined || !LINKS_ALL_BUT_LAST.test(header.description)) return [];
  const known = new Set(recordNames(wholeBefore, shape));
  const index = pageExchanges.findIndex(
    (exchange, at) => !hasNextLink(exchange) && recordNames(pages[at + 1] ?? [], shape).some((name) => known.has(name)),
  );
  if (index < 0) return [];
  return [
    {
      expected: `a link to the next page on page ${index + 1}, which is not the last one`,
      received: 'no Link with the relation "next"',
      responsePart: { in: 'header', name: header.name },
      place: header.place,
      requirement: `the contract says "${header.description.trim()}"`,
      key: `${testCase.operation.id} link`,
    },
  ];
}

/** "The next page has the relation `next`; the last page has none." */
export const LINKS_ALL_BUT_LAST =
  /\bnext\b[^.]*\blast (?:page|one)\b[^.;,]*\b(?:none|no|not|without|lacks|omits|omitted|absent)\b|\b(?:every|each|all) pages?\b[^.]*\b(?:except|but)\b[^.]*\blast\b/i;

function hasNextLink({ outcome }: Exchange): boolean {
  const link = outcome.kind === 'response' ? headerValue(outcome.response.headers, 'link') : undefined;
  return /rel="?[^",]*\bnext\b/i.test(link ?? '');
}

/** Items of earlier pages cannot be read, and every request returns others. */
function madeUpPageViolations(
  { page, seenNames, shape, parameter: { name, place } }: Extract<ListQuery, { kind: 'invented' }>,
  currentItems: readonly Json[],
): readonly Violation[] {
  const names = recordNames(currentItems, shape);
  if (names.length === 0 || names.some((one) => seenNames.includes(one))) return [];
  return [
    {
      expected: 'an end of the list, or records that exist',
      received: `page ${page} returns other records each time, and none of them can be read: ${seenNames.at(-1)} does not exist`,
      responsePart: { in: 'body', path: [] },
      place,
      requirement: `"${name}" selects consecutive parts of the list`,
      key: 'made up',
    },
  ];
}

function hasSameRecords(before: readonly Json[], after: readonly Json[], shape: ListShape): boolean {
  const [one, other] = [recordNames(before, shape), recordNames(after, shape)];
  return one.length === before.length && one.toSorted().join('\n') === other.toSorted().join('\n');
}
