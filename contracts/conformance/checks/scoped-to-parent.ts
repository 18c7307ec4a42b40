import { declaresStatus } from '../../../spec/resources/record-views.ts';
import { isSuccess } from '../model/exchange.ts';
import { findItem, parseBody } from '../stateful/model/response-records.ts';
import { type Check, type CheckContext, downgradeIfTolerated } from './check.ts';
import { describeCreation, isSameRecord } from './records/record-history.ts';
import { unconfirmedCreationReason } from './records/tolerance-reasons.ts';

export const scopedToParent: Check = {
  id: 'scoped-to-parent',
  severity: 'error',
  invariant: 'a record is neither readable nor listed under a parent other than its own',
  title: 'A record is found under the wrong parent',
  why: 'A caller with access to one parent sees the data of another: the orders of another customer, the files of another project. Likely cause: the record is looked up by its own identifier only, without the rest of the path. Return only records of the parent in the path, and 404 for all others.',
  references: 'OpenAPI, Paths Object; RFC 3986, section 3.3 (a path is a hierarchy)',
  appliesTo: ({ expectedState, response }) =>
    expectedState?.expects === 'absent below other parent' && response !== undefined && isSuccess(response.status),
  violations(context) {
    const { expectedState, exchange, testCase } = context;
    if (expectedState?.expects !== 'absent below other parent') return [];
    const { record, itemsIn } = expectedState;
    const found = itemsIn === undefined ? parseBody(exchange) : findItem(itemsIn(exchange) ?? [], record);
    // Ids may repeat below each parent; the texts that were sent identify the record.
    if (isSameRecord(found, record) !== true) return [];
    const violation = {
      expected: `not this record: it ${describeCreation(record)} under another parent`,
      received: itemsIn === undefined ? 'the record' : 'a list that contains it',
      responsePart: { in: 'body', path: [] },
      place: testCase.operation.place,
      requirement: 'the path names the parent of the record',
      key: itemsIn === undefined ? 'read' : 'list',
    } as const;
    return [downgradeIfTolerated(violation, unconfirmedCreationReason(record) ?? toleranceReason(context))];
  },
};

function toleranceReason({ expectedState, testCase: { operation } }: CheckContext): string | undefined {
  const isList = expectedState?.expects === 'absent below other parent' && expectedState.itemsIn !== undefined;
  if (isList || declaresStatus(operation, 404) || declaresStatus(operation, 410)) return undefined;
  return 'no response is declared for a missing record';
}
