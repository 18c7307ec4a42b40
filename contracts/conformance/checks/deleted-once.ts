import { declaresError, declaresStatus } from '../../../spec/resources/record-views.ts';
import { isSuccess } from '../model/exchange.ts';
import { type Check, downgradeIfTolerated } from './check.ts';
import { describeRemoval } from './records/record-history.ts';

export const deletedOnce: Check = {
  id: 'deleted-once',
  severity: 'error',
  invariant: 'a second DELETE of a record is not a success if the contract declares an error for a missing record',
  title: 'A second DELETE of a record succeeds',
  why: 'HTTP does not forbid a success for the second DELETE. It is an error if the contract declares 404 (or 410 beside a general error), because clients read from the status whether they deleted something. If only a general error is declared (4XX, default), it is a warning. Likely cause: DELETE does not check whether anything was deleted. Return the declared status. If a second DELETE is meant to succeed, declare neither of these errors.',
  references:
    'OpenAPI, Responses Object: the operation declares the response for a missing record; RFC 9110, section 15.5.5 (404)',
  appliesTo: ({ expectedState, response, testCase: { operation } }) =>
    expectedState?.expects === 'rejection' && response !== undefined && declaresError(operation, 404),
  violations({ expectedState, response, testCase: { operation } }) {
    if (expectedState?.expects !== 'rejection' || response === undefined || !isSuccess(response.status)) return [];
    // A record that is still readable is reported by deleted-not-found.
    if (expectedState.record.isStillShown) return [];
    const isSpecificallyDeclared = declaresStatus(operation, 404) || declaresStatus(operation, 410);
    const violation = {
      expected: `${isSpecificallyDeclared ? 'the status declared for a missing record' : 'a declared error'}: the record ${describeRemoval(expectedState.record)}`,
      received: `status ${response.status}`,
      responsePart: { in: 'status' },
      place: operation.place,
      requirement: 'a record that does not exist cannot be deleted',
      key: 'again',
    } as const;
    return [
      downgradeIfTolerated(
        violation,
        isSpecificallyDeclared ? undefined : 'the contract declares no specific status for a missing record',
      ),
    ];
  },
};
