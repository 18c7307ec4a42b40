import { declaresStatus } from '../../../spec/resources/record-views.ts';
import { isSuccess } from '../model/exchange.ts';
import { findItem, parseBody } from '../stateful/model/response-records.ts';
import { type Check, type CheckContext, downgradeIfTolerated } from './check.ts';
import { describeCreation, isSameRecord } from './records/record-history.ts';
import { unconfirmedCreationReason } from './records/tolerance-reasons.ts';

export const scopedToParent: Check = {
  id: 'scoped-to-parent',
  severity: 'fault',
  invariant: 'a record is neither read nor listed below another parent than the one it was created below',
  title: 'A record is found below another parent',
  why: 'Whoever may see one parent sees what belongs to another: the orders of another customer, the files of another project. Likely cause: the record is looked for by its own name alone, and the rest of the path is not looked at. Answer for records below the parent that the path names, and 404 for all others.',
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
      expected: `nothing of the record that ${describeCreation(record)}, below another parent`,
      received: itemsIn === undefined ? 'that record' : 'a list that has it',
      responsePart: { in: 'body', path: [] },
      place: testCase.operation.place,
      requirement: 'the path names the parent that a record is kept below',
      key: itemsIn === undefined ? 'read' : 'list',
    } as const;
    return [downgradeIfTolerated(violation, unconfirmedCreationReason(record) ?? toleranceReason(context))];
  },
};

function toleranceReason({ expectedState, testCase: { operation } }: CheckContext): string | undefined {
  const isList = expectedState?.expects === 'absent below other parent' && expectedState.itemsIn !== undefined;
  if (isList || declaresStatus(operation, 404) || declaresStatus(operation, 410)) return undefined;
  return 'no answer is declared to what is not there';
}
