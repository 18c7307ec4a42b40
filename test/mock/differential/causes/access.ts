/** Differences in who may come in, and where. */
import { type Cause, isRefusal, isSuccess, ofKinds, passesInPrism, refusedByPrism } from './cause.ts';

export const accessCauses: readonly Cause[] = [
  {
    id: 'credentials are compared',
    prism: 'lets any token and any key in, and takes the cookie xsid for sid',
    why: 'a store refuses wrong credentials, and an app has to cope with that; a cookie counts by its exact name (RFC 6265, 5.4)',
    explains: ofKinds(
      ['a wrong token', 'a wrong key', 'a cookie whose name ends like the key'],
      passesInPrism,
    ),
  },
  {
    id: 'the scheme is read in any case',
    prism: 'answers `bearer` and `BEARER` with 401',
    why: 'the name of an authentication scheme is case-insensitive (RFC 9110, 11.1)',
    explains: ofKinds(['the scheme in lower case', 'the scheme in upper case'], refusedByPrism),
  },
  {
    id: 'the challenge can be read',
    prism: 'answers 401 without `WWW-Authenticate`, or with a challenge of its own making',
    why: 'every 401 bears a challenge for each scheme that would do (RFC 9110, 11.6.1)',
    explains: (aspect, { ours }) =>
      aspect === 'header www-authenticate' &&
      ours.status === 401 &&
      ours.headers['www-authenticate'] !== undefined,
  },
  {
    id: 'the base path is honoured',
    prism: 'answers 404 below the base path of the server',
    why: 'a client is built with the URL of `servers` (OpenAPI 3.1, 4.8.5); with and without works',
    explains: ofKinds(['below the base path'], refusedByPrism),
  },
  {
    id: 'HEAD is answered',
    prism: 'answers HEAD with 405 where GET exists',
    why: 'every general-purpose server supports GET and HEAD (RFC 9110, 9.1)',
    explains: ofKinds(
      ['HEAD for a declared GET'],
      ({ ours, prisms }) => prisms.status === 405 && isSuccess(ours),
    ),
  },
  {
    id: 'OPTIONS is answered',
    prism: 'answers OPTIONS with 405',
    why: 'OPTIONS asks what is allowed, and the answer is known (RFC 9110, 9.3.7)',
    explains: ofKinds(['OPTIONS'], ({ ours, prisms }) => prisms.status === 405 && ours.status === 204),
  },
  {
    id: 'Allow is told',
    prism: 'leaves `Allow` out of a 405 and of a preflight',
    why: 'a 405 has to bear it (RFC 9110, 15.5.6)',
    explains: (aspect, { ours }) => aspect === 'header allow' && ours.headers['allow'] !== undefined,
  },
  {
    id: 'pages may read the headers',
    prism: 'exposes headers by `*`',
    why: '`*` is an ordinary name for requests with credentials (Fetch, CORS protocol); names work for both',
    explains: (aspect) => aspect === 'header access-control-expose-headers',
  },
  {
    id: 'paths are compared decoded',
    prism: 'does not find a path of which a letter is percent-encoded, or takes it for another',
    why: 'an encoded unreserved letter is that letter (RFC 3986, 2.3)',
    explains: ofKinds(['a percent-encoded letter in the path'], refusedByPrism),
  },
  {
    id: 'broken percent-encoding is refused',
    prism: 'takes it as text in the query, and does not find the path',
    why: 'a target that cannot be decoded is malformed (RFC 9110, 15.5.1); most stores refuse it',
    explains: ofKinds(
      ['a broken percent-encoding in the query', 'a broken percent-encoding in the path'],
      ({ ours, prisms }) => isRefusal(ours) && (isSuccess(prisms) || prisms.status === 404),
    ),
  },
  {
    id: 'a path parameter is not empty',
    prism: 'takes `/trees/` for `/trees/{treeId}` with an empty id',
    why: 'a segment of the template stands for a value; an empty one is another path',
    explains: ofKinds(['a slash at the end'], ({ ours, prisms }) => ours.status === 404 && isRefusal(prisms)),
  },
];
