import { faulty } from '../../variant.ts';
import type { DeskBehavior } from '../behavior.ts';
import { DeskError } from '../error.ts';
import { withDeskHeader, withoutHeader } from '../http.ts';
import { changesErrors, changesRequests, changesResponses } from './changes.ts';

const at = ['readBooking'];

/** Headers of the request that are not looked at, and headers of the answer that are not as declared. */
export const wrongHeaders = faulty<DeskBehavior>('basic', [
  {
    name: 'takes-missing-request-id',
    description: 'It makes up the required X-Request-ID where it is missing.',
    operations: at,
    foundBy: ['invalid-rejected'],
    behavior: changesRequests('readBooking', (request) => {
      const made = { 'x-request-id': '00000000-0000-4000-8000-000000000000' };
      return { ...request, headers: { ...made, ...request.headers } };
    }),
  },
  {
    name: 'takes-any-request-id',
    description: 'It accepts an X-Request-ID that is not a UUID, and returns another.',
    operations: at,
    foundBy: ['invalid-rejected'],
    behavior: changesRequests('readBooking', (request) => {
      if (request.headers['x-request-id'] === undefined) return request;
      const id = '00000000-0000-4000-8000-000000000000';
      return { ...request, headers: { ...request.headers, 'x-request-id': id } };
    }),
  },
  {
    name: 'wants-capitals-in-header-names',
    description: 'It looks for the name of a header letter by letter.',
    operations: at,
    foundBy: ['valid-accepted'],
    behavior: changesRequests('readBooking', (request) => {
      if (!request.names.includes('x-request-id')) return request;
      const { 'x-request-id': _one, ...headers } = request.headers;
      return { ...request, headers };
    }),
  },
  {
    name: 'takes-any-language',
    description: 'It does not validate the list in Accept-Language.',
    operations: at,
    foundBy: ['invalid-rejected'],
    behavior: ({ rules: { headers, ...others } }) => {
      const item = { kind: 'text' } as const;
      const list = { kind: 'list', isSpread: false, min: 1, max: Infinity, item } as const;
      return { rules: { ...others, headers: { ...headers, 'accept-language': list } } };
    },
  },
  {
    name: 'takes-any-number-of-copies',
    description: 'It does not validate the optional header X-Copies.',
    operations: at,
    foundBy: ['invalid-rejected'],
    behavior: ({ rules: { headers, ...others } }) => {
      const { 'x-copies': _one, ...rest } = headers;
      return { rules: { ...others, headers: rest } };
    },
  },
  {
    name: 'forgets-etag',
    description: 'It responds without the required ETag.',
    operations: ['createBooking', 'readBooking'],
    foundBy: ['headers-declared'],
    behavior: () => ({ transformResponse: (response) => withoutHeader(response, 'etag') }),
  },
  {
    name: 'leaves-quotes-off-etag',
    description: 'It returns an ETag without its quotes.',
    operations: at,
    foundBy: ['headers-declared'],
    behavior: changesResponses('readBooking', (response) =>
      withDeskHeader(response, 'etag', String(response.headers['etag']).replaceAll('"', '')),
    ),
  },
  {
    name: 'weakens-etag',
    description: 'It returns a weak ETag where the contract has a strong one, as a proxy that packs does.',
    operations: at,
    foundBy: ['headers-declared'],
    behavior: changesResponses('readBooking', (response) =>
      withDeskHeader(response, 'etag', `W/${response.headers['etag']}`),
    ),
  },
  {
    name: 'forgets-location',
    description: 'It returns 201 without the required Location.',
    operations: ['createBooking'],
    foundBy: ['headers-declared'],
    behavior: changesResponses('createBooking', (response) => withoutHeader(response, 'location')),
  },
  {
    name: 'points-elsewhere',
    description: 'It returns a Location with the host name that it assumes for itself.',
    operations: ['uploadPhoto'],
    foundBy: ['headers-declared'],
    behavior: changesResponses('uploadPhoto', (response) =>
      withDeskHeader(response, 'location', `http://internal.example:8080${response.headers['location']}`),
    ),
  },
  {
    name: 'numbers-requests',
    description: 'It returns a number for X-Request-ID instead of a UUID.',
    operations: at,
    foundBy: ['headers-declared'],
    behavior: changesResponses('readBooking', (response) => withDeskHeader(response, 'x-request-id', '4711')),
  },
  {
    name: 'counts-rows-in-words',
    description: 'It returns X-Rows: 3 rows, where the contract has an integer.',
    operations: ['readReport'],
    foundBy: ['headers-declared'],
    behavior: changesResponses('readReport', (response) =>
      withDeskHeader(response, 'x-rows', `${response.headers['x-rows']} rows`),
    ),
  },
  {
    name: 'retries-in-words',
    description: 'It returns 401 with Retry-After: soon.',
    operations: ['readNote'],
    foundBy: ['headers-declared'],
    behavior: changesErrors(401, (response) => withDeskHeader(response, 'retry-after', 'soon')),
  },
  {
    name: 'challenges-none',
    description: 'It returns 401 without WWW-Authenticate, which the contract requires.',
    operations: ['readNote'],
    foundBy: ['headers-declared'],
    behavior: changesErrors(401, (response) => withoutHeader(response, 'www-authenticate')),
  },
  {
    name: 'accepts-sessions-be-cached',
    description: 'It returns Cache-Control: public where the contract declares no-store.',
    operations: ['openSession'],
    foundBy: ['headers-declared'],
    behavior: changesResponses('openSession', (response) => withDeskHeader(response, 'cache-control', 'public')),
  },
  {
    name: 'sets-no-cookie',
    description: 'It opens a session and does not say which.',
    operations: ['openSession'],
    foundBy: ['headers-declared'],
    behavior: changesResponses('openSession', (response) => withoutHeader(response, 'set-cookie')),
  },
  {
    name: 'sets-empty-cookie',
    description: 'It sets the cookie of the session to nothing.',
    operations: ['openSession'],
    foundBy: ['headers-declared'],
    behavior: changesResponses('openSession', (response) =>
      withDeskHeader(response, 'set-cookie', 'desk_session=; Path=/'),
    ),
  },
  {
    name: 'rejects-second-language',
    description: 'It rejects more than one language.',
    operations: at,
    foundBy: ['valid-accepted'],
    behavior: changesRequests('readBooking', (request) => {
      if (!request.headers['accept-language']?.includes(',')) return request;
      throw new DeskError({ status: 400, code: 'too-many', title: 'One language will do.' });
    }),
  },
]);
