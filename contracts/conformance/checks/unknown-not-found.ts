import { findResponse } from '../../../spec/model/contract.ts';
import { declaresError, declaresStatus } from '../../../spec/resources/record-views.ts';
import { isSuccess } from '../model/exchange.ts';
import type { Check, CheckContext, Violation } from './check.ts';

export const unknownNotFound: Check = {
  id: 'unknown-not-found',
  severity: 'error',
  invariant: 'a request for a record that does not exist gets a client error',
  title: 'A record that does not exist is found',
  why: 'A client with a wrong identifier, or one that comes too late, continues with a record that does not exist. Likely causes: an empty or invented record if the lookup finds nothing, a partial comparison of identifiers, an update that creates. Return the declared 404.',
  references: 'OpenAPI, Responses Object; RFC 9110, section 15.5.5 (404)',
  // A reference in a body is reported as invalid.
  appliesTo: ({ response, testCase: { category, operation, expectation } }) =>
    response !== undefined &&
    category === 'unknown-identifiers' &&
    expectation !== 'reject' &&
    declaresError(operation, 404),
  violations(context) {
    const { response, exchange, testCase } = context;
    if (response === undefined || !isSuccess(response.status) || mayBeLegitimate(context)) return [];
    const violation: Violation = {
      expected: 'status 404, because no record has this identifier',
      received: `status ${response.status}`,
      responsePart: { in: 'status' },
      place: findResponse(testCase.operation, 404)?.place ?? testCase.operation.place,
      key: exchange.request.method,
    };
    return [isNotFoundDeclared(context) ? violation : { ...violation, severity: 'warning' }];
  },
};

/** A PUT may create; an empty body may say that there is nothing. */
function mayBeLegitimate({ response, testCase: { operation } }: CheckContext): boolean {
  const creates = operation.method === 'PUT' && declaresStatus(operation, 201);
  return creates || (operation.method === 'GET' && response?.body.byteLength === 0);
}

/** A declared range of errors is less specific. */
function isNotFoundDeclared({ testCase: { operation } }: CheckContext): boolean {
  return declaresStatus(operation, 404);
}
