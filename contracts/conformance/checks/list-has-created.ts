import type { Json } from '../../../spec/json/exact-json.ts';
import type { Operation, Parameter } from '../../../spec/model/contract.ts';
import { listParameters } from '../../../spec/resources/list-parameters.ts';
import { splitPath } from '../../../spec/resources/path-templates.ts';
import { detectListView, successMedia } from '../../../spec/resources/record-views.ts';
import { flattenSchema } from '../../../spec/sampling/flatten-schema.ts';
import { describeValue } from '../../../spec/validation/validate.ts';
import { isSuccess } from '../model/exchange.ts';
import type { ExpectedState, KnownRecord } from '../model/sequence.ts';
import { isMissingByText, namesShowing } from '../stateful/model/listed-texts.ts';
import { containsRecord, currentName, shownIdentifier } from '../stateful/model/response-records.ts';
import { type Check, type CheckContext, downgradeIfTolerated, type Violation } from './check.ts';
import { describeCreation } from './records/record-history.ts';
import { cacheReason, hiddenRecordReason, unconfirmedCreationReason } from './records/tolerance-reasons.ts';

export const listHasCreated: Check = {
  id: 'list-has-created',
  severity: 'error',
  invariant: 'a list that was read to its end contains every record created in its collection exactly once',
  title: 'The list lacks a created record, or contains it twice',
  why: 'Clients find records through lists: a record that is missing there does not exist for them. Likely causes: a list that is cached and never refreshed; an index that new records do not update; a limit that the contract does not declare; a filter that the client did not request. Build the list from the stored records, and declare how it is limited.',
  references:
    'the contract: the list is that of the collection in which the record was created (docs/reference/openapi.md, Sequences); RFC 9110, section 9.3.1 (GET)',
  mayBeDelayed: true,
  appliesTo(context) {
    const { expectedState, response } = context;
    if (expectedState?.expects !== 'list' || response === undefined || !isSuccess(response.status)) return false;
    const items = itemsOfAllPages(expectedState, context);
    return expectedState.records.some((record) => isRecognizable(record, items));
  },
  violations(context) {
    const { expectedState, exchange } = context;
    if (expectedState?.expects !== 'list') return [];
    const duplicates = duplicateViolation(context, expectedState);
    const { pages } = expectedState;
    // A response in another media type, such as CSV, cannot be read.
    const isReadable = pages.itemsIn(exchange) !== undefined && pages.isEnd(exchange);
    if (duplicates !== undefined || !isReadable || requiresQuery(context)) return duplicates ?? [];
    const items = itemsOfAllPages(expectedState, context);
    const missing = expectedState.records.filter((record) => isMissing(record, items, expectedState.records));
    return missing.slice(0, 1).map((record) => {
      const count = items.length === 1 ? '1 item' : `${items.length} items`;
      const violation = {
        expected: `the record ${describeValue(currentName(record) ?? '')}, which ${describeCreation(record)}`,
        received: `a list of ${count} without it`,
        responsePart: { in: 'body', path: [] },
        place: context.testCase.operation.place,
        requirement: 'the list of a collection contains the records created in it',
        key: 'missing',
      } as const;
      return downgradeIfTolerated(violation, toleranceReason(context, expectedState, record));
    });
  },
};

type ExpectedList = Extract<ExpectedState, { expects: 'list' }>;

/** Identifiers that differ in the case of their letters may be those of two records. */
function isListedTwice(record: KnownRecord, items: readonly Json[]): boolean {
  const named = items.filter((item) => containsRecord([item], record));
  return new Set(named.map((item) => String(shownIdentifier(item, record)))).size < named.length;
}

/**
 * Duplicates on one page; undefined where there are none. A record that was written again may be listed once per
 * version.
 */
function duplicateViolation(context: CheckContext, { records, pages }: ExpectedList): readonly Violation[] | undefined {
  const items = pages.itemsIn(context.exchange) ?? [];
  const record = records.find((one) => one.writes.length === 1 && isListedTwice(one, items));
  if (record === undefined) return undefined;
  return [
    {
      expected: `the record ${describeValue(currentName(record) ?? '')} once: it ${describeCreation(record)}`,
      received: 'a page that contains it more than once',
      responsePart: { in: 'body', path: [] },
      place: context.testCase.operation.place,
      requirement: 'a record that was created once is in the list once',
      key: 'twice',
    },
  ];
}

function itemsOfAllPages({ pages }: ExpectedList, { exchange }: CheckContext): readonly Json[] {
  return [...pages.previousPages, exchange].flatMap((page) => pages.itemsIn(page) ?? []);
}

/** Whether the check asserts anything about the record. */
function isRecognizable(record: KnownRecord, items: readonly Json[]): boolean {
  return containsRecord(items, record) || namesShowing(items, record).length > 0 || showsIdentifiers(items, record);
}

function isMissing(record: KnownRecord, items: readonly Json[], records: readonly KnownRecord[]): boolean {
  if (!isExpectedInList(record)) return false;
  if (showsIdentifiers(items, record)) return !containsRecord(items, record);
  // Items without an identifier are compared by texts, as far as they show other records by them.
  const others = records.filter((one) => one !== record && one.removal === undefined);
  return isMissingByText(items, record, others);
}

/** Or there are no items. */
function showsIdentifiers(items: readonly Json[], record: KnownRecord): boolean {
  return items.length === 0 || items.some((item) => shownIdentifier(item, record) !== undefined);
}

/** A record that can be read has to have been shown after its last write. */
function isExpectedInList({ removal, hasStateChanged, read, writes, lastShown }: KnownRecord): boolean {
  // The change may hide the record from the list.
  if (removal !== undefined || hasStateChanged === true) return false;
  return read === undefined || writes.every(({ exchange }) => exchange !== lastShown);
}

function toleranceReason(context: CheckContext, { pages }: ExpectedList, record: KnownRecord): string | undefined {
  return (
    unconfirmedCreationReason(record) ??
    cacheReason(context) ??
    pages.reasonForMissing(context.exchange) ??
    defaultFilterReason(context) ??
    (isSiblingListed(context, { pages, record })
      ? undefined
      : hiddenRecordReason(record.lastShown, givenQueryNames(context)))
  );
}

/** Another record of the same request is in the list: what hides one hides both. */
function isSiblingListed(
  context: CheckContext,
  { pages, record }: Pick<ExpectedList, 'pages'> & { readonly record: KnownRecord },
): boolean {
  const { expectedState } = context;
  if (expectedState?.expects !== 'list') return false;
  const items = itemsOfAllPages({ ...expectedState, pages }, context);
  const [creation] = record.writes;
  return expectedState.records.some(
    (other) =>
      creation !== undefined &&
      other !== record &&
      other.writes[0]?.exchange.request === creation.exchange.request &&
      containsRecord(items, other),
  );
}

/** Required query parameters select which records are listed. */
function requiresQuery({ testCase: { operation } }: CheckContext): boolean {
  return operation.parameters.some(({ in: location, required }) => location === 'query' && required);
}

/** A parameter with a default may filter records out, unless it is for pagination or sorting. */
function defaultFilterReason({ testCase: { operation } }: CheckContext): string | undefined {
  const excluded = pagingAndSortParameters(operation);
  const filter = operation.parameters.find(
    (one) =>
      one.in === 'query' &&
      !one.required &&
      one.schema !== undefined &&
      flattenSchema(one.schema).default !== undefined &&
      !excluded.has(one),
  );
  return filter === undefined ? undefined : `the parameter "${filter.name}" may filter it out`;
}

function pagingAndSortParameters(operation: Operation): ReadonlySet<Parameter | undefined> {
  const view = detectListView(successMedia(operation)?.schema, splitPath(operation.path).collection);
  if (view === undefined) return new Set();
  const { pagination, sort, order } = listParameters(operation, view.item);
  return new Set([...pagination.values(), sort, order]);
}

function givenQueryNames({ requestSpec }: CheckContext): ReadonlySet<string> {
  const [, query = ''] = requestSpec.path.split('?', 2);
  return new Set(new URLSearchParams(query).keys());
}
