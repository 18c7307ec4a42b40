/** Differences in routing and authentication. */
import { type Cause, isRejection, isSuccess, ofKinds, passesInPrism, rejectedByPrism } from './cause.ts';

export const accessCauses: readonly Cause[] = [
  {
    id: 'credentials are compared',
    prismBehavior: 'accepts any token and any key, and the cookie xsid for sid',
    reason:
      'implementations reject invalid credentials, and an app must handle that; a cookie is identified by its exact name (RFC 6265, 5.4)',
    explains: ofKinds(['a wrong token', 'a wrong key', 'a cookie whose name ends like the key'], passesInPrism),
  },
  {
    id: 'the scheme is read in any case',
    prismBehavior: 'returns 401 for `bearer` and `BEARER`',
    reason: 'the name of an authentication scheme is case-insensitive (RFC 9110, 11.1)',
    explains: ofKinds(['the scheme in lower case', 'the scheme in upper case'], rejectedByPrism),
  },
  {
    id: 'the challenge can be read',
    prismBehavior: 'returns 401 without `WWW-Authenticate`, or with a challenge of its own form',
    reason: 'every 401 has a challenge for each scheme that would be accepted (RFC 9110, 11.6.1)',
    explains: (aspect, { mockResponse }) =>
      aspect === 'header www-authenticate' &&
      mockResponse.status === 401 &&
      mockResponse.headers['www-authenticate'] !== undefined,
  },
  {
    id: 'the base path is respected',
    prismBehavior: 'returns 404 below the base path of the server',
    reason: 'a client is configured with the URL of `servers` (OpenAPI 3.1, 4.8.5); paths with and without it work',
    explains: ofKinds(['below the base path'], rejectedByPrism),
  },
  {
    id: 'HEAD gets a response',
    prismBehavior: 'returns 405 for HEAD where GET exists',
    reason: 'every general-purpose server supports GET and HEAD (RFC 9110, 9.1)',
    explains: ofKinds(
      ['HEAD for a declared GET'],
      ({ mockResponse, prismResponse }) => prismResponse.status === 405 && isSuccess(mockResponse),
    ),
  },
  {
    id: 'OPTIONS gets a response',
    prismBehavior: 'returns 405 for OPTIONS',
    reason: 'OPTIONS requests the allowed methods, which are known (RFC 9110, 9.3.7)',
    explains: ofKinds(
      ['OPTIONS'],
      ({ mockResponse, prismResponse }) => prismResponse.status === 405 && mockResponse.status === 204,
    ),
  },
  {
    id: 'Allow is sent',
    prismBehavior: 'omits `Allow` in a 405 and in the response to a preflight',
    reason: 'a 405 must have it (RFC 9110, 15.5.6)',
    explains: (aspect, { mockResponse }) => aspect === 'header allow' && mockResponse.headers['allow'] !== undefined,
  },
  {
    id: 'pages may read the headers',
    prismBehavior: 'exposes headers by `*`',
    reason: '`*` is an ordinary name for requests with credentials (Fetch, CORS protocol); names work for both',
    explains: (aspect) => aspect === 'header access-control-expose-headers',
  },
  {
    id: 'paths are compared decoded',
    prismBehavior: 'does not find a path with a percent-encoded letter, or confuses it with another one',
    reason: 'an encoded unreserved letter is that letter (RFC 3986, 2.3)',
    explains: ofKinds(['a percent-encoded letter in the path'], rejectedByPrism),
  },
  {
    id: 'malformed percent-encoding is rejected',
    prismBehavior: 'accepts it as text in the query, and does not find the path',
    reason: 'a target that cannot be decoded is malformed (RFC 9110, 15.5.1); most implementations reject it',
    explains: ofKinds(
      ['a broken percent-encoding in the query', 'a broken percent-encoding in the path'],
      ({ mockResponse, prismResponse }) =>
        isRejection(mockResponse) && (isSuccess(prismResponse) || prismResponse.status === 404),
    ),
  },
  {
    id: 'a path parameter is not empty',
    prismBehavior: 'accepts `/trees/` for `/trees/{treeId}` with an empty id',
    reason: 'a segment of the template stands for a value; an empty one is another path',
    explains: ofKinds(
      ['a slash at the end'],
      ({ mockResponse, prismResponse }) => mockResponse.status === 404 && isRejection(prismResponse),
    ),
  },
];
