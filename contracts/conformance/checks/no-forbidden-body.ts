import { headerValue } from '../../http/headers.ts';
import { type Check, type CheckContext, isContractSilent, reasonForNoBody, type Violation } from './check.ts';

export const noForbiddenBody: Check = {
  id: 'no-forbidden-body',
  severity: 'error',
  invariant: 'a response has no body where HTTP forbids one',
  title: 'A response has a body that HTTP does not allow',
  why: 'After a 204 or a response to HEAD, the client reads the body as the start of the next response, or waits for bytes that never arrive. Likely cause: a handler that returns a value for every status. Return nothing with these statuses.',
  references:
    'RFC 9110, section 6.4.1 (no content), section 9.3.2 (HEAD), sections 15.3.5, 15.3.6 and 15.4.5 (204, 205 and 304)',
  appliesTo: (context) => context.response !== undefined && !isContractSilent(context),
  violations(context) {
    const reason = reasonForNoBody(context.exchange.request.method, context.response?.status ?? 0);
    // OpenAPI does not say that a response without content has no body.
    return reason === undefined ? [] : forbiddenBodyViolations(context, reason);
  },
};

/** The transport does not read a body after 204, 304 and HEAD: there only the announced length shows one. */
function forbiddenBodyViolations(
  { response, exchange, testCase: { operation } }: CheckContext,
  reason: string,
): readonly Violation[] {
  if (response === undefined) return [];
  const announcedLength = headerValue(response.headers, 'content-length');
  // For HEAD and 304, Content-Length is the length of the body that GET would have returned.
  const mayAnnounceLength = exchange.request.method === 'HEAD' || response.status === 304;
  const hasLength = !mayAnnounceLength && announcedLength !== undefined && !/^0+$/.test(announcedLength);
  const received = hasLength ? `Content-Length ${announcedLength}` : `${response.body.byteLength} bytes`;
  if (!hasLength && response.body.byteLength === 0) return [];
  return [
    {
      expected: `no body in a response ${reason}`,
      received,
      responsePart: hasLength ? { in: 'header', name: 'Content-Length' } : { in: 'body', path: [] },
      place: operation.place,
      requirement: `a response ${reason} has no body (RFC 9110, section 6.4.1)`,
      key: reason,
    },
  ];
}
