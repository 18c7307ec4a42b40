/** Reads a list from its first page to its end, up to `MAX_PAGES`. */
import { isJsonArray, isJsonObject, isNumeric, type Json } from '../../../../spec/json/exact-json.ts';
import type { Parameter } from '../../../../spec/model/contract.ts';
import { listParameters, type PaginationRole } from '../../../../spec/resources/list-parameters.ts';
import { splitPath } from '../../../../spec/resources/path-templates.ts';
import { detectListView, type ListView, successMedia } from '../../../../spec/resources/record-views.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { CredentialPlan, FreshValues, RequestSpec, ToleratedResponse } from '../../model/request-spec.ts';
import type { ExpectedState, KnownRecord, PagesSoFar, Step, StepGenerator } from '../../model/sequence.ts';
import type { BaselineRequest } from '../../request/baseline-request.ts';
import { findNextCursor } from '../lists/pagination.ts';
import { containsRecord, hasNext, isSuccessfulExchange, parseBody } from '../model/response-records.ts';
import { minimalRequestSpec } from './record-requests.ts';

/** Later pages are not read. */
const MAX_PAGES = 24;

/** Reads the pages, each with the expected state of the records; returns the items of all pages. */
export function* readListPages(reading: ListReading): StepGenerator<readonly Json[]> {
  const view = findListView(reading.baseline);
  if (view === undefined) return [];
  const first: Pass = { isSuperseded: false, delayMs: undefined };
  const items = yield* readPages(reading, view, first);
  const delayMs = delayOfSecondPass(reading, first, items);
  if (delayMs === undefined) return items;
  first.isSuperseded = true;
  return yield* readPages(reading, view, { isSuperseded: false, delayMs });
}

/** One reading of all pages. */
interface Pass {
  /** The list was read again from the first page, so this reading asserts nothing about its end. */
  isSuperseded: boolean;
  /** Milliseconds before the first page is read. */
  readonly delayMs: number | undefined;
  firstPage?: Exchange;
  lastPage?: Exchange;
}

/** As long as the repeated reading of a single page takes at most. */
const LISTING_DELAY_MS = 1_250;

/**
 * A step is repeated until its record is listed, but that reads only the last page again. A record that may be due on
 * an earlier page, and was created right before, needs the whole list again; undefined when it does not.
 */
function delayOfSecondPass(
  { records, isAppendOnly }: ListReading,
  { firstPage, lastPage }: Pass,
  items: readonly Json[],
): number | undefined {
  if (!isAppendOnly || firstPage?.sentAt === undefined || firstPage === lastPage) return undefined;
  const missing = records.filter((record) => record.removal === undefined && !containsRecord(items, record));
  const newest = Math.max(...missing.map(({ writes }) => endOf(writes.at(-1)?.exchange)));
  if (firstPage.sentAt - newest >= LISTING_DELAY_MS) return undefined;
  return Math.max(0, LISTING_DELAY_MS - (Date.now() - newest));
}

/** When the response had arrived, in milliseconds since 1970; long ago when that is unknown. */
function endOf(exchange: Exchange | undefined): number {
  return exchange?.sentAt === undefined ? Number.NEGATIVE_INFINITY : exchange.sentAt + exchange.ms;
}

/** Undefined when the operation does not return a list. */
export function findListView({ operation }: Pick<BaselineRequest, 'operation'>): ListView | undefined {
  return detectListView(successMedia(operation)?.schema, splitPath(operation.path).collection);
}

export interface ListReading {
  readonly baseline: BaselineRequest;
  readonly fresh: FreshValues;
  readonly records: readonly KnownRecord[];
  /** Description of the step that reads the first page. */
  readonly description: string;
  /** The contract has no operation that changes or deletes a record, so that none moves to a page already read. */
  readonly isAppendOnly: boolean;
  readonly tolerated?: readonly ToleratedResponse[];
  /** Other credentials than the valid ones. */
  readonly credentials?: CredentialPlan;
  readonly expectation?: Step['expectation'];
  /** The expected state of a page; by default, the list contains the records. */
  expectedState?(pages: PagesSoFar): ExpectedState;
  /** Further steps after the last page, when the list has not ended by then. */
  afterLastPage?(last: LastPage): StepGenerator<void>;
}

export interface LastPage {
  readonly requestSpec: RequestSpec;
  readonly exchange: Exchange;
  /** From 1. */
  readonly number: number;
  /** The parameter that selects the page. */
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
    credentials,
    expectation,
    expectedState = expectRecordsInList(records),
    afterLastPage,
  }: ListReading,
  view: ListView,
  pass: Pass,
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
    const pages = pagesSoFar({ ...pageRequests, isAppendOnly, pass }, view, [...previousPages]);
    const description = previousPages.length === 0 ? first : `page ${previousPages.length + 1} of the list is read`;
    const page = yield {
      operation,
      requestSpec: credentials === undefined ? requestSpec : { ...requestSpec, credentials },
      description,
      tolerated,
      ...(expectation !== undefined && { expectation }),
      expectedState: expectedState(pages),
      ...(previousPages.length === 0 && pass.delayMs !== undefined && { delayMs: pass.delayMs }),
    };
    pass.firstPage ??= page;
    pass.lastPage = page;
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
  /** Number of records on the pages so far. */
  readonly recordCount: number;
  readonly pageCount: number;
  /** The body of the previous page. */
  readonly lastBody: Json | undefined;
}

interface PageRequests {
  readonly roles: ReadonlyMap<PaginationRole, Parameter>;
  /** The requested page size; undefined when the implementation chooses. */
  readonly limit: number | undefined;
  /** Undefined when no parameter selects that page. */
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

/** The largest page that the contract allows, if it has a maximum. */
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

/** 0 when the contract allows it, otherwise 1. */
function firstPage({ schema }: Parameter): number {
  return schema !== undefined && flattenSchema(schema).minimum === 0 ? 0 : 1;
}

function parameterIfValid(parameter: Parameter | undefined, value: Json) {
  if (parameter?.schema === undefined || !isValid(parameter.schema, value, 'request')) return undefined;
  return { parameter, value };
}

function pagesSoFar(
  { roles, limit, isAppendOnly, pass }: PageRequests & Pick<ListReading, 'isAppendOnly'> & { readonly pass: Pass },
  view: ListView,
  previousPages: readonly Exchange[],
): PagesSoFar {
  const itemsIn = (exchange: Exchange) => itemsInBody(parseBody(exchange), view);
  const count = (exchange: Exchange | undefined) => (exchange === undefined ? 0 : (itemsIn(exchange)?.length ?? 0));
  return {
    previousPages,
    itemsIn,
    isEnd(exchange) {
      if (pass.isSuperseded || !isSuccessfulExchange(exchange) || hasNext(exchange)) return false;
      if (roles.size === 0) return true;
      const itemCount = count(exchange);
      // Without a limit parameter, a page shorter than the first is the last.
      return itemCount === 0 || itemCount < (limit ?? count(previousPages[0]));
    },
    reasonForMissing(exchange) {
      if (previousPages.length > 0 && !isAppendOnly)
        return 'records may move between pages when other clients create and delete records';
      const itemCount = count(exchange);
      if (itemCount === view.array.maxItems) return 'the list is as long as the contract allows';
      return roundNumbers.has(itemCount) ? 'the list may be truncated at a round number' : undefined;
    },
  };
}

const roundNumbers = new Set([10, 15, 20, 25, 30, 40, 50, 100, 200, 250, 500, 1_000]);

function itemsInBody(body: Json | undefined, { name }: ListView): readonly Json[] | undefined {
  const list = name !== undefined && isJsonObject(body) ? body[name] : body;
  return isJsonArray(list) ? list : undefined;
}
