/** Requests to which Prism never responds, or that crash it. */
import { type Cause, isRejection, ofKinds } from './cause.ts';

export const transportCauses: readonly Cause[] = [
  {
    id: 'every request gets a response',
    prismBehavior: 'never responds to broken JSON, a body of white space, or a byte order mark (prism#2664)',
    reason:
      'a client waits until its timeout; a 400 reports the error (RFC 9110, 15.5.1), and RFC 8259 (8.1) allows a byte order mark',
    explains: (aspect, { mockResponse }) => aspect === 'no response' && mockResponse.outcome === 'completed',
  },
  {
    id: 'no request crashes the process',
    prismBehavior: 'crashes on unusual `Accept` headers, invalid percent-encoding, bad multipart (prism#2672)',
    reason: 'a crashed server reports no error; an invalid `Accept` is ignored (RFC 9110, 12.5.1)',
    explains: (aspect, { mockResponse }) => aspect === 'crashed' && mockResponse.outcome === 'completed',
  },
  {
    id: 'an invalid media type is a client error',
    prismBehavior: 'returns 500',
    reason: 'the request is invalid, the server has not failed (RFC 9110, 15.5 and 15.6)',
    explains: ofKinds(
      ['an invalid media type'],
      ({ mockResponse, prismResponse }) => prismResponse.status === 500 && isRejection(mockResponse),
    ),
  },
];
