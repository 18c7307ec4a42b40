import {
  crashed,
  hangUp,
  htmlReply,
  jsonReply,
  type Refusal,
  type Reply,
  silence,
  textReply,
} from '../exchange.ts';
import { JsonNumber } from '../json.ts';
import { credentialsOf } from '../store.ts';
import { faulty } from '../variant.ts';
import { answersRefused, type Change, takesCredentials } from './changes.ts';

/** Doors that stand open, or shut in a way the contract rules out. */
export const auth = faulty('basic', [
  {
    name: 'checks-no-credentials',
    what: 'It lets everybody in.',
    behaviour: takesCredentials(() => true),
  },
  {
    name: 'takes-missing-credentials',
    what: 'It lets in whoever sends no Authorization header, and checks the others.',
    behaviour: takesCredentials(({ headers }) => headers.authorization === undefined),
  },
  {
    name: 'takes-any-token',
    what: 'It lets in every bearer token, as a filter that only looks for one does.',
    behaviour: takesCredentials((request) => {
      const { scheme, token } = credentialsOf(request);
      return scheme === 'bearer' && token !== '';
    }),
  },
  {
    name: 'takes-any-authorization',
    what: 'It lets in whoever sends an Authorization header, whatever it says.',
    behaviour: takesCredentials(({ headers }) => (headers.authorization ?? '') !== ''),
  },
  {
    name: 'takes-empty-token',
    what: 'It lets in an empty bearer token, as the name of an unset variable is.',
    behaviour: takesCredentials(({ headers }) => /^bearer *$/i.test(headers.authorization ?? '')),
  },
  {
    name: 'takes-any-basic',
    what: 'It lets in every user with Basic credentials.',
    behaviour: takesCredentials((request) => credentialsOf(request).scheme === 'basic'),
  },
  {
    name: 'takes-any-scheme',
    what: 'It takes the token behind any scheme, as header.split(" ")[1] does.',
    behaviour: takesCredentials((request, token) => credentialsOf(request).token === token),
  },
  {
    name: 'answers-200-without-credentials',
    what: 'It answers 200 with an Error object where credentials are missing or wrong.',
    behaviour: refusesWith(() => jsonReply(200, { error: new JsonNumber(401), message: 'Unauthorized' })),
  },
  {
    name: 'answers-204-without-credentials',
    what: 'It answers 204 where credentials are missing or wrong, as a handler of OPTIONS that matches too much does.',
    behaviour: refusesWith(() => ({ status: 204, headers: {}, body: '' })),
  },
  {
    name: 'shows-login-page',
    what: 'It answers 200 with a login page where credentials are missing or wrong.',
    behaviour: refusesWith(() => htmlReply(200, 'Please log in')),
  },
  {
    name: 'redirects-to-login',
    what: 'It answers 302 to a login page where credentials are missing or wrong, as Spring Security does.',
    behaviour: refusesWith(() => ({ status: 302, headers: { location: '/login' }, body: '' })),
  },
  {
    name: 'fails-without-credentials',
    what: 'It answers 500 where the Authorization header is missing, as header.split on undefined throws.',
    behaviour: refusesWith((refusal, reply) => (refusal.message.includes('required') ? crashed : reply)),
  },
  {
    name: 'fails-on-wrong-token',
    what: 'It answers 500 where the token is wrong, as an uncaught JwtException does.',
    behaviour: refusesWith((refusal, reply) => (refusal.message.includes('required') ? reply : crashed)),
  },
  {
    name: 'answers-text-400-without-credentials',
    what: 'It answers 400 with text where credentials are missing or wrong.',
    behaviour: refusesWith(() => textReply(400, 'Bad Request')),
  },
  {
    name: 'hangs-without-credentials',
    what: 'It never answers where credentials are missing or wrong, as a middleware that forgets next() does.',
    behaviour: refusesWith(() => silence),
  },
  {
    name: 'hangs-up-without-credentials',
    what: 'It ends the connection without an answer where credentials are missing or wrong.',
    behaviour: refusesWith(() => hangUp),
  },
]);

function refusesWith(change: (refusal: Refusal, reply: Reply) => Reply): Change {
  return answersRefused(
    ({ reason }) => reason === 'credentials',
    (reply, refusal) => change(refusal, reply),
  );
}
