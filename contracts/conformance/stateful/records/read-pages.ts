/** Reads a list from its first page to its end, up to `MAX_PAGES`. */
import type { Json } from '../../../../spec/json/exact-json.ts';
import type { Parameter } from '../../../../spec/model/contract.ts';
import { splitPath } from '../../../../spec/resources/path-templates.ts';
import {
  detectListView,
  detectScalarListView,
  type ListView,
  successMedia,
} from '../../../../spec/resources/record-views.ts';
import { type Exchange, isSuccessfulExchange } from '../../model/exchange.ts';
import type { CredentialPlan, FreshValues, RequestSpec, ToleratedResponse } from '../../model/request-spec.ts';
import type { ExpectedState, KnownRecord, PagesSoFar, Step, StepGenerator } from '../../model/sequence.ts';
import type { BaselineRequest } from '../../request/baseline-request.ts';
import { containsRecord } from '../model/response-records.ts';
import { createPageRequests } from './page-requests.ts';
import { isPastOnlyPage, type Pass, pagesSoFar } from './pages-so-far.ts';

/** Later pages are not read. */
const MAX_PAGES = 24;

/** Reads the pages, each with the expected state of the records; returns the items of all pages. */
export function* readListPages(reading: ListReading): StepGenerator<readonly Json[]> {
  const view = findListView(reading.baseline);
  if (view === undefined) return [];
  const first: Pass = { isSuperseded: false, delayMs: reading.delayMs };
  const items = yield* readPages(reading, view, first);
  const delayMs = delayOfSecondPass(reading, first, items);
  if (delayMs === undefined) return items;
  first.isSuperseded = true;
  return yield* readPages(reading, view, { isSuperseded: false, delayMs });
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
  const [schema, { collection }] = [successMedia(operation)?.schema, splitPath(operation.path)];
  return detectListView(schema, collection) ?? detectScalarListView(schema, collection);
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
  /** Milliseconds to wait before the first page is read. */
  readonly delayMs?: number;
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

function* readPages(reading: ListReading, view: ListView, pass: Pass): StepGenerator<readonly Json[]> {
  const { baseline, fresh, records, isAppendOnly, afterLastPage } = reading;
  const requests = createPageRequests(baseline, view, records[0]?.idName);
  const paged = { requests, view, isAppendOnly, pass };
  const previousPages: Exchange[] = [];
  const seen: Json[] = [];
  let last: RequestSpec | undefined;
  while (previousPages.length < MAX_PAGES) {
    const requestSpec = requests.createRequestSpec({ recordCount: seen.length, pages: previousPages }, fresh);
    if (requestSpec === undefined) return seen;
    const pages = pagesSoFar(paged, [...previousPages]);
    const page = yield* readPage(reading, { requestSpec, pages, pass });
    pass.firstPage ??= page;
    pass.lastPage = page;
    const items = pages.itemsIn(page);
    if (!isSuccessfulExchange(page) || items === undefined) return seen;
    const allPages = [...previousPages, page];
    if (isPastOnlyPage(requests, allPages, (one) => pages.itemsIn(one)?.length ?? 0))
      yield* readOnlyPageAgain(reading, paged, seen);
    if (items.length === 0) return seen;
    seen.push(...items);
    if (pages.isEnd(page)) return seen;
    previousPages.push(page);
    last = requestSpec;
  }
  const parameter = requests.positionParameter;
  const exchange = previousPages.at(-1);
  if (afterLastPage !== undefined && last !== undefined && exchange !== undefined && parameter !== undefined)
    yield* afterLastPage({ requestSpec: last, exchange, number: previousPages.length, parameter });
  return seen;
}

interface PageReading {
  readonly requestSpec: RequestSpec;
  readonly pages: PagesSoFar;
  readonly pass: Pass;
}

function* readPage(
  { baseline: { operation }, records, credentials, expectation, tolerated = [], ...reading }: ListReading,
  { requestSpec, pages, pass }: PageReading,
): StepGenerator<Exchange> {
  const { expectedState = expectRecordsInList(records) } = reading;
  const number = pages.previousPages.length + 1;
  return yield {
    operation,
    requestSpec: credentials === undefined ? requestSpec : { ...requestSpec, credentials },
    description: number === 1 ? reading.description : `page ${number} of the list is read`,
    tolerated,
    ...(expectation !== undefined && { expectation }),
    expectedState: expectedState(pages),
    ...(number === 1 && pass.delayMs !== undefined && { delayMs: pass.delayMs }),
  };
}

/** The first page was the only one after all, which only the second one showed: a record has to be on it. */
function* readOnlyPageAgain(
  reading: ListReading,
  paged: Parameters<typeof pagesSoFar>[0],
  seen: readonly Json[],
): StepGenerator<void> {
  const { records, fresh, expectedState } = reading;
  const isMissing = records.some((record) => record.removal === undefined && !containsRecord(seen, record));
  const requestSpec = paged.requests.createRequestSpec({ recordCount: 0, pages: [] }, fresh);
  if (!isMissing || expectedState !== undefined || requestSpec === undefined) return;
  yield* readPage(reading, { requestSpec, pages: pagesSoFar(paged, [], { isWhole: true }), pass: paged.pass });
}

function expectRecordsInList(records: readonly KnownRecord[]): (pages: PagesSoFar) => ExpectedState {
  return (pages) => ({ expects: 'list', records, pages });
}
