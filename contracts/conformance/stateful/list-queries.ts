import { isEqualJson, type Json } from '../../../spec/json/exact-json.ts';
import { declaredProperties } from '../../../spec/model/schema-view.ts';
import { flattenSchema } from '../../../spec/sampling/flatten-schema.ts';
import type { TestCategory } from '../cases/test-category.ts';
import { isSuccessfulExchange } from '../model/exchange.ts';
import type { FreshValues } from '../model/request-spec.ts';
import type { Sequence, StepGenerator } from '../model/sequence.ts';
import type { TestCase } from '../model/test-case.ts';
import { deriveBaseline, isBaseline } from '../request/baseline-request.ts';
import { createSequenceCase } from '../request/create-case.ts';
import { addRecords, createVariedRecords, RECORD_COUNT } from './create-varied-records.ts';
import { checkDefaultLimit, createLongListSequence } from './default-limit.ts';
import { listGoals } from './goals/list-goals.ts';
import { checkPages } from './list-pages.ts';
import { boundProbes } from './lists/bounds.ts';
import { matchesFilterValue } from './lists/filter-values.ts';
import { type FilterProbe, filterProbes } from './lists/filters.ts';
import { checkFirstPage } from './lists/first-page.ts';
import { limitsToTry, wantedLength } from './lists/limits.ts';
import { getMember } from './lists/list-shape.ts';
import { findListedRecords } from './lists/listed-records.ts';
import { memberFilterProbes } from './lists/member-filters.ts';
import { moreFilterProbes } from './lists/more-filters.ts';
import { detectPagination } from './lists/pagination.ts';
import { checkPagesOf } from './lists/query-pages.ts';
import { CACHE_DELAY_MS, type ListContext, readAfterDelay, readItems, requestList } from './lists/read-list.ts';
import { sortProbes } from './lists/sorting.ts';
import { checkStatedOrder } from './lists/stated-order.ts';
import { checkTable } from './lists/table.ts';
import { differsFromTotal } from './lists/totals.ts';
import { checkTotal } from './lists/whole-total.ts';
import { hasNext } from './model/continuation.ts';
import { withParentValues } from './model/path-items.ts';
import { parseBody } from './model/response-records.ts';

/** Pagination, filters and sorting of lists, for parameters whose names show what they do. */
export const listQueries: TestCategory = {
  name: 'list-queries',
  summary: 'pagination, filters and sorting of lists work as declared',
  *generate({ baseline, contract }): Generator<TestCase> {
    const { operation, schemes } = baseline;
    if (contract === undefined) return;
    const longList = createLongListSequence(baseline, contract);
    const common = { category: 'list-queries', topic: 'list', expectation: 'accept', place: operation.place } as const;
    if (longList !== undefined)
      yield createSequenceCase(
        baseline,
        { ...common, name: 'long list', mutation: 'a list that is longer than its default page size' },
        longList,
      );
    const listed = findListedRecords(contract, operation);
    if (listed === undefined) return;
    const { shape, create, isCollection } = listed;
    const derivedCreate = create && (baseline.acceptedCreates?.get(create.id) ?? deriveBaseline(create, schemes));
    const createBaseline =
      derivedCreate !== undefined && isBaseline(derivedCreate) ? withParentValues(derivedCreate, baseline) : undefined;
    const context = { baseline, shape, createBaseline };
    if (!isCollection && listGoals(context).length === 0) return;
    const seed = { ...common, name: 'all parameters', mutation: 'a list with its pagination, filters and sorting' };
    yield createSequenceCase(baseline, seed, createListSequence(context));
  },
};

/** Creates some records, then reads the list: the whole, pages, filtered and sorted. */
function createListSequence(context: ListContext): Sequence {
  return {
    goals: listGoals(context),
    requiresGoals: true,
    *generateSteps(fresh) {
      yield* createVariedRecords(context, fresh);
      const first = yield* readWhole(context, fresh);
      if (first === undefined) return;
      const whole = yield* fillList(context, first, fresh);
      yield* checkTable(context, whole, fresh);
      yield* checkStatedOrder(context, whole, fresh);
      yield* checkLimits(context, whole, fresh);
      yield* checkFirstPage(context, { parameters: [], whole, sortProperty: undefined }, fresh);
      yield* checkPages(context, whole, fresh);
      yield* checkFilters(context, whole, fresh);
      yield* checkBounds(context, whole, fresh);
      yield* checkSorting({ context, unsorted: whole }, fresh);
    },
  };
}

/** A list may show new records only after a moment. */
function* readWhole(context: ListContext, fresh: FreshValues): StepGenerator<readonly Json[] | undefined> {
  const exchange = yield* requestList(context, fresh, 'the list is read');
  const whole = isSuccessfulExchange(exchange) ? context.shape.itemsIn(parseBody(exchange)) : undefined;
  yield* checkTotal(context, { exchange, items: whole ?? [] }, fresh);
  const isShort = context.createBaseline !== undefined && whole !== undefined && whole.length < RECORD_COUNT;
  return isShort ? yield* readAfterDelay(context, fresh, CACHE_DELAY_MS) : whole;
}

/** With as many records as it takes to show a page size, where they can be created. */
function* fillList(context: ListContext, whole: readonly Json[], fresh: FreshValues): StepGenerator<readonly Json[]> {
  const missing = wantedLength(context.baseline, context.shape) - whole.length;
  const created = missing > 0 ? yield* addRecords(context, missing, fresh) : 0;
  if (created === 0) return whole;
  return (yield* readItems(context, fresh, 'the list is read')) ?? whole;
}

function* checkLimits(context: ListContext, whole: readonly Json[], fresh: FreshValues): StepGenerator<void> {
  yield* checkDefaultLimit(context, whole, fresh);
  for (const given of limitsToTry(context.baseline, context.shape)) {
    const { parameter, limit } = given;
    const query = { kind: 'limit', shape: context.shape, parameter, limit } as const;
    yield* readItems(context, fresh, `the list is read with ${parameter.name}=${limit}`, query, [given]);
  }
}

/** Of a filtered or sorted list: a filter or an order that is lost is lost on the second page. */
const MAX_PAGES_OF_PART = 3;

function* checkFilters(context: ListContext, whole: readonly Json[], fresh: FreshValues): StepGenerator<void> {
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

function* checkBounds(context: ListContext, whole: readonly Json[], fresh: FreshValues): StepGenerator<void> {
  const { shape } = context;
  for (const { parameterValue, ...bound } of boundProbes(context.baseline, shape, whole)) {
    const { parameter } = parameterValue;
    const description = `the list is read with the bound ${parameter.name}`;
    yield* readItems(context, fresh, description, { kind: 'bound', shape, parameter, ...bound }, [parameterValue]);
  }
}

function* checkSorting(
  { context, unsorted }: { readonly context: ListContext; readonly unsorted: readonly Json[] },
  fresh: FreshValues,
): StepGenerator<void> {
  const { shape } = context;
  const paged = { tied: 0, untied: 0 };
  for (const { parameters, ...sort } of sortProbes(context.baseline, shape)) {
    const [first] = parameters;
    if (first === undefined) continue;
    const { parameter } = first;
    const { property, direction } = sort;
    const description = `the list is read with ${parameter.name}=${String(first.value)}`;
    const query = { kind: 'sort', shape, parameter, ...sort } as const;
    const whole = yield* readItems(context, fresh, description, query, parameters);
    yield* checkFirstPage(context, { parameters, whole, sortProperty: property }, fresh);
    if (whole === undefined || direction === undefined) continue;
    // Equal values on both sides of a border show whether a cursor keeps the place among them.
    const tie = findTie(whole, property);
    const kind = tie === undefined ? 'untied' : 'tied';
    const size = tie ?? sizeOfOtherBeginning(context, unsorted, whole);
    const paging = size === undefined ? undefined : detectPagination(context.baseline, shape, size);
    if (paging === undefined || paged[kind] >= MAX_PAGED_SORTS[kind]) continue;
    paged[kind]++;
    const order = isEnum(shape, property) ? undefined : { property, direction };
    yield* checkPagesOf(context, paging, { parameters, whole, query, order, maxPages: MAX_PAGES_OF_PART }, fresh);
  }
}

const MAX_PAGED_SORTS = { tied: 2, untied: 1 } as const;

/** The number of records before the second of two adjacent ones with equal values; undefined if there are none. */
function findTie(items: readonly Json[], property: string): number | undefined {
  const values = items.map((item) => getMember(item, property));
  const index = values.findIndex(
    (value, at) => at > 0 && value !== undefined && isEqualJson(value, values[at - 1] ?? null),
  );
  return index < 1 ? undefined : index;
}

/** A page size with which the sorted list begins with other records: a list that is sorted page by page shows it. */
function sizeOfOtherBeginning(
  { shape: { nameOf } }: ListContext,
  unsorted: readonly Json[],
  sorted: readonly Json[],
): number | undefined {
  const namesIn = (items: readonly Json[], size: number) => new Set(items.slice(0, size).map(nameOf));
  return [2, 1].find((size) => sorted.length > size && !namesIn(sorted, size).isSubsetOf(namesIn(unsorted, size)));
}

/** Some implementations sort enum values as text, others by their position in the enum. */
function isEnum({ item }: ListContext['shape'], property: string): boolean {
  const declared = declaredProperties(item).get(property);
  return declared !== undefined && flattenSchema(declared).enum !== undefined;
}
