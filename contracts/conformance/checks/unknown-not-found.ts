import { responseFor } from '../../../spec/model/contract.ts';
import { declares, hasError } from '../../../spec/resources/views.ts';
import { isSuccess } from '../model/exchange.ts';
import type { Check, Judged, Violation } from './check.ts';

export const unknownNotFound: Check = {
  id: 'unknown-not-found',
  severity: 'fault',
  holds: 'a request about what does not exist is answered with a client error',
  title: 'What does not exist is found',
  why: 'A client that has the name wrong, or comes too late, goes on with a record that is not there. Likely causes: an empty or made-up record where the look-up finds nothing, the name compared in part only, an update that creates. Answer with the 404 of the contract.',
  restsOn: 'OpenAPI, Responses Object; RFC 9110, section 15.5.5 (404)',
  appliesTo: ({ answer, case: { family, operation } }) =>
    answer !== undefined && family === 'unknown-names' && hasError(operation, 404),
  violations(judged) {
    const { answer, exchange, case: tried } = judged;
    if (answer === undefined || !isSuccess(answer.status) || mayBe(judged)) return [];
    const violation: Violation = {
      expected: 'status 404, since nothing has that name',
      received: `status ${answer.status}`,
      at: { in: 'status' },
      place: responseFor(tried.operation, 404)?.place ?? tried.operation.place,
      key: exchange.request.method,
    };
    return [isImplied(judged) ? violation : { ...violation, severity: 'advice' }];
  },
};

/** A PUT may create; an empty answer may say that there is nothing. */
function mayBe({ answer, case: { operation } }: Judged): boolean {
  const creates = operation.method === 'PUT' && declares(operation, 201);
  return creates || (operation.method === 'GET' && answer?.body.byteLength === 0);
}

/** A range of errors says less. */
function isImplied({ case: { operation } }: Judged): boolean {
  return declares(operation, 404);
}
