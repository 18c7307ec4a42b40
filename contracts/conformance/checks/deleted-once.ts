import { declaresError, declaresStatus } from '../../../spec/resources/record-views.ts';
import { isSuccess } from '../model/exchange.ts';
import { type Check, downgradeIfTolerated } from './check.ts';
import { describeRemoval } from './records/record-history.ts';

export const deletedOnce: Check = {
  id: 'deleted-once',
  severity: 'fault',
  invariant:
    'removing a record that was removed already is not a success where the contract declares what is not there',
  title: 'What is gone is removed again',
  why: 'HTTP itself does not forbid a success for the second DELETE of the same record. It is a fault all the same where the contract declares 404 for it, or 410 beside a general error, since clients tell by that answer whether they removed something; where only a general error is declared (4XX, default), it is advice. Likely cause: a DELETE that does not look at whether anything was deleted. Answer as declared; or, where a second removal is to be a success, declare neither of them.',
  references:
    'OpenAPI, Responses Object: the operation declares the answer for what is not there; RFC 9110, section 15.5.5 (404)',
  appliesTo: ({ expectedState, response, testCase: { operation } }) =>
    expectedState?.expects === 'rejection' && response !== undefined && declaresError(operation, 404),
  violations({ expectedState, response, testCase: { operation } }) {
    if (expectedState?.expects !== 'rejection' || response === undefined || !isSuccess(response.status)) return [];
    // A record that is still readable is reported by deleted-is-gone.
    if (expectedState.record.isStillShown) return [];
    const isSpecificallyDeclared = declaresStatus(operation, 404) || declaresStatus(operation, 410);
    const violation = {
      expected: `${isSpecificallyDeclared ? 'the status declared for what is not there' : 'a declared error'}, since the record ${describeRemoval(expectedState.record)}`,
      received: `status ${response.status}`,
      responsePart: { in: 'status' },
      place: operation.place,
      requirement: 'what is not there cannot be removed',
      key: 'again',
    } as const;
    return [
      downgradeIfTolerated(
        violation,
        isSpecificallyDeclared ? undefined : 'no status of its own is declared for what is not there',
      ),
    ];
  },
};
