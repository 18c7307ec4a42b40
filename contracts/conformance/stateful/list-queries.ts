import type { Json } from '../../../spec/json/exact-json.ts';
import { findOperation } from '../../../spec/resources/operations.ts';
import { findResources } from '../../../spec/resources/resources.ts';
import type { TestCategory } from '../cases/test-category.ts';
import type { ListPages, ListShape } from '../model/list-query.ts';
import type { FreshValues } from '../model/request-spec.ts';
import type { Sequence, StepGenerator } from '../model/sequence.ts';
import type { TestCase } from '../model/test-case.ts';
import { type BaselineBody, type BaselineRequest, deriveBaseline, isBaseline } from '../request/baseline-request.ts';
import { createSequenceCase } from '../request/create-case.ts';
import { listGoals } from './goals/list-goals.ts';
import { boundProbes, type FilterProbe, filteredProperties, filterProbes } from './lists/filters.ts';
import { checkFirstPage } from './lists/first-page.ts';
import { detectListShape, findPageError } from './lists/list-shape.ts';
import { detectPagination, limitsToTry, type Pagination } from './lists/pagination.ts';
import {
  CACHE_DELAY_MS,
  type ListContext,
  readAfterDelay,
  readItems,
  readList,
  variedBody,
} from './lists/read-list.ts';
import { sortProbes } from './lists/sorting.ts';
import { pathValues, withParentValues } from './model/path-items.ts';
import { isSuccessfulExchange } from './model/response-records.ts';
import { toleratesRejection } from './model/tolerated-responses.ts';
import { buildCreateRequest } from './records/create-request.ts';

/** Pagination, filters and sorting of lists, for parameters whose names show what they do. */
export const listQueries: TestCategory = {
  name: 'list-queries',
  summary: 'pagination, filters and sorting of lists work as declared',
  *generate({ baseline, contract }): Generator<TestCase> {
    const { operation, schemes } = baseline;
    const resource = contract && findResources(contract).find(({ roles }) => roles.get('list') === operation);
    const shape = resource && detectListShape(operation, resource);
    if (contract === undefined || resource === undefined || shape === undefined) return;
    const createOperation = findOperation(contract, 'POST', resource.collection);
    const derivedCreate =
      createOperation && resource.roles.get('create') === createOperation
        ? deriveBaseline(createOperation, schemes)
        : undefined;
    const createBaseline =
      derivedCreate !== undefined && isBaseline(derivedCreate) ? withParentValues(derivedCreate, baseline) : undefined;
    const seed = {
      category: 'list-queries',
      name: 'all parameters',
      topic: 'list',
      expectation: 'accept',
      mutation: 'a list with its pagination, filters and sorting',
      place: operation.place,
    } as const;
    yield createSequenceCase(baseline, seed, createListSequence({ baseline, shape, createBaseline }));
  },
};

/** Creates some records, then reads the list: the whole, pages, filtered and sorted. */
function createListSequence(context: ListContext): Sequence {
  return {
    goals: listGoals(context),
    requiresGoals: true,
    *generateSteps(fresh) {
      yield* createRecords(context, fresh);
      const whole = yield* readWhole(context, fresh);
      if (whole === undefined) return;
      yield* checkLimits(context, fresh);
      yield* checkFirstPage(context, { parameters: [], whole, sortProperty: undefined }, fresh);
      yield* checkPages(context, whole, fresh);
      yield* checkFilters(context, whole, fresh);
      yield* checkBounds(context, whole, fresh);
      yield* checkSorting(context, fresh);
    },
  };
}

/** Enough for several pages, with values that differ. */
const RECORD_COUNT = 3;

function* createRecords({ createBaseline, baseline, shape }: ListContext, fresh: FreshValues): StepGenerator<void> {
  if (createBaseline?.body === undefined) return;
  const { operation } = createBaseline;
  const creator = {
    createBaseline,
    isPut: false,
    nameParameter: undefined,
    idName: shape.idName,
  };
  const parentValues = pathValues(createBaseline);
  const names = queriedProperties(baseline, shape);
  for (let index = 0; index < RECORD_COUNT; index++) {
    const changeBody = (_sent: Json, body: BaselineBody) => variedBody(body, { names, index, fresh });
    const request = buildCreateRequest(creator, { parentValues, fresh, changeBody });
    if (request === undefined) return;
    const { requestSpec } = request;
    const exchange = yield {
      operation,
      requestSpec,
      description: 'a record is created',
      tolerated: toleratesRejection,
    };
    if (!isSuccessfulExchange(exchange)) return;
  }
}

/** A list may show new records only after a moment. */
function* readWhole(context: ListContext, fresh: FreshValues): StepGenerator<readonly Json[] | undefined> {
  const whole = yield* readItems(context, fresh, 'the list is read');
  const isShort = context.createBaseline !== undefined && whole !== undefined && whole.length < RECORD_COUNT;
  return isShort ? yield* readAfterDelay(context, fresh, CACHE_DELAY_MS) : whole;
}

/** The properties that filters and sorting use, without the id. */
function queriedProperties(list: BaselineRequest, shape: ListShape): readonly string[] {
  const filters = filteredProperties(list.operation, shape.item).map(({ property }) => property);
  const sorts = sortProbes(list, shape).map(({ property }) => property);
  return [...new Set([...filters, ...sorts])].filter((name) => name !== shape.idName);
}

function* checkLimits(context: ListContext, fresh: FreshValues): StepGenerator<void> {
  for (const given of limitsToTry(context.baseline, context.shape)) {
    const { parameter, limit } = given;
    const query = { kind: 'limit', shape: context.shape, parameter, limit } as const;
    yield* readItems(context, fresh, `the list is read with ${parameter.name}=${limit}`, query, [given]);
  }
}

/** Further pages would show nothing more. */
const MAX_PAGES = 8;

function* checkPages(context: ListContext, whole: readonly Json[], fresh: FreshValues): StepGenerator<void> {
  const paging = detectPagination(context.baseline, context.shape);
  if (paging === undefined || whole.length < 2) return;
  const { shape } = context;
  const first = yield* readPagesWithWhole(context, paging, whole, fresh);
  const isIncorrect = first !== undefined && findPageError(first, shape) !== undefined;
  const later = isIncorrect ? yield* readAfterDelay(context, fresh) : undefined;
  const listPages = later === undefined ? first : yield* readPagesWithWhole(context, paging, later, fresh);
  if (listPages === undefined) return;
  const query = { kind: 'pages', shape, parameter: paging.parameter, ...listPages } as const;
  yield* readItems(context, fresh, 'the list is read again', query);
}

function* readPagesWithWhole(
  context: ListContext,
  paging: Pagination,
  wholeBefore: readonly Json[],
  fresh: FreshValues,
): StepGenerator<ListPages | undefined> {
  const { pages, isEnd } = yield* readPages(context, paging, fresh);
  return pages.length < 2 ? undefined : { pages, wholeBefore, isComplete: paging.startsAtBeginning && isEnd };
}

interface ReadPages {
  readonly pages: readonly (readonly Json[])[];
  /** The last page is the end of the list. */
  readonly isEnd: boolean;
}

function* readPages(context: ListContext, paging: Pagination, fresh: FreshValues): StepGenerator<ReadPages> {
  const pages: (readonly Json[])[] = [];
  let body: Json | undefined;
  while (pages.length < MAX_PAGES) {
    const given = paging.parametersForPage(pages.length, body);
    if (given === undefined) return { pages, isEnd: paging.isByCursor };
    body = yield* readList(context, fresh, `page ${pages.length + 1} of the list is read`, undefined, given);
    const page = context.shape.itemsIn(body);
    // An implementation that ignores the limit has no pages of that length; another check reports it.
    if (page === undefined || page.length > paging.limit) return { pages: [], isEnd: false };
    pages.push(page);
    if (page.length < paging.limit && !paging.isByCursor) return { pages, isEnd: true };
  }
  return { pages, isEnd: false };
}

function* checkFilters(context: ListContext, whole: readonly Json[], fresh: FreshValues): StepGenerator<void> {
  let hasWaited = false;
  for (const filter of filterProbes(context.baseline, context.shape, whole)) {
    const found = yield* readFiltered(context, filter, fresh);
    if (!isRecordLeftOut(context, whole, filter, found)) {
      yield* checkFirstPage(
        context,
        { parameters: [filter.parameterValue], whole: found, sortProperty: undefined },
        fresh,
      );
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
}

function filterQuery({ shape }: ListContext, { parameterValue, record, ...filter }: FilterProbe) {
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
  const description = `the list is read with the filter ${query.parameter.name}`;
  return yield* readItems(context, fresh, description, query, [filter.parameterValue]);
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

function* checkSorting(context: ListContext, fresh: FreshValues): StepGenerator<void> {
  const { shape } = context;
  for (const { parameters, ...sort } of sortProbes(context.baseline, shape)) {
    const [first] = parameters;
    if (first === undefined) continue;
    const { parameter } = first;
    const description = `the list is read with ${parameter.name}=${String(first.value)}`;
    const whole = yield* readItems(
      context,
      fresh,
      description,
      { kind: 'sort', shape, parameter, ...sort },
      parameters,
    );
    yield* checkFirstPage(context, { parameters, whole, sortProperty: sort.property }, fresh);
  }
}
