import { declaresInvalid } from '../../lint/rules/responses.ts';
import { isSuccess } from '../model/exchange.ts';
import { type Check, type Judged, weighed } from './check.ts';

export const invalidRejected: Check = {
  id: 'invalid-rejected',
  severity: 'fault',
  holds: 'a request that the contract does not allow is rejected with a declared client error',
  title: 'An invalid request is accepted',
  why: 'What the contract forbids is stored or acted upon, and consumers read it back. Likely causes: no validation of the body or of the parameters, values converted to the wanted type (coercion), truthiness taken for presence, numbers held as doubles. Validate the whole request by the contract before anything else.',
  restsOn:
    'OpenAPI, Parameter Object, Request Body Object and Schema Object; RFC 9110, section 15.5 (client errors)',
  defaults:
    'Jackson takes "7" for 7 (MapperFeature.ALLOW_COERCION_OF_SCALARS), and so do ASP.NET Core (JsonNumberHandling.AllowReadingFromString) and Pydantic (but for strict=True); encoding/json of Go leaves what is missing at its zero value',
  appliesTo: ({ case: { expectation }, answer }) => expectation === 'reject' && answer !== undefined,
  violations(judged) {
    const { answer, case: tried } = judged;
    const { operation, family, place, topic } = tried;
    if (answer === undefined || !isTaken(judged)) return [];
    const errors = operation.responses
      .map(({ status }) => status)
      .filter((status) => status.startsWith('4') && !aboutOther.has(status));
    const expected =
      errors.length === 0 ? 'a client error' : `status ${errors.join(' or ')}, since the request is invalid`;
    const received = `status ${answer.status}`;
    const violation = { expected, received, at: { in: 'status' }, place, key: `${family} ${topic}` } as const;
    return [weighed(violation, tried.open.find(({ status }) => status === answer.status)?.because)];
  },
};

/** Of credentials, of the state of the resource, of what the answer is to be. */
const aboutOther = new Set(['401', '403', '404', '405', '406', '409', '410', '412', '423', '429']);

/** A redirect that is not declared is told by no-redirect; one that is may be all that the contract has for forms. */
function isTaken({ answer, response, case: { operation } }: Judged): boolean {
  const status = answer?.status ?? 0;
  return isSuccess(status) || (status < 400 && response !== undefined && declaresInvalid(operation));
}
