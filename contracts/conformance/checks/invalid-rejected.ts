import { declaresInvalid } from '../../lint/rules/responses.ts';
import { isSuccess } from '../model/exchange.ts';
import { type Check, type CheckContext, downgradeIfTolerated } from './check.ts';

export const invalidRejected: Check = {
  id: 'invalid-rejected',
  severity: 'error',
  invariant: 'a request that the contract does not allow is rejected with a declared client error',
  title: 'An invalid request is accepted',
  why: 'Data that the contract forbids is stored or processed, and clients read it back. Likely causes: no validation of the body or the parameters, type coercion, a truthiness test instead of a presence test, numbers stored as doubles. Validate the whole request against the contract before you process it.',
  references:
    'OpenAPI, Parameter Object, Request Body Object and Schema Object; RFC 9110, section 15.5 (client errors)',
  frameworkDefaults:
    'Jackson accepts "7" for 7 (MapperFeature.ALLOW_COERCION_OF_SCALARS), as do ASP.NET Core (JsonNumberHandling.AllowReadingFromString) and Pydantic (unless strict=True); Go encoding/json sets missing properties to their zero value',
  appliesTo: ({ testCase: { expectation }, response }) => expectation === 'reject' && response !== undefined,
  violations(context) {
    const { response, testCase } = context;
    const { operation, category, place, topic } = testCase;
    if (response === undefined || !isAccepted(context)) return [];
    const errors = operation.responses
      .map(({ status }) => status)
      .filter((status) => status.startsWith('4') && !unrelatedStatuses.has(status));
    const expected =
      errors.length === 0 ? 'a client error' : `status ${errors.join(' or ')}, because the request is invalid`;
    const received = `status ${response.status}`;
    const violation = {
      expected,
      received,
      responsePart: { in: 'status' },
      place,
      key: `${category} ${topic}`,
    } as const;
    return [
      downgradeIfTolerated(violation, testCase.tolerated.find(({ status }) => status === response.status)?.reason),
    ];
  },
};

/** Statuses about credentials, the state of the resource or content negotiation. */
const unrelatedStatuses = new Set(['401', '403', '404', '405', '406', '409', '410', '412', '423', '429']);

/** no-redirect reports an undeclared redirect; a declared one may be the only error response of a form. */
function isAccepted({ response, declared, testCase: { operation } }: CheckContext): boolean {
  const status = response?.status ?? 0;
  return isSuccess(status) || (status < 400 && declared !== undefined && declaresInvalid(operation));
}
