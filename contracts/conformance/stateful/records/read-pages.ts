/** A list from its first page to its end, within a bound. */
import { isJsonArray, isJsonObject, isNumeric, type Json } from '../../../../spec/json/exact-json.ts';
import type { Parameter } from '../../../../spec/model/contract.ts';
import { listParameters, type PaginationRole } from '../../../../spec/resources/list-parameters.ts';
import { splitPath } from '../../../../spec/resources/path-templates.ts';
import { detectListView, type ListView, successMedia } from '../../../../spec/resources/record-views.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { FreshValues, RequestSpec, ToleratedResponse } from '../../model/request-spec.ts';
import type { ExpectedState, KnownRecord, PagesSoFar, StepGenerator } from '../../model/sequence.ts';
import type { BaselineRequest } from '../../request/baseline-request.ts';
import { findNextCursor } from '../lists/pagination.ts';
import { hasNext, isSuccessfulExchange, parseBody } from '../model/response-records.ts';
import { minimalRequestSpec } from './record-requests.ts';

/** What lies further behind is not looked for. */
const MAX_PAGES = 24;

/** Looks through the list for these records, and for those that were removed; gives the items of all pages that were seen. */
export function* readListPages(reading: ListReading): StepGenerator<readonly Json[]> {
  const view = findListView(reading.baseline);
  return view === undefined ? [] : yield* readPages(reading, view);
}

/** Undefined where an operation answers with no list. */
export function findListView({ operation }: Pick<BaselineRequest, 'operation'>): ListView | undefined {
  return detectListView(successMedia(operation)?.schema, splitPath(operation.path).collection);
}

export interface ListReading {
  readonly baseline: BaselineRequest;
  readonly fresh: FreshValues;
  readonly records: readonly KnownRecord[];
  /** For the first page. */
  readonly description: string;
  /** The contract has no way to change or remove a record, so that none moves to a page that was seen already. */
  readonly isAppendOnly: boolean;
  readonly tolerated?: readonly ToleratedResponse[];
  /** What a page is held against, where it is not to have the records. */
  expectedState?(pages: PagesSoFar): ExpectedState;
  /** Goes on from the last page that is looked at, where the list does not end by then. */
  afterLastPage?(last: LastPage): StepGenerator<void>;
}

export interface LastPage {
  readonly requestSpec: RequestSpec;
  readonly exchange: Exchange;
  /** From 1. */
  readonly number: number;
  /** What asks for it. */
  readonly parameter: Parameter;
}

function* readPages(
  {
    baseline,
    fresh,
    records,
    description: first,
    isAppendOnly,
    tolerated = [],
    expectedState = expectRecordsInList(records),
    afterLastPage,
  }: ListReading,
  view: ListView,
): StepGenerator<readonly Json[]> {
  const { operation } = baseline;
  const pageRequests = createPageRequests(baseline, view);
  const previousPages: Exchange[] = [];
  const seen: Json[] = [];
  let last: RequestSpec | undefined;
  while (previousPages.length < MAX_PAGES) {
    const requestSpec = pageRequests.createRequestSpec(
      {
        recordCount: seen.length,
        pageCount: previousPages.length,
        lastBody: parseBody(previousPages.at(-1)),
      },
      fresh,
    );
    if (requestSpec === undefined) return seen;
    const pages = pagesSoFar({ ...pageRequests, isAppendOnly }, view, [...previousPages]);
    const description = previousPages.length === 0 ? first : `page ${previousPages.length + 1} of the list is read`;
    const page = yield {
      operation,
      requestSpec,
      description,
      tolerated,
      expectedState: expectedState(pages),
    };
    const items = pages.itemsIn(page);
    if (!isSuccessfulExchange(page) || items === undefined || items.length === 0) return seen;
    seen.push(...items);
    if (pages.isEnd(page)) return seen;
    previousPages.push(page);
    last = requestSpec;
  }
  const parameter = positionParameter(pageRequests.roles);
  const exchange = previousPages.at(-1);
  if (afterLastPage !== undefined && last !== undefined && exchange !== undefined && parameter !== undefined)
    yield* afterLastPage({ requestSpec: last, exchange, number: previousPages.length, parameter });
  return seen;
}

function expectRecordsInList(records: readonly KnownRecord[]): (pages: PagesSoFar) => ExpectedState {
  return (pages) => ({ expects: 'list', records, pages });
}

interface PagePosition {
  /** Records so far. */
  readonly recordCount: number;
  readonly pageCount: number;
  /** The page before. */
  readonly lastBody: Json | undefined;
}

interface PageRequests {
  readonly roles: ReadonlyMap<PaginationRole, Parameter>;
  /** What was asked for; undefined where the store chooses. */
  readonly limit: number | undefined;
  /** Undefined where nothing of ours leads there. */
  createRequestSpec(position: PagePosition, fresh: FreshValues): RequestSpec | undefined;
}

function createPageRequests(baseline: BaselineRequest, view: ListView): PageRequests {
  const { pagination: roles } = listParameters(baseline.operation, view.item);
  const limit = pageLimit(roles.get('limit'));
  return {
    roles,
    limit,
    createRequestSpec(position, fresh) {
      const positionValueNow = positionValue(roles, position);
      if (position.pageCount > 0 && positionValueNow === undefined) return undefined;
      const limited = limit === undefined ? undefined : parameterIfValid(roles.get('limit'), limit);
      const added = [limited, position.pageCount > 0 ? positionValueNow : undefined].filter((one) => one !== undefined);
      const others = baseline.parameters.filter(({ parameter }) => !added.some((one) => one.parameter === parameter));
      return minimalRequestSpec({ ...baseline, parameters: [...others, ...added] }, fresh);
    },
  };
}

/** The longest page that the contract allows, where it says so. */
function pageLimit(parameter: Parameter | undefined): number | undefined {
  if (parameter?.schema === undefined) return undefined;
  const { maximum } = flattenSchema(parameter.schema);
  return maximum === undefined || !isNumeric(maximum) ? undefined : Math.min(Number(maximum), MAX_PAGE_SIZE);
}

const MAX_PAGE_SIZE = 1_000;

function positionParameter(roles: ReadonlyMap<PaginationRole, Parameter>): Parameter | undefined {
  return roles.get('offset') ?? roles.get('page') ?? roles.get('cursor');
}

function positionValue(
  roles: ReadonlyMap<PaginationRole, Parameter>,
  { recordCount, pageCount, lastBody }: PagePosition,
) {
  const offset = roles.get('offset');
  if (offset !== undefined) return parameterIfValid(offset, recordCount);
  const page = roles.get('page');
  if (page !== undefined) return parameterIfValid(page, pageCount + firstPage(page));
  const next = findNextCursor(lastBody);
  return next === undefined ? undefined : parameterIfValid(roles.get('cursor'), next);
}

/** From 0 where the contract allows it, else from 1. */
function firstPage({ schema }: Parameter): number {
  return schema !== undefined && flattenSchema(schema).minimum === 0 ? 0 : 1;
}

function parameterIfValid(parameter: Parameter | undefined, value: Json) {
  if (parameter?.schema === undefined || !isValid(parameter.schema, value, 'request')) return undefined;
  return { parameter, value };
}

function pagesSoFar(
  { roles, limit, isAppendOnly }: PageRequests & Pick<ListReading, 'isAppendOnly'>,
  view: ListView,
  previousPages: readonly Exchange[],
): PagesSoFar {
  const itemsIn = (exchange: Exchange) => itemsInBody(parseBody(exchange), view);
  const count = (exchange: Exchange | undefined) => (exchange === undefined ? 0 : (itemsIn(exchange)?.length ?? 0));
  return {
    previousPages,
    itemsIn,
    isEnd(exchange) {
      if (!isSuccessfulExchange(exchange) || hasNext(exchange)) return false;
      if (roles.size === 0) return true;
      const own = count(exchange);
      // Without a way to ask for a page of a known length, one that is shorter than the first is the last.
      return own === 0 || own < (limit ?? count(previousPages[0]));
    },
    reasonForMissing(exchange) {
      if (previousPages.length > 0 && !isAppendOnly)
        return 'what others create and remove meanwhile moves records from page to page';
      const own = count(exchange);
      if (own === view.array.maxItems) return 'the list is as long as the contract allows';
      return roundNumbers.has(own) ? 'the list may be cut at a round number' : undefined;
    },
  };
}

const roundNumbers = new Set([10, 15, 20, 25, 30, 40, 50, 100, 200, 250, 500, 1_000]);

function itemsInBody(body: Json | undefined, { name }: ListView): readonly Json[] | undefined {
  const list = name !== undefined && isJsonObject(body) ? body[name] : body;
  return isJsonArray(list) ? list : undefined;
}
