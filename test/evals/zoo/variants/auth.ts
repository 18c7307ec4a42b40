import { JsonNumber } from '../json.ts';
import {
  closedConnection,
  htmlResponse,
  jsonResponse,
  noResponse,
  type RequestError,
  type StoreResponse,
  serverError,
  textResponse,
} from '../response.ts';
import { credentialsOf } from '../store.ts';
import { faulty } from '../variant.ts';
import { acceptsCredentials, changesErrorResponse, type PlantStoreChange } from './changes.ts';

/** Doors that stand open, or shut in a way the contract rules out. */
export const auth = faulty('basic', [
  {
    name: 'checks-no-credentials',
    description: 'It accepts every request.',
    behavior: acceptsCredentials(() => true),
  },
  {
    name: 'takes-missing-credentials',
    description: 'It accepts requests with no Authorization header, and checks the others.',
    behavior: acceptsCredentials(({ headers }) => headers.authorization === undefined),
  },
  {
    name: 'takes-any-token',
    description: 'It accepts every bearer token, as a filter that only looks for one does.',
    behavior: acceptsCredentials((request) => {
      const { scheme, token } = credentialsOf(request);
      return scheme === 'bearer' && token !== '';
    }),
  },
  {
    name: 'takes-any-authorization',
    description: 'It accepts requests with any Authorization header.',
    behavior: acceptsCredentials(({ headers }) => (headers.authorization ?? '') !== ''),
  },
  {
    name: 'takes-empty-token',
    description: 'It accepts an empty bearer token, as the name of an unset variable is.',
    behavior: acceptsCredentials(({ headers }) => /^bearer *$/i.test(headers.authorization ?? '')),
  },
  {
    name: 'takes-any-basic',
    description: 'It accepts every user with Basic credentials.',
    behavior: acceptsCredentials((request) => credentialsOf(request).scheme === 'basic'),
  },
  {
    name: 'takes-any-scheme',
    description: 'It accepts the token behind any scheme, as header.split(" ")[1] does.',
    behavior: acceptsCredentials((request, token) => credentialsOf(request).token === token),
  },
  {
    name: 'returns-200-without-credentials',
    description: 'It returns 200 with an Error object where credentials are missing or wrong.',
    behavior: rejectsWith(() => jsonResponse(200, { error: new JsonNumber(401), message: 'Unauthorized' })),
  },
  {
    name: 'returns-204-without-credentials',
    description:
      'It returns 204 where credentials are missing or wrong, as a handler of OPTIONS that matches too much does.',
    behavior: rejectsWith(() => ({ status: 204, headers: {}, body: '' })),
  },
  {
    name: 'shows-login-page',
    description: 'It returns 200 with a login page where credentials are missing or wrong.',
    behavior: rejectsWith(() => htmlResponse(200, 'Please log in')),
  },
  {
    name: 'redirects-to-login',
    description: 'It returns 302 to a login page where credentials are missing or wrong, as Spring Security does.',
    behavior: rejectsWith(() => ({ status: 302, headers: { location: '/login' }, body: '' })),
  },
  {
    name: 'fails-without-credentials',
    description: 'It returns 500 where the Authorization header is missing, as header.split on undefined throws.',
    behavior: rejectsWith((requestError, reply) => (requestError.message.includes('required') ? serverError : reply)),
  },
  {
    name: 'fails-on-wrong-token',
    description: 'It returns 500 where the token is wrong, as an uncaught JwtException does.',
    behavior: rejectsWith((requestError, reply) => (requestError.message.includes('required') ? reply : serverError)),
  },
  {
    name: 'returns-text-400-without-credentials',
    description: 'It returns 400 with text where credentials are missing or wrong.',
    behavior: rejectsWith(() => textResponse(400, 'Bad Request')),
  },
  {
    name: 'hangs-without-credentials',
    description: 'It never responds where credentials are missing or wrong, as a middleware that forgets next() does.',
    behavior: rejectsWith(() => noResponse),
  },
  {
    name: 'hangs-up-without-credentials',
    description: 'It ends the connection without a response where credentials are missing or wrong.',
    behavior: rejectsWith(() => closedConnection),
  },
]);

function rejectsWith(change: (requestError: RequestError, reply: StoreResponse) => StoreResponse): PlantStoreChange {
  return changesErrorResponse(
    ({ reason }) => reason === 'credentials',
    (reply, requestError) => change(requestError, reply),
  );
}
