/** Differences in authentication and routing. */
import { type Cause, isRejection, isSuccess, ofKinds, passesInPrism, rejectedByPrism } from './cause.ts';

export const accessCauses: readonly Cause[] = [
  {
    id: 'credentials are checked',
    prismBehavior: 'accepts any token and any key, and reads the cookie xsid as sid',
    reason:
      'servers reject invalid credentials, and apps must handle that; a cookie name must match exactly (RFC 6265, 5.4)',
    explains: ofKinds(['an invalid token', 'an invalid key', 'a cookie whose name ends like the key'], passesInPrism),
  },
  {
    id: 'the scheme is case-insensitive',
    prismBehavior: 'returns 401 for `bearer` and `BEARER`',
    reason: 'the name of an authentication scheme is case-insensitive (RFC 9110, 11.1)',
    explains: ofKinds(['the scheme in lower case', 'the scheme in upper case'], rejectedByPrism),
  },
  {
    id: 'the challenge is valid',
    prismBehavior: 'returns 401 without `WWW-Authenticate`, or with a nonstandard challenge',
    reason: 'every 401 has a challenge for each applicable scheme (RFC 9110, 11.6.1)',
    explains: (aspect, { mockResponse }) =>
      aspect === 'header www-authenticate' &&
      mockResponse.status === 401 &&
      mockResponse.headers['www-authenticate'] !== undefined,
  },
  {
    id: 'the base path is supported',
    prismBehavior: 'returns 404 below the base path of the server',
    reason: 'clients use the URL of `servers` (OpenAPI 3.1, 4.8.5); both with and without it work',
    explains: ofKinds(['below the base path'], rejectedByPrism),
  },
  {
    id: 'HEAD is supported',
    prismBehavior: 'returns 405 for HEAD although GET exists',
    reason: 'every general-purpose server supports GET and HEAD (RFC 9110, 9.1)',
    explains: ofKinds(
      ['HEAD for a declared GET'],
      ({ mockResponse, prismResponse }) => prismResponse.status === 405 && isSuccess(mockResponse),
    ),
  },
  {
    id: 'OPTIONS is supported',
    prismBehavior: 'returns 405 for OPTIONS',
    reason: 'OPTIONS requests the allowed methods, which the contract declares (RFC 9110, 9.3.7)',
    explains: ofKinds(
      ['OPTIONS'],
      ({ mockResponse, prismResponse }) => prismResponse.status === 405 && mockResponse.status === 204,
    ),
  },
  {
    id: 'Allow is sent',
    prismBehavior: 'omits `Allow` in a 405 and a preflight response',
    reason: 'a 405 must have it (RFC 9110, 15.5.6)',
    explains: (aspect, { mockResponse }) => aspect === 'header allow' && mockResponse.headers['allow'] !== undefined,
  },
  {
    id: 'pages can read the headers',
    prismBehavior: 'exposes headers by `*`',
    reason: '`*` is an ordinary name for requests with credentials (Fetch, CORS protocol); explicit names always work',
    explains: (aspect) => aspect === 'header access-control-expose-headers',
  },
  {
    id: 'paths are compared decoded',
    prismBehavior: 'does not find a path with a percent-encoded letter, or matches another one',
    reason: 'an encoded unreserved letter is that letter (RFC 3986, 2.3)',
    explains: ofKinds(['a percent-encoded letter in the path'], rejectedByPrism),
  },
  {
    id: 'invalid percent-encoding is rejected',
    prismBehavior: 'reads it as text in the query, and does not find the path',
    reason: 'a target that cannot be decoded is malformed (RFC 9110, 15.5.1); most servers reject it',
    explains: ofKinds(
      ['an invalid percent-encoding in the query', 'an invalid percent-encoding in the path'],
      ({ mockResponse, prismResponse }) =>
        isRejection(mockResponse) && (isSuccess(prismResponse) || prismResponse.status === 404),
    ),
  },
  {
    id: 'a path parameter is not empty',
    prismBehavior: 'matches `/trees/` with `/trees/{treeId}` and an empty id',
    reason: 'a template expression needs a value; an empty segment is another path',
    explains: ofKinds(
      ['a trailing slash'],
      ({ mockResponse, prismResponse }) => mockResponse.status === 404 && isRejection(prismResponse),
    ),
  },
];
