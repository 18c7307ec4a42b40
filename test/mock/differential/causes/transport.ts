/** Requests that Prism never answers, or dies of. */
import { type Cause, isRejection, ofKinds } from './cause.ts';

export const transportCauses: readonly Cause[] = [
  {
    id: 'every request is answered',
    prismBehavior: 'never answers broken JSON, a body of white space, or a byte order mark (prism#2664)',
    reason:
      'a client waits until it gives up; a 400 says what is wrong (RFC 9110, 15.5.1), and RFC 8259 (8.1) allows a byte order mark',
    explains: (aspect, { mockResponse }) => aspect === 'no answer' && mockResponse.outcome === 'answered',
  },
  {
    id: 'no request ends the process',
    prismBehavior: 'dies of odd `Accept` headers, broken percent-encoding, bad multipart (prism#2672)',
    reason:
      'a store that is gone tells nobody what is wrong; what cannot be read of `Accept` counts as not sent (RFC 9110, 12.5.1)',
    explains: (aspect, { mockResponse }) => aspect === 'died' && mockResponse.outcome === 'answered',
  },
  {
    id: 'a broken media type is the fault of the client',
    prismBehavior: 'answers 500',
    reason: 'the request is wrong, not the server (RFC 9110, 15.5 and 15.6)',
    explains: ofKinds(
      ['a media type that is none'],
      ({ mockResponse, prismResponse }) => prismResponse.status === 500 && isRejection(mockResponse),
    ),
  },
];
