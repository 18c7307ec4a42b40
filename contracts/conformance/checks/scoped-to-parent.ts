import { declaresStatus } from '../../../spec/resources/record-views.ts';
import { isSuccess, statusOf } from '../model/exchange.ts';
import { findItem, parseBody } from '../stateful/model/response-records.ts';
import { type Check, type CheckContext, downgradeIfTolerated, type Violation } from './check.ts';
import { describeCreation, isSameRecord } from './records/record-history.ts';
import { isWrittenContent } from './records/shown-content.ts';
import { unconfirmedCreationReason } from './records/tolerance-reasons.ts';

export const scopedToParent: Check = {
  id: 'scoped-to-parent',
  severity: 'error',
  invariant: 'a record is neither readable, listed, changed nor deleted under a parent other than its own',
  title: 'A record is found under the wrong parent',
  why: 'A caller with access to one parent sees the data of another: the orders of another customer, the files of another project. Likely cause: the record is looked up by its own identifier only, without the rest of the path. Return only records of the parent in the path, and 404 for all others.',
  references: 'OpenAPI, Paths Object; RFC 3986, section 3.3 (a path is a hierarchy)',
  appliesTo: ({ expectedState, response }) =>
    response !== undefined &&
    ((expectedState?.expects === 'absent below other parent' && isSuccess(response.status)) ||
      expectedState?.expects === 'kept below own parent'),
  violations(context) {
    const { expectedState } = context;
    if (expectedState?.expects === 'kept below own parent') return deletedBelowOther(context);
    if (expectedState?.expects !== 'absent below other parent') return [];
    return expectedState.isWritten === true ? writtenBelowOther(context) : foundBelowOther(context);
  },
};

function foundBelowOther(context: CheckContext): readonly Violation[] {
  const { expectedState, testCase } = context;
  if (expectedState?.expects !== 'absent below other parent' || !showsRecord(context)) return [];
  const { record, itemsIn } = expectedState;
  const violation = {
    expected: `not this record: it ${describeCreation(record)} under another parent`,
    received: itemsIn === undefined ? 'the record' : 'a list that contains it',
    responsePart: { in: 'body', path: [] },
    place: testCase.operation.place,
    requirement: 'the path names the parent of the record',
    key: itemsIn === undefined ? 'read' : 'list',
  } as const;
  return [downgradeIfTolerated(violation, unconfirmedCreationReason(record) ?? toleranceReason(context))];
}

/** Ids may repeat below each parent; the texts or the bytes that were sent identify the record. */
function showsRecord({ expectedState, exchange, response }: CheckContext): boolean {
  if (expectedState?.expects !== 'absent below other parent' || response === undefined) return false;
  const { record, itemsIn, ownResponse } = expectedState;
  if (itemsIn !== undefined) return isSameRecord(findItem(itemsIn(exchange) ?? [], record), record) === true;
  const shown = parseBody(exchange);
  // What is below the record may have a value of its own for every parent, such as unchanged settings.
  const isOwn =
    ownResponse?.outcome.kind !== 'response' || Buffer.from(response.body).equals(ownResponse.outcome.response.body);
  return isOwn && (isSameRecord(shown, record) === true || isWrittenContent(response, record));
}

/** A write below another parent was accepted, which has no such record before and afterwards. */
function writtenBelowOther(context: CheckContext): readonly Violation[] {
  const { expectedState, response, testCase } = context;
  if (expectedState?.expects !== 'absent below other parent' || response?.status === 202) return [];
  const violation = {
    expected: `404 or 410: the record in the path ${describeCreation(expectedState.record)} under another parent`,
    received: `status ${response?.status}`,
    responsePart: { in: 'status' },
    place: testCase.operation.place,
    requirement: 'the path names the parent of the record',
    key: 'write',
  } as const;
  return [downgradeIfTolerated(violation, toleranceReason(context))];
}

function deletedBelowOther({ expectedState, response, testCase }: CheckContext): readonly Violation[] {
  if (expectedState?.expects !== 'kept below own parent') return [];
  if (response?.status !== 404 && response?.status !== 410) return [];
  const { record, deletion } = expectedState;
  return [
    {
      expected: `the record, which ${describeCreation(record)}: it was deleted under another parent only (${deletion.request.method} -> ${statusOf(deletion)})`,
      received: `status ${response.status}`,
      responsePart: { in: 'status' },
      place: testCase.operation.place,
      requirement: 'the path names the parent of the record',
      key: 'deletion',
    },
  ];
}

function toleranceReason({ expectedState, testCase: { operation } }: CheckContext): string | undefined {
  const isList = expectedState?.expects === 'absent below other parent' && expectedState.itemsIn !== undefined;
  if (isList || declaresStatus(operation, 404) || declaresStatus(operation, 410)) return undefined;
  return 'no response is declared for a missing record';
}
