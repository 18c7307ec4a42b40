import { headerOf } from '../../http/headers.ts';
import { type Check, isContractSilent, type Judged, type Violation, whyBodiless } from './check.ts';

export const noBodyWhereNone: Check = {
  id: 'no-body-where-none',
  severity: 'fault',
  holds: 'an answer that has no body by HTTP has none',
  title: 'A body where there is none',
  why: 'After 204 or an answer to HEAD the client takes the bytes of the body for the next answer on the connection, or waits for what never comes. Likely cause: a handler that returns a value whatever the status. Return nothing with these statuses.',
  restsOn:
    'RFC 9110, section 6.4.1 (no content), section 9.3.2 (HEAD), sections 15.3.5, 15.3.6 and 15.4.5 (204, 205 and 304)',
  appliesTo: (judged) => judged.answer !== undefined && !isContractSilent(judged),
  violations(judged) {
    const reason = whyBodiless(judged.exchange.request.method, judged.answer?.status ?? 0);
    // OpenAPI does not say that a response without content has no body.
    return reason === undefined ? [] : forbiddenBody(judged, reason);
  },
};

/** The transport reads no body after 204, 304 and HEAD: there the length that is announced tells. */
function forbiddenBody(
  { answer, exchange, case: { operation } }: Judged,
  reason: string,
): readonly Violation[] {
  if (answer === undefined) return [];
  const announced = headerOf(answer.headers, 'content-length');
  // To HEAD and with 304 it is the length of what GET would have brought.
  const mayAnnounce = exchange.request.method === 'HEAD' || answer.status === 304;
  const hasLength = !mayAnnounce && announced !== undefined && !/^0+$/.test(announced);
  const received = hasLength ? `Content-Length ${announced}` : `${answer.body.byteLength} bytes`;
  if (!hasLength && answer.body.byteLength === 0) return [];
  return [
    {
      expected: `no body ${reason}`,
      received,
      at: hasLength ? { in: 'header', name: 'Content-Length' } : { in: 'body', path: [] },
      place: operation.place,
      rule: `an answer ${reason} has no body (RFC 9110, section 6.4.1)`,
      key: reason,
    },
  ];
}
