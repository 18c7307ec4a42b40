/** The pages of a whole list. */
import { findListOrder } from '../../../spec/described/list-orders.ts';
import type { Json } from '../../../spec/json/exact-json.ts';
import { declaredProperties } from '../../../spec/model/schema-view.ts';
import { flattenSchema } from '../../../spec/sampling/flatten-schema.ts';
import type { PagesOrder } from '../model/list-query.ts';
import type { FreshValues } from '../model/request-spec.ts';
import type { StepGenerator } from '../model/sequence.ts';
import { addRecords } from './create-varied-records.ts';
import { limitsToTry } from './lists/limits.ts';
import { detectFixedPages, detectPagination, type Pagination } from './lists/pagination.ts';
import { checkPagesOf } from './lists/query-pages.ts';
import { CACHE_DELAY_MS, type ListContext, type PagedPart, readAfterDelay } from './lists/read-list.ts';
import { checkUnprotectedPage } from './lists/unprotected-page.ts';

/** Further pages would show nothing more. */
const MAX_PAGES = 8;

export function* checkPages(context: ListContext, whole: readonly Json[], fresh: FreshValues): StepGenerator<void> {
  const { baseline, shape } = context;
  const paging = detectPagination(baseline, shape);
  const fixed = paging === undefined ? detectFixedPages(baseline, shape) : undefined;
  const part = { parameters: [], whole, query: undefined, order: statedOrder(context), maxPages: MAX_PAGES };
  if (fixed !== undefined) yield* checkFixedPages(context, fixed, part, fresh);
  if (paging === undefined || whole.length < 2) return;
  yield* checkUnprotectedPage(context, paging, fresh);
  const listPages = yield* checkPagesOf(context, paging, part, fresh);
  // Whether a long list ends shows on large pages.
  const [size] = limitsToTry(baseline, shape)
    .map(({ limit }) => limit)
    .slice(-1);
  const longest = size === undefined || size > MAX_PAGE_SIZE ? MAX_PAGE_SIZE : size;
  if (!paging.isByCursor || listPages?.coverage !== 'beginning' || longest <= paging.limit) return;
  const large = detectPagination(baseline, shape, longest);
  if (large !== undefined) yield* checkPagesOf(context, large, part, fresh);
}

const MAX_PAGE_SIZE = 100;

/** Not of times: concurrent requests may be stored in another order than that of their times. */
function statedOrder({ baseline, shape }: ListContext): PagesOrder | undefined {
  const order = shape.uncertainty === undefined ? findListOrder(baseline.operation, shape.item) : undefined;
  const declared = order && declaredProperties(shape.item).get(order.property);
  if (order?.direction === undefined || declared === undefined) return undefined;
  const { format = '', enum: values } = flattenSchema(declared);
  const isComparable = values === undefined && !/^(?:date|time)/.test(format);
  return isComparable ? { property: order.property, direction: order.direction } : undefined;
}

/** Without a second page, first with more records. */
function* checkFixedPages(
  context: ListContext,
  paging: Pagination,
  part: PagedPart,
  fresh: FreshValues,
): StepGenerator<void> {
  if (part.whole.length === 0) return;
  yield* checkUnprotectedPage(context, paging, fresh);
  if ((yield* checkPagesOf(context, paging, part, fresh)) !== undefined) return;
  const whole = yield* fillFirstPage(context, part.whole, fresh);
  if (whole !== undefined) yield* checkPagesOf(context, paging, { ...part, whole, isLong: true }, fresh);
}

/** Creates records until the list shows no more of them: the first page is full; undefined when it still grows. */
function* fillFirstPage(
  context: ListContext,
  whole: readonly Json[],
  fresh: FreshValues,
): StepGenerator<readonly Json[] | undefined> {
  let length = whole.length;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const created = yield* addRecords(context, RECORDS_PER_ROUND, fresh);
    const current = created === 0 ? undefined : yield* readAfterDelay(context, fresh, CACHE_DELAY_MS);
    if (current === undefined || current.length < length + created) return current;
    length = current.length;
  }
  return undefined;
}

/** Together more than the usual sizes of pages, up to 50. */
const RECORDS_PER_ROUND = 26;
const MAX_ROUNDS = 2;
