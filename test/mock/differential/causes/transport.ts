/** Requests that Prism never answers, or dies of. */
import { type Cause, isRefusal, ofKinds } from './cause.ts';

export const transportCauses: readonly Cause[] = [
  {
    id: 'every request is answered',
    prism: 'never answers broken JSON, a body of white space, or a byte order mark (prism#2664)',
    why: 'a client waits until it gives up; a 400 says what is wrong (RFC 9110, 15.5.1), and RFC 8259 (8.1) allows a byte order mark',
    explains: (aspect, { ours }) => aspect === 'no answer' && ours.outcome === 'answered',
  },
  {
    id: 'no request ends the process',
    prism: 'dies of odd `Accept` headers, broken percent-encoding, bad multipart (prism#2672)',
    why: 'a store that is gone tells nobody what is wrong; what cannot be read of `Accept` counts as not sent (RFC 9110, 12.5.1)',
    explains: (aspect, { ours }) => aspect === 'died' && ours.outcome === 'answered',
  },
  {
    id: 'a broken media type is the fault of the client',
    prism: 'answers 500',
    why: 'the request is wrong, not the server (RFC 9110, 15.5 and 15.6)',
    explains: ofKinds(
      ['a media type that is none'],
      ({ ours, prisms }) => prisms.status === 500 && isRefusal(ours),
    ),
  },
];
