import { isEqualJson, isInteger, type Json, stringifyJson } from '../../../spec/json/exact-json.ts';
import { declaredProperties } from '../../../spec/model/schema-view.ts';
import { flattenSchema } from '../../../spec/sampling/flatten-schema.ts';
import { describeValue } from '../../../spec/validation/validate.ts';
import { headerValue } from '../../http/headers.ts';
import { isSuccess, statusOf } from '../model/exchange.ts';
import type { ExpectedState, ExpectedTable, KnownRecord } from '../model/sequence.ts';
import { findSentMedia } from '../request/payload/payload.ts';
import { findItem, getProperty, parseBody } from '../stateful/model/response-records.ts';
import { type Check, type CheckContext, downgradeIfTolerated, type Violation } from './check.ts';
import { findTableDifference } from './lists/table.ts';
import { describeWrite } from './records/record-history.ts';
import { cacheReason } from './records/tolerance-reasons.ts';

export const listShowsWritten: Check = {
  id: 'list-shows-written',
  severity: 'error',
  invariant: 'a list shows the last written values of a record, without rounding',
  title: 'The list shows other values than the record',
  why: 'A person changes a record, returns to the list, and sees the old values; or a program reads a wrong number there. Likely causes: a list from an index, a cache or a view that changes do not update; numbers read as doubles, which round above 2^53. Build the list from the same data as the record.',
  references:
    'the contract: the list and the record declare the same property (docs/reference/openapi.md, Sequences); RFC 9110, section 9.3.1 (GET)',
  mayBeDelayed: true,
  appliesTo: ({ expectedState, response }) =>
    ['list', 'table', 'none of rejected'].includes(expectedState?.expects ?? '') &&
    response !== undefined &&
    isSuccess(response.status),
  violations(context) {
    const { expectedState, exchange } = context;
    if (expectedState?.expects === 'table') return tableViolations(context, expectedState);
    if (expectedState?.expects === 'none of rejected') return rejectedViolations(context, expectedState);
    if (expectedState?.expects !== 'list') return [];
    const items = expectedState.pages.itemsIn(exchange) ?? [];
    return expectedState.records
      .flatMap((record) => {
        const item = findItem(items, record);
        const stale = staleViolations(context, record, item);
        return stale.length > 0 ? stale : exchangedViolations(context, { record, item, others: expectedState.records });
      })
      .slice(0, 1);
  },
};

/** CSV and JSON are two representations of one list. */
function tableViolations(context: CheckContext, expectedTable: ExpectedTable): readonly Violation[] {
  const { response, testCase, media } = context;
  if (response === undefined || !/^text\/csv\b/i.test(headerValue(response.headers, 'content-type') ?? '')) return [];
  const difference = findTableDifference(
    Buffer.from(response.body).toString('utf8'),
    expectedTable,
    testCase.operation,
  );
  if (difference === undefined) return [];
  const { reason, ...texts } = difference;
  const violation = {
    ...texts,
    responsePart: { in: 'body', path: [] },
    place: media?.place ?? testCase.operation.place,
    requirement: 'a list shows the same values as CSV and as JSON',
  } as const;
  return [downgradeIfTolerated(violation, reason ?? cacheReason(context))];
}

/** Only certain violations: reading shows what was written last, the list an earlier or a rounded value. */
function staleViolations(context: CheckContext, record: KnownRecord, item: Json | undefined) {
  const write = record.writes.at(-1);
  if (item === undefined || write === undefined || record.removal !== undefined) return [];
  const [name] = sentPropertyNames(record).filter((one) => isStaleOrRounded(one, record, getProperty(item, one))) ?? [];
  if (name === undefined) return [];
  const source = record.read === undefined ? 'as it was written' : 'as in the record';
  const violation = {
    expected: `${name}: ${describeValue(expectedValue(record, name) ?? null)}, ${source} (${describeWrite(write)})`,
    received: describeValue(getProperty(item, name) ?? null),
    responsePart: { in: 'body', path: [] },
    place: context.testCase.operation.place,
    requirement: 'a list shows the same values as the record',
    key: name,
  } as const;
  return [downgradeIfTolerated(violation, cacheReason(context) ?? mayBeUnpublished(record))];
}

interface ListedRecord {
  readonly record: KnownRecord;
  readonly item: Json | undefined;
  readonly others: readonly KnownRecord[];
}

/** The item has a text that was sent for another record alone: the identifiers of two records are exchanged. */
function exchangedViolations(context: CheckContext, { record, item, others }: ListedRecord): readonly Violation[] {
  if (item === undefined || record.removal !== undefined) return [];
  const name = sentPropertyNames(record).find((one) => {
    const [listed, expected] = [getProperty(item, one), expectedValue(record, one)];
    // The record itself may show the value of another: where its pattern allows few, or where reading shows the default.
    if (typeof listed !== 'string' || expected === undefined || listed === expected) return false;
    if (!isFreeText(record, one)) return false;
    return !sentValues(record, one).includes(listed) && others.some((other) => sentValues(other, one).includes(listed));
  });
  const [creation] = record.writes;
  if (name === undefined || creation === undefined) return [];
  const violation = {
    expected: `${name}: ${describeValue(expectedValue(record, name) ?? null)} (${describeWrite(creation)})`,
    received: `${describeValue(getProperty(item, name) ?? null)}, which was sent for another record`,
    responsePart: { in: 'body', path: [] },
    place: context.testCase.operation.place,
    requirement: 'a list shows the same values as the record',
    key: `${name} of another`,
  } as const;
  return [downgradeIfTolerated(violation, cacheReason(context))];
}

/** No enum value, which other records may have too. */
function isFreeText({ writes: [creation] }: KnownRecord, name: string): boolean {
  const schema = creation && findSentMedia(creation.operation, creation.requestSpec)?.schema;
  const declared = schema && declaredProperties(schema).get(name);
  if (declared === undefined) return false;
  const { enum: values, format, const: only } = flattenSchema(declared);
  return values === undefined && only === undefined && !/^(?:date|time|duration)/.test(format ?? '');
}

function sentValues({ writes }: KnownRecord, name: string): readonly Json[] {
  return writes.flatMap(({ requestSpec }) => getProperty(requestSpec.value, name) ?? []);
}

/** Shorter texts may be equal by coincidence. */
const MIN_LENGTH = 4;

type RejectedRecords = Extract<ExpectedState, { expects: 'none of rejected' }>;

function rejectedViolations(
  { exchange, testCase }: CheckContext,
  { rejected, requirement, itemsIn }: RejectedRecords,
): readonly Violation[] {
  const texts = rejected.flatMap(({ sent, rejection }) =>
    Object.entries(sent).flatMap(([name, value]) =>
      typeof value === 'string' && value.length >= MIN_LENGTH ? [{ name, value, rejection }] : [],
    ),
  );
  // Values that every record has, such as those of enums, show nothing.
  const own = texts.filter(({ value }) => texts.filter((one) => one.value === value).length === 1);
  const items = itemsIn(exchange) ?? [];
  const found = own.find(({ name, value }) => items.some((item) => getProperty(item, name) === value));
  if (found === undefined) return [];
  return [
    {
      expected: `no record whose ${found.name} is ${describeValue(found.value)}: its creation was rejected (${found.rejection.request.method} -> ${statusOf(found.rejection)})`,
      received: 'a list that contains it',
      responsePart: { in: 'body', path: [] },
      place: testCase.operation.place,
      requirement,
      key: 'rejected',
    },
  ];
}

/** With drafts, a list may show the last published version. */
function mayBeUnpublished({ lastShown }: KnownRecord): string | undefined {
  const text = stringifyJson(parseBody(lastShown) ?? null);
  return /draft|publish/i.test(text) ? 'the list may show the last published version' : undefined;
}

function isStaleOrRounded(name: string, record: KnownRecord, listed: Json | undefined): boolean {
  const sent = record.writes.flatMap(({ requestSpec }) => getProperty(requestSpec.value, name) ?? []);
  const [last, shown] = [sent.at(-1), expectedValue(record, name)];
  if (listed === undefined || last === undefined || shown === undefined || !isEqualJson(last, shown)) return false;
  if (isEqualJson(listed, shown)) return false;
  return isRounded(listed, shown) || sent.some((value) => isEqualJson(value, listed));
}

function isRounded(listed: Json, shown: Json): boolean {
  return isInteger(listed) && isInteger(shown) && Number(listed) === Number(shown);
}

/** As the record was read; without a read operation as it was last written, unless the response showed something else. */
function expectedValue({ read, writes, lastShown }: KnownRecord, name: string): Json | undefined {
  if (read !== undefined) return getProperty(parseBody(lastShown), name);
  const last = writes.findLast(({ requestSpec }) => getProperty(requestSpec.value, name) !== undefined);
  const sent = getProperty(last?.requestSpec.value, name);
  const shown = getProperty(parseBody(last?.exchange), name);
  return shown === undefined || sent === undefined || isEqualJson(shown, sent) ? sent : undefined;
}

function sentPropertyNames({ writes, idName }: KnownRecord): readonly string[] {
  const names = writes.flatMap(({ requestSpec }) => Object.keys(requestSpec.value ?? {}));
  return [...new Set(names)].filter((name) => name !== idName);
}
