/** Reads a list with each of its filters, and the pages of one filtered list. */
import type { Json } from '../../../../spec/json/exact-json.ts';
import { isSuccessfulExchange } from '../../model/exchange.ts';
import type { FreshValues } from '../../model/request-spec.ts';
import type { StepGenerator } from '../../model/sequence.ts';
import { hasNext } from '../model/continuation.ts';
import { parseBody } from '../model/response-records.ts';
import { matchesFilterValue } from './filter-values.ts';
import { type FilterProbe, filterProbes } from './filters.ts';
import { checkFirstPage } from './first-page.ts';
import { getMember } from './list-shape.ts';
import { memberFilterProbes } from './member-filters.ts';
import { moreFilterProbes } from './more-filters.ts';
import { detectPagination } from './pagination.ts';
import { checkPagesOf, MAX_PAGES_OF_PART } from './query-pages.ts';
import { CACHE_DELAY_MS, type ListContext, readAfterDelay, readItems, requestList } from './read-list.ts';
import { differsFromTotal } from './totals.ts';

/** `whole` is the list without a filter. */
export function* checkFilters(context: ListContext, whole: readonly Json[], fresh: FreshValues): StepGenerator<void> {
  const { baseline, shape } = context;
  let hasWaited = false;
  let paged: FilteredList | undefined;
  const probes = [filterProbes, moreFilterProbes, memberFilterProbes].flatMap((find) => find(baseline, shape, whole));
  for (const filter of probes) {
    const found = yield* readFiltered(context, { ...filter, wholeLength: whole.length }, fresh);
    if (!isRecordLeftOut(context, whole, filter, found)) {
      if (filter.more !== undefined) continue;
      yield* checkFirstPage(
        context,
        { parameters: [filter.parameterValue], whole: found, sortProperty: undefined },
        fresh,
      );
      if (found !== undefined && found.length >= MIN_PAGED && showsMore(paged, { filter, found }, whole))
        paged = { filter, found };
      continue;
    }
    if (!hasWaited) {
      hasWaited = true;
      yield* readAfterDelay(context, fresh);
      if (!isRecordLeftOut(context, whole, filter, yield* readFiltered(context, filter, fresh))) continue;
    }
    const { query, record } = filterQuery(context, filter);
    if (record !== undefined)
      yield* readItems(context, fresh, 'the list is read again', { ...query, kind: 'omitted', record });
  }
  if (paged !== undefined) yield* checkFilteredPages(context, paged, whole, fresh);
}

interface FilteredList {
  readonly filter: FilterProbe;
  readonly found: readonly Json[];
}

/** A filter whose second page would show other records, if it was lost; then the shorter list counts. */
function showsMore(best: FilteredList | undefined, one: FilteredList, whole: readonly Json[]): boolean {
  if (best === undefined) return true;
  const [isBest, isBetter] = [best, one].map(({ filter }) => sizeBeforeOthers(filter, whole) !== undefined);
  return isBest === isBetter ? one.found.length < best.found.length : isBetter === true;
}

/** A page size of one or two, if the whole list has another record behind so many that the filter selects. */
function sizeBeforeOthers(filter: FilterProbe, whole: readonly Json[]): number | undefined {
  const isSelected = whole.map((record) => matchesFilterValue(filter, getMember(record, filter.property)));
  const places = [...isSelected.keys()].filter((index) => isSelected[index]);
  return [1, 2].find((size) => (places[size] ?? 0) > (places[size - 1] ?? 0) + 1);
}

/** More than one page. */
const MIN_PAGED = 2;

function* checkFilteredPages(
  context: ListContext,
  { filter, found }: FilteredList,
  whole: readonly Json[],
  fresh: FreshValues,
): StepGenerator<void> {
  const size = sizeBeforeOthers(filter, whole) ?? Math.min(2, found.length - 1);
  const paging = detectPagination(context.baseline, context.shape, size);
  if (paging === undefined) return;
  const { query } = filterQuery(context, filter);
  const parameters = [filter.parameterValue];
  const part = {
    parameters,
    whole: found,
    query,
    order: undefined,
    isWholeComplete: found.length < whole.length,
    maxPages: MAX_PAGES_OF_PART,
  };
  yield* checkPagesOf(context, paging, part, fresh);
}

function filterQuery({ shape }: ListContext, { parameterValue, record, more: _others, ...filter }: FilterProbe) {
  return {
    query: { kind: 'filter', shape, parameter: parameterValue.parameter, ...filter },
    record,
  } as const;
}

function* readFiltered(
  context: ListContext,
  filter: FilterProbe,
  fresh: FreshValues,
): StepGenerator<readonly Json[] | undefined> {
  const { query } = filterQuery(context, filter);
  const { parameterValue, more = [] } = filter;
  const names = [parameterValue, ...more].map(({ parameter }) => parameter.name).join(' and ');
  const description = `the list is read with the filter ${names}`;
  const exchange = yield* requestList(context, fresh, description, query, [parameterValue, ...more]);
  const found = isSuccessfulExchange(exchange) ? context.shape.itemsIn(parseBody(exchange)) : undefined;
  const { wholeLength } = filter;
  const isChecked = query.checksTotal === true || wholeLength === undefined;
  if (found === undefined || isChecked || found.length >= wholeLength || exchange.outcome.kind !== 'response')
    return found;
  if (hasNext(exchange) || !differsFromTotal(exchange.outcome.response, found)) return found;
  // A total from a cache is right after a moment.
  yield* readAfterDelay(context, fresh, CACHE_DELAY_MS);
  return yield* readFiltered(context, { ...filter, checksTotal: true }, fresh);
}

/** Whether the filter leaves out a record that meets it. */
function isRecordLeftOut(
  { shape }: ListContext,
  whole: readonly Json[],
  { record }: FilterProbe,
  found: readonly Json[] | undefined,
): boolean {
  const name = record === undefined ? undefined : shape.nameOf(record);
  // If the result is as long as the whole list, the record may be on its next page.
  if (found === undefined || name === undefined || found.length >= whole.length) return false;
  return !found.some((item) => shape.nameOf(item) === name);
}
