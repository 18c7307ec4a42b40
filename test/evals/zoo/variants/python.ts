import { EarlyResponse, jsonResponse, throwServerError } from '../response.ts';
import { withHeader } from '../store.ts';
import { faulty, seenIn } from '../variant.ts';
import { acceptsCredentials, changesErrorResponse, failsOn, hasReason } from './changes.ts';
import { failsBelow } from './nesting.ts';

/** Read about in Python and in its frameworks. */
export const python = faulty('deep', [
  {
    name: 'fails-on-half-characters',
    description: 'It returns 500 to half a surrogate pair in a name, which is an escape that JSON has.',
    behavior: failsOn(({ name }) => typeof name === 'string' && !name.isWellFormed(), throwServerError),
    ...seenIn(
      'Python',
      'json accepts a lone surrogate, and str.encode() raises later',
      'encode/django-rest-framework#7026',
    ),
  },
  {
    name: 'fails-on-4301-digits',
    description: 'It returns 500 to an integer of more than 4,300 digits.',
    behavior: (right) => ({
      parse: (text) => (/[1-9]\d{4300}/.test(text) ? throwServerError() : right.parse(text)),
    }),
    ...seenIn('Python', 'int() raises a ValueError that is not a JSONDecodeError', 'openvang/vanguarstew#1665'),
  },
  {
    name: 'fails-on-nesting-of-1000',
    description: 'It returns 500 to a body nested a thousand levels deep.',
    behavior: failsBelow(990),
    ...seenIn('Python', 'json raises RecursionError, which is no ValueError', 'flop-labs/technocore-chat#130'),
  },
  {
    name: 'rejects-its-own-cookie',
    description: 'It returns 403 to the valid token where the session cookie that it set comes along.',
    behavior: (right) => ({
      checkCredentials: (request, token) => {
        right.checkCredentials(request, token);
        if ((request.headers.cookie ?? '').includes('sessionid=')) {
          throw new EarlyResponse(jsonResponse(403, { detail: 'CSRF Failed: CSRF token missing.' }));
        }
      },
      respondToCreate: (shown) =>
        withHeader(right.respondToCreate(shown), 'set-cookie', 'sessionid=x8k2; Path=/; HttpOnly'),
    }),
    ...seenIn(
      'Python',
      'SessionAuthentication of Django REST framework requires a CSRF token first',
      'encode/django-rest-framework#6104',
    ),
  },
  {
    name: 'returns-detail-to-broken-json',
    description: 'It returns broken JSON 400 with {"detail": …}, where all other errors are Errors.',
    behavior: changesErrorResponse(hasReason('syntax'), () =>
      jsonResponse(400, { detail: 'JSON parse error - Expecting value: line 1 column 1 (char 0)' }),
    ),
    ...seenIn(
      'Python',
      'the ParseError of Django REST framework comes before the view',
      'encode/django-rest-framework#1261',
    ),
  },
  {
    name: 'strips-letters-of-scheme',
    description: 'It strips the letters B, e, a and r from the left of the header instead of the word Bearer.',
    behavior: acceptsCredentials(({ headers }, token) => headers.authorization?.replace(/^[Bear ]+/, '') === token),
    ...seenIn('Python', "httpbin: authorization.lstrip('Bearer ')", 'postmanlabs/httpbin#467'),
  },
]);
