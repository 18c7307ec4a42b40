import type { Json } from '../../../spec/json/exact-json.ts';
import { findResponse } from '../../../spec/model/contract.ts';
import { isSuccess, statusOf } from '../model/exchange.ts';
import type { ExpectedState, KnownRecord } from '../model/sequence.ts';
import { isSameName } from '../request/values/identifier-names.ts';
import { describeName } from '../stateful/lists/list-shape.ts';
import { currentName, findItem, parseBody, shownIdentifier } from '../stateful/model/response-records.ts';
import { type Check, type CheckContext, downgradeIfTolerated, type Violation } from './check.ts';
import { locateInList } from './lists/list-items.ts';
import { describeRemoval, isSameRecord, unknownIdentityReason } from './records/record-history.ts';
import { isWrittenContent } from './records/shown-content.ts';
import {
  cacheReason,
  impliedRemovalReason,
  markedAsDeletedReason,
  undeclaredRemovalReason,
} from './records/tolerance-reasons.ts';

export const deletedNotFound: Check = {
  id: 'deleted-not-found',
  severity: 'error',
  invariant: 'a deleted record is neither readable nor listed, and nothing can be created below it',
  title: 'A deleted record still exists',
  why: 'The deletion was confirmed, but the data is still visible. Likely causes: a DELETE that responds with a success and does nothing; a read from a stale copy, or from an index that deletions do not update; a soft-delete flag that reads and lists ignore. Respond after the record is deleted wherever it can be read.',
  references: 'RFC 9110, section 9.3.5 (DELETE), section 15.5.5 (404) and section 15.5.11 (410)',
  mayBeDelayed: true,
  appliesTo({ expectedState, response, exchange }) {
    if (response === undefined) return false;
    if (expectedState?.expects === 'nothing' || expectedState?.expects === 'nothing below') return true;
    if (!isSuccess(response.status)) return false;
    if (expectedState?.expects === 'list') return showsDeletions(expectedState, exchange);
    return expectedState?.expects === 'cleared list';
  },
  violations(context) {
    const { expectedState } = context;
    if (expectedState?.expects === 'nothing') return stillReadable(context);
    if (expectedState?.expects === 'nothing below') return stillExtended(context);
    if (expectedState?.expects === 'cleared list') return notCleared(context);
    return expectedState?.expects === 'list' ? stillListed(context) : [];
  },
};

/** Items without an identifier show nothing about a deleted record. */
function showsDeletions(
  { records, pages }: Extract<ExpectedState, { expects: 'list' }>,
  exchange: CheckContext['exchange'],
): boolean {
  const items = pages.itemsIn(exchange) ?? [];
  const removed = records.filter(({ removal }) => removal !== undefined);
  return removed.some(
    (record) => items.length === 0 || items.some((item) => shownIdentifier(item, record) !== undefined),
  );
}

function notCleared(context: CheckContext): readonly Violation[] {
  const { expectedState, exchange, testCase } = context;
  if (expectedState?.expects !== 'cleared list') return [];
  const { shape, names, removal } = expectedState;
  const kept = (shape.itemsIn(parseBody(exchange)) ?? []).find((item) => names.includes(shape.nameOf(item) ?? ''));
  if (kept === undefined) return [];
  const { method, path } = removal.operation;
  const violation = {
    expected: `a list without the records of before, because ${method} ${path} -> ${statusOf(removal.exchange)} deletes all of them`,
    received: `a list that contains ${describeName(shape.nameOf(kept) ?? '')}`,
    responsePart: locateInList(context, kept),
    place: testCase.operation.place,
    requirement: 'a deleted record no longer exists',
    key: 'cleared',
  } as const;
  return [downgradeIfTolerated(violation, cacheReason(context))];
}

function stillReadable(context: CheckContext): readonly Violation[] {
  const { expectedState, response, json, testCase } = context;
  // An empty body counts as not found.
  if (expectedState?.expects !== 'nothing' || response === undefined || !isSuccess(response.status)) return [];
  if (response.body.length === 0) return [];
  const { record } = expectedState;
  const violation = {
    expected: `404 or 410: the record ${describeRemoval(record)}`,
    received: `status ${response.status}`,
    responsePart: { in: 'status' },
    place: testCase.operation.place,
    requirement: 'a deleted record no longer exists',
    key: 'read',
  } as const;
  const shown = json?.ok === true ? json.value : undefined;
  if (isSameRecord(shown, record) === false) return [];
  const isContent = record.deletedWithParent !== undefined && isWrittenContent(response, record);
  if (record.deletedWithParent !== undefined && !isContent && !isIdentified(shown, record)) return [];
  const identityReason = isContent ? undefined : unknownIdentityReason(shown, record);
  const toleranceReason = impliedRemovalReason(record) ?? markedAsDeletedReason(record, shown) ?? identityReason;
  return [downgradeIfTolerated(violation, undeclaredReason(context) ?? toleranceReason ?? cacheReason(context))];
}

/** What is below a record, such as an empty list, may show nothing of it. */
function isIdentified(shown: Json | undefined, record: KnownRecord): boolean {
  const id = shownIdentifier(shown, record);
  const name = currentName(record);
  return isSameRecord(shown, record) === true || (id !== undefined && name !== undefined && isSameName(id, name));
}

/** Where neither reading nor deleting declares a response for a missing record. */
function undeclaredReason({ expectedState, testCase: { operation } }: CheckContext): string | undefined {
  if (expectedState?.expects !== 'nothing') return undefined;
  const { record } = expectedState;
  return undeclaredRemovalReason(
    record.deletedWithParent === undefined ? record : { ...record, read: operation, remove: undefined },
  );
}

/** The only record that the path names is the deleted one, so a declared 404 is about that. */
function stillExtended({ expectedState, response, testCase: { operation } }: CheckContext): readonly Violation[] {
  if (expectedState?.expects !== 'nothing below' || response === undefined || !isSuccess(response.status)) return [];
  const violation = {
    expected: `404 or 410: the record in the path ${describeRemoval(expectedState.record)}`,
    received: `status ${response.status}`,
    responsePart: { in: 'status' },
    place: (findResponse(operation, 404) ?? findResponse(operation, 410))?.place ?? operation.place,
    requirement: 'nothing can be created below a record that does not exist',
    key: 'created below',
  } as const;
  return [violation];
}

/** Records that were still readable after their removal are already reported. */
function stillListed(context: CheckContext): readonly Violation[] {
  const { expectedState, exchange, testCase } = context;
  if (expectedState?.expects !== 'list') return [];
  const items = expectedState.pages.itemsIn(exchange) ?? [];
  const removed = expectedState.records.filter(({ removal, isStillShown }) => removal !== undefined && !isStillShown);
  return removed
    .flatMap((record) => {
      const item = findItem(items, record);
      if (item === undefined || isSameRecord(item, record) === false) return [];
      const violation = {
        expected: `a list without this record: it ${describeRemoval(record)}`,
        received: 'a list that contains it',
        responsePart: locateInList(context, item),
        place: testCase.operation.place,
        requirement: 'a deleted record no longer exists',
        key: 'list',
      } as const;
      return [
        downgradeIfTolerated(
          violation,
          undeclaredRemovalReason(record) ??
            impliedRemovalReason(record) ??
            markedAsDeletedReason(record, item) ??
            unknownIdentityReason(item, record) ??
            cacheReason(context),
        ),
      ];
    })
    .slice(0, 1);
}
