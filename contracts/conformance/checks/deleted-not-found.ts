import { isSuccess } from '../model/exchange.ts';
import { findItem } from '../stateful/model/response-records.ts';
import { type Check, type CheckContext, downgradeIfTolerated, type Violation } from './check.ts';
import { locateInList } from './lists/list-items.ts';
import { describeRemoval, isSameRecord, unknownIdentityReason } from './records/record-history.ts';
import { cacheReason, markedAsDeletedReason, undeclaredRemovalReason } from './records/tolerance-reasons.ts';

export const deletedNotFound: Check = {
  id: 'deleted-not-found',
  severity: 'error',
  invariant: 'a deleted record is neither readable nor listed',
  title: 'A deleted record still exists',
  why: 'The deletion was confirmed, but the data is still visible. Likely causes: a DELETE that responds with a success and does nothing; a read from a stale copy, or from an index that deletions do not update; a soft-delete flag that reads and lists ignore. Respond after the record is deleted wherever it can be read.',
  references: 'RFC 9110, section 9.3.5 (DELETE), section 15.5.5 (404) and section 15.5.11 (410)',
  mayBeDelayed: true,
  appliesTo: ({ expectedState, response }) =>
    response !== undefined &&
    (expectedState?.expects === 'nothing' ||
      (expectedState?.expects === 'list' &&
        isSuccess(response.status) &&
        expectedState.records.some(({ removal }) => removal !== undefined))),
  violations(context) {
    const { expectedState } = context;
    if (expectedState?.expects === 'nothing') return stillReadable(context);
    return expectedState?.expects === 'list' ? stillListed(context) : [];
  },
};

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
  const toleranceReason = markedAsDeletedReason(record, shown) ?? unknownIdentityReason(shown, record);
  return [downgradeIfTolerated(violation, undeclaredRemovalReason(record) ?? toleranceReason ?? cacheReason(context))];
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
            markedAsDeletedReason(record, item) ??
            unknownIdentityReason(item, record) ??
            cacheReason(context),
        ),
      ];
    })
    .slice(0, 1);
}
