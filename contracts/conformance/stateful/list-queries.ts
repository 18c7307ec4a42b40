import type { Json } from '../../../spec/json/exact-json.ts';
import { operationAt } from '../../../spec/resources/operations.ts';
import { resourcesOf } from '../../../spec/resources/resources.ts';
import type { Family } from '../cases/family.ts';
import type { Case } from '../model/case.ts';
import type { Fresh } from '../model/draft.ts';
import type { ListShape, Paged } from '../model/list-query.ts';
import type { Sequence, StepGenerator } from '../model/sequence.ts';
import { sequenceCaseOf } from '../request/case-of.ts';
import { isTwin, type Twin, type TwinBody, twinOf } from '../request/twin.ts';
import { boundsToTry, type ChosenFilter, filteredProperties, filtersOf } from './lists/filters.ts';
import { limitsOf, type Paging, pagingOf } from './lists/paging.ts';
import { shapeOfList, wrongPages } from './lists/query.ts';
import { type ListPlot, read, readBody, readLater, varied } from './lists/reading.ts';
import { sortsOf } from './lists/sorting.ts';
import { begun } from './lists/starts.ts';
import { below, pathValues } from './model/path-items.ts';
import { isAccepted } from './model/records.ts';
import { mayBeRefused } from './model/tolerated.ts';
import { createRequest } from './records/create-request.ts';

/** The parts of a list that its parameters ask for: pages, filters, orders, as far as their names tell what they do. */
export const listQueries: Family = {
  name: 'list-queries',
  summary: 'limits, pages, filters and orders of a list do what their parameters say',
  *generate({ twin, contract }): Generator<Case> {
    const { operation, schemes } = twin;
    const resource = contract && resourcesOf(contract).find(({ roles }) => roles.get('list') === operation);
    const shape = resource && shapeOfList(operation, resource);
    if (contract === undefined || resource === undefined || shape === undefined) return;
    const maker = operationAt(contract, 'POST', resource.collection);
    const create = maker && resource.roles.get('create') === maker ? twinOf(maker, schemes) : undefined;
    const own = create !== undefined && isTwin(create) ? below(create, twin) : undefined;
    const seed = {
      family: 'list-queries',
      name: 'all parameters',
      topic: 'list',
      expectation: 'accept',
      mutation: 'a list, its pages, and what its parameters choose',
      place: operation.place,
    } as const;
    yield sequenceCaseOf(twin, seed, storyOfList({ list: twin, shape, create: own }));
  },
};

/** The story of a list: some records of our own, the whole, and the whole in parts, chosen and sorted. */
function storyOfList(plot: ListPlot): Sequence {
  return {
    *tell(fresh) {
      yield* created(plot, fresh);
      const whole = yield* read(plot, fresh, 'the list is read');
      if (whole === undefined) return;
      yield* limited(plot, fresh);
      yield* begun(plot, { given: [], whole, by: undefined }, fresh);
      yield* paged(plot, whole, fresh);
      yield* chosen(plot, whole, fresh);
      yield* bounded(plot, whole, fresh);
      yield* sorted(plot, fresh);
    },
  };
}

/** So that there is more than a page of one, with values that differ. */
const RECORDS = 3;

function* created({ create, list, shape }: ListPlot, fresh: Fresh): StepGenerator<void> {
  if (create?.body === undefined) return;
  const { operation } = create;
  const creator = { create, isPut: false, parameter: undefined, idName: shape.idName };
  const parents = pathValues(create);
  const names = propertiesAskedBy(list, shape);
  for (let index = 0; index < RECORDS; index++) {
    const change = (_sent: Json, body: TwinBody) => varied(body, { names, index, fresh });
    const request = createRequest(creator, { parents, fresh, change });
    if (request === undefined) return;
    const { draft } = request;
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

function* limited(plot: ListPlot, fresh: Fresh): StepGenerator<void> {
  for (const given of limitsOf(plot.list, plot.shape)) {
    const { parameter, limit } = given;
    const query = { kind: 'limit', shape: plot.shape, parameter, limit } as const;
    yield* read(plot, fresh, `the list is read with ${parameter.name}=${limit}`, query, [given]);
  }
}

/** More pages show nothing more. */
const MOST_PAGES = 8;

function* paged(plot: ListPlot, whole: readonly Json[], fresh: Fresh): StepGenerator<void> {
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
): StepGenerator<Paged | undefined> {
  const { pages, isEnd } = yield* pagesOf(plot, paging, fresh);
  return pages.length < 2 ? undefined : { pages, before, isToTheEnd: paging.isFromTheStart && isEnd };
}

interface Pages {
  readonly pages: readonly (readonly Json[])[];
  /** Nothing comes after them. */
  readonly isEnd: boolean;
}

function* pagesOf(plot: ListPlot, paging: Paging, fresh: Fresh): StepGenerator<Pages> {
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

function* chosen(plot: ListPlot, whole: readonly Json[], fresh: Fresh): StepGenerator<void> {
  let hasWaited = false;
  for (const filter of filtersOf(plot.list, plot.shape, whole)) {
    const found = yield* filtered(plot, filter, fresh);
    if (!isLeftOut(plot, whole, filter, found)) {
      yield* begun(plot, { given: [filter.given], whole: found, by: undefined }, fresh);
      continue;
    }
    if (!hasWaited) {
      hasWaited = true;
      yield* readLater(plot, fresh);
      if (!isLeftOut(plot, whole, filter, yield* filtered(plot, filter, fresh))) continue;
    }
    const { query, record } = queryOf(plot, filter);
    if (record !== undefined)
      yield* read(plot, fresh, 'the list is read again', { ...query, kind: 'left out', record });
  }
}

function queryOf({ shape }: ListPlot, { given, record, ...filter }: ChosenFilter) {
  return { query: { kind: 'filter', shape, parameter: given.parameter, ...filter }, record } as const;
}

function* filtered(
  plot: ListPlot,
  filter: ChosenFilter,
  fresh: Fresh,
): StepGenerator<readonly Json[] | undefined> {
  const { query } = queryOf(plot, filter);
  const words = `the list is read with the filter ${query.parameter.name}`;
  return yield* read(plot, fresh, words, query, [filter.given]);
}

/** Whether the filter brings no record of those that are there and have what it asks for. */
function isLeftOut(
  { shape }: ListPlot,
  whole: readonly Json[],
  { record }: ChosenFilter,
  found: readonly Json[] | undefined,
): boolean {
  const name = record === undefined ? undefined : shape.nameOf(record);
  // A page that is full may have the record on the next one.
  if (found === undefined || name === undefined || found.length >= whole.length) return false;
  return !found.some((item) => shape.nameOf(item) === name);
}

function* bounded(plot: ListPlot, whole: readonly Json[], fresh: Fresh): StepGenerator<void> {
  const { shape } = plot;
  for (const { given, ...bound } of boundsToTry(plot.list, shape, whole)) {
    const { parameter } = given;
    const words = `the list is read with the bound ${parameter.name}`;
    yield* read(plot, fresh, words, { kind: 'bound', shape, parameter, ...bound }, [given]);
  }
}

function* sorted(plot: ListPlot, fresh: Fresh): StepGenerator<void> {
  const { shape } = plot;
  for (const { given, ...sort } of sortsOf(plot.list, shape)) {
    const [first] = given;
    if (first === undefined) continue;
    const { parameter } = first;
    const words = `the list is read with ${parameter.name}=${String(first.value)}`;
    const whole = yield* read(plot, fresh, words, { kind: 'sort', shape, parameter, ...sort }, given);
    yield* begun(plot, { given, whole, by: sort.property }, fresh);
  }
}
