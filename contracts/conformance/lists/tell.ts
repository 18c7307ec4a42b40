/** The story of a list: some records of our own, the whole, and the whole in parts, chosen and sorted. */
import type { Json } from '../../../spec/exact-json.ts';
import type { Draft, Fresh, OpenAnswer } from '../draft.ts';
import type { Exchange } from '../exchange.ts';
import type { ParameterValue } from '../request/parameters.ts';
import type { Twin } from '../request/twin.ts';
import { jsonDraft, rawDraft, withFreshUuids } from '../request/twin-draft.ts';
import { isAccepted, jsonOf } from '../stories/records.ts';
import type { Story, Telling } from '../stories/story.ts';
import { boundsToTry } from './bounds.ts';
import { type ChosenFilter, filteredProperties, filtersOf } from './filters.ts';
import { limitsOf, type Paging, pagingOf } from './paging.ts';
import type { ListQuery, ListShape, Paged } from './query.ts';
import { sortsOf } from './sorting.ts';
import { varied } from './varied.ts';
import { wrongPages } from './wrong-pages.ts';

export interface ListPlot {
  readonly list: Twin;
  readonly shape: ListShape;
  /** Undefined where records cannot be made. */
  readonly create: Twin | undefined;
}

export function storyOfList(plot: ListPlot): Story {
  return {
    *tell(fresh) {
      yield* created(plot, fresh);
      const whole = yield* read(plot, fresh, 'the list is read');
      if (whole === undefined) return;
      yield* limited(plot, fresh);
      yield* paged(plot, whole, fresh);
      yield* chosen(plot, whole, fresh);
      yield* bounded(plot, whole, fresh);
      yield* sorted(plot, fresh);
    },
  };
}

/** So that there is more than a page of one, with values that differ. */
const RECORDS = 3;

const mayBeRefused: readonly OpenAnswer[] = [
  { status: 'declared client error', because: 'what is there already may not allow it', isExpected: true },
];

function* created({ create, list, shape }: ListPlot, fresh: Fresh): Telling<void> {
  if (create?.body === undefined) return;
  const { operation, body } = create;
  const names = propertiesAskedBy(list, shape);
  for (let index = 0; index < RECORDS; index++) {
    const draft = withFreshUuids(jsonDraft(create, varied(body, { names, index, fresh })), fresh);
    const made = yield { operation, draft, words: 'a record is created', open: mayBeRefused };
    if (!isAccepted(made)) return;
  }
}

/** Those that filters and orders are about, but for what names a record. */
function propertiesAskedBy(list: Twin, shape: ListShape): readonly string[] {
  const filters = filteredProperties(list.operation, shape.item).map(({ property }) => property);
  const sorts = sortsOf(list, shape).map(({ property }) => property);
  return [...new Set([...filters, ...sorts])].filter((name) => name !== shape.idName);
}

/** The records, or undefined where none came. */
function* read(
  plot: ListPlot,
  fresh: Fresh,
  words: string,
  query?: ListQuery,
  added: readonly ParameterValue[] = [],
): Telling<readonly Json[] | undefined> {
  return plot.shape.itemsIn(yield* readBody(plot, fresh, words, query, added));
}

function* readBody(
  plot: ListPlot,
  fresh: Fresh,
  words: string,
  query?: ListQuery,
  added: readonly ParameterValue[] = [],
): Telling<Json | undefined> {
  const { operation } = plot.list;
  const draft = draftWith(plot.list, added, fresh);
  const unusual = added.length === 0 ? [] : mayBeRefused;
  const exchange: Exchange = yield { operation, draft, words, open: unusual, ...(query && { query }) };
  return isAccepted(exchange) ? jsonOf(exchange) : undefined;
}

function draftWith(list: Twin, added: readonly ParameterValue[], fresh: Fresh): Draft {
  const others = list.parameters.filter(({ parameter }) => !added.some((one) => one.parameter === parameter));
  return withFreshUuids(rawDraft({ ...list, parameters: [...others, ...added] }, { text: undefined }), fresh);
}

function* limited(plot: ListPlot, fresh: Fresh): Telling<void> {
  for (const given of limitsOf(plot.list, plot.shape)) {
    const { parameter, limit } = given;
    const query = { kind: 'limit', shape: plot.shape, parameter, limit } as const;
    yield* read(plot, fresh, `the list is read with ${parameter.name}=${limit}`, query, [given]);
  }
}

/** More pages show nothing more. */
const MOST_PAGES = 8;

function* paged(plot: ListPlot, whole: readonly Json[], fresh: Fresh): Telling<void> {
  const paging = pagingOf(plot.list, plot.shape);
  if (paging === undefined || whole.length < 2) return;
  const { shape } = plot;
  const first = yield* pagesBeside(plot, paging, whole, fresh);
  const isWrong = first !== undefined && wrongPages(first, shape) !== undefined;
  const later = isWrong ? yield* readLater(plot, fresh) : undefined;
  const told = later === undefined ? first : yield* pagesBeside(plot, paging, later, fresh);
  if (told === undefined) return;
  const query = { kind: 'pages', shape, parameter: paging.parameter, ...told } as const;
  yield* read(plot, fresh, 'the list is read again', query);
}

function* pagesBeside(
  plot: ListPlot,
  paging: Paging,
  before: readonly Json[],
  fresh: Fresh,
): Telling<Paged | undefined> {
  const { pages, isEnd } = yield* pagesOf(plot, paging, fresh);
  return pages.length < 2 ? undefined : { pages, before, isToTheEnd: paging.isFromTheStart && isEnd };
}

/** A store may pass on what it is told, and know it everywhere a moment later: pages are cut from one list then. */
const LATER_MS = 600;

function* readLater(plot: ListPlot, fresh: Fresh): Telling<readonly Json[] | undefined> {
  const { operation } = plot.list;
  const draft = draftWith(plot.list, [], fresh);
  const words = 'the list is read a moment later';
  const exchange: Exchange = yield { operation, draft, words, afterMs: LATER_MS };
  return isAccepted(exchange) ? plot.shape.itemsIn(jsonOf(exchange)) : undefined;
}

interface Pages {
  readonly pages: readonly (readonly Json[])[];
  /** Nothing comes after them. */
  readonly isEnd: boolean;
}

function* pagesOf(plot: ListPlot, paging: Paging, fresh: Fresh): Telling<Pages> {
  const pages: (readonly Json[])[] = [];
  let body: Json | undefined;
  while (pages.length < MOST_PAGES) {
    const given = paging.at(pages.length, body);
    if (given === undefined) return { pages, isEnd: paging.isByCursor };
    body = yield* readBody(plot, fresh, `page ${pages.length + 1} of the list is read`, undefined, given);
    const page = plot.shape.itemsIn(body);
    // Who keeps to no limit has no pages of that length; that is told of its own.
    if (page === undefined || page.length > paging.limit) return { pages: [], isEnd: false };
    pages.push(page);
    if (page.length < paging.limit && !paging.isByCursor) return { pages, isEnd: true };
  }
  return { pages, isEnd: false };
}

function* chosen(plot: ListPlot, whole: readonly Json[], fresh: Fresh): Telling<void> {
  let hasWaited = false;
  for (const filter of filtersOf(plot.list, plot.shape, whole)) {
    if (!(yield* leavesOut(plot, whole, filter, fresh))) continue;
    if (!hasWaited) {
      hasWaited = true;
      yield* readLater(plot, fresh);
      if (!(yield* leavesOut(plot, whole, filter, fresh))) continue;
    }
    const { query, record } = queryOf(plot, filter);
    if (record !== undefined)
      yield* read(plot, fresh, 'the list is read again', { ...query, kind: 'left out', record });
  }
}

function queryOf({ shape }: ListPlot, { given, record, ...filter }: ChosenFilter) {
  return { query: { kind: 'filter', shape, parameter: given.parameter, ...filter }, record } as const;
}

/** Whether the filter brings no record of those that are there and have what it asks for. */
function* leavesOut(
  plot: ListPlot,
  whole: readonly Json[],
  filter: ChosenFilter,
  fresh: Fresh,
): Telling<boolean> {
  const { shape } = plot;
  const { query, record } = queryOf(plot, filter);
  const words = `the list is read with the filter ${query.parameter.name}`;
  const found = yield* read(plot, fresh, words, query, [filter.given]);
  const name = record === undefined ? undefined : shape.nameOf(record);
  // A page that is full may have the record on the next one.
  if (found === undefined || name === undefined || found.length >= whole.length) return false;
  return !found.some((item) => shape.nameOf(item) === name);
}

function* bounded(plot: ListPlot, whole: readonly Json[], fresh: Fresh): Telling<void> {
  const { shape } = plot;
  for (const { given, ...bound } of boundsToTry(plot.list, shape, whole)) {
    const { parameter } = given;
    const words = `the list is read with the bound ${parameter.name}`;
    yield* read(plot, fresh, words, { kind: 'bound', shape, parameter, ...bound }, [given]);
  }
}

function* sorted(plot: ListPlot, fresh: Fresh): Telling<void> {
  const { shape } = plot;
  for (const { given, ...sort } of sortsOf(plot.list, shape)) {
    const [first] = given;
    if (first === undefined) continue;
    const { parameter } = first;
    const words = `the list is read with ${parameter.name}=${String(first.value)}`;
    yield* read(plot, fresh, words, { kind: 'sort', shape, parameter, ...sort }, given);
  }
}
