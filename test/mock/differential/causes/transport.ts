/** Requests that Prism never answers, or dies of. */
import { type Cause, isRejection, ofKinds } from './cause.ts';

export const transportCauses: readonly Cause[] = [
  {
    id: 'every request gets a response',
    prismBehavior: 'does not respond to malformed JSON, a white-space body, or a byte order mark (prism#2664)',
    reason:
      'without a response, the client waits until it times out; a 400 says what is wrong (RFC 9110, 15.5.1), and RFC 8259 (8.1) allows a byte order mark',
    explains: (aspect, { mockResponse }) => aspect === 'no response' && mockResponse.outcome === 'answered',
  },
  {
    id: 'no request ends the process',
    prismBehavior:
      'crashes with unusual `Accept` headers, malformed percent-encoding, malformed multipart (prism#2672)',
    reason:
      'after a crash no client gets an error; parts of `Accept` that cannot be read are ignored (RFC 9110, 12.5.1)',
    explains: (aspect, { mockResponse }) => aspect === 'crashed' && mockResponse.outcome === 'answered',
  },
  {
    id: 'a malformed media type is a client error',
    prismBehavior: 'returns 500',
    reason: 'the request is wrong, not the server (RFC 9110, 15.5 and 15.6)',
    explains: ofKinds(
      ['a media type that is none'],
      ({ mockResponse, prismResponse }) => prismResponse.status === 500 && isRejection(mockResponse),
    ),
  },
];
