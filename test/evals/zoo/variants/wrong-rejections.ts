import { closedConnection, jsonResponse, noResponse, serverError } from '../response.ts';
import { faulty } from '../variant.ts';
import { changesErrorResponse, changesInvalidResponse, hasReason } from './changes.ts';

/** Invalid requests that are refused with another status than 400, or in another way. */
export const wrongRejections = faulty('basic', [
  {
    name: 'fails-on-invalid',
    description: 'It returns 500 to every invalid request.',
    behavior: changesInvalidResponse(() => serverError),
  },
  {
    name: 'fails-with-error-object',
    description: 'It returns 500 with a proper Error object to every invalid request.',
    behavior: changesInvalidResponse((reply) => ({ ...reply, status: 500 })),
  },
  {
    name: 'fails-on-broken-json',
    description: 'It returns 500 to broken JSON, as an uncaught JSONDecodeError does.',
    behavior: changesErrorResponse(hasReason('syntax', 'encoding'), () => serverError),
  },
  {
    name: 'fails-on-missing-body',
    description: 'It returns 500 where there is no body, as JSON.parse("") throws.',
    behavior: changesErrorResponse(hasReason('no-body'), () => serverError),
  },
  {
    name: 'fails-on-wrong-type-of-name',
    description: 'It returns 500 where the name is not a string, as name.trim() on a number throws.',
    behavior: (right) => ({
      ...changesErrorResponse(
        ({ reason, message }) => reason === 'name' && !message.includes('required'),
        () => serverError,
      )(right),
    }),
  },
  {
    name: 'fails-on-missing-name',
    description: 'It returns 500 where the name is missing, as a NOT NULL column raises an error.',
    behavior: changesErrorResponse(
      ({ reason, message }) => reason === 'name' && message.includes('required'),
      () => serverError,
    ),
  },
  {
    name: 'fails-on-missing-id',
    description: 'It returns 500 where the id is missing, as unboxing null does in Java.',
    behavior: changesErrorResponse(
      ({ reason, message }) => reason === 'id' && message.includes('required'),
      () => serverError,
    ),
  },
  {
    name: 'fails-on-id-beyond-int64',
    description: 'It returns 500 for an id beyond 64 bits, as an OverflowError of the database driver does.',
    behavior: changesErrorResponse(
      ({ reason, message }) => reason === 'id' && message.includes('64 bits'),
      () => serverError,
    ),
  },
  {
    name: 'fails-on-wrong-media-type',
    description: 'It returns 500 for a wrong media type, as request.json being None in Flask leads to.',
    behavior: changesErrorResponse(hasReason('media-type'), () => serverError),
  },
  {
    name: 'fails-on-other-body-than-object',
    description:
      'It returns 500 where the body is JSON but not an object, as body.get() on a list raises AttributeError.',
    behavior: changesErrorResponse(hasReason('not-an-object'), () => serverError),
  },
  {
    name: 'returns-422',
    description: 'It returns 422 with an Error object to invalid plants, as Rails and Laravel do.',
    behavior: changesInvalidResponse((reply) => ({ ...reply, status: 422 })),
  },
  {
    name: 'returns-fastapi-detail',
    description: 'It returns 422 with a list under "detail", as FastAPI does.',
    behavior: changesInvalidResponse((_reply, { message }) =>
      jsonResponse(422, { detail: [{ loc: ['body'], msg: message, type: 'value_error' }] }),
    ),
  },
  {
    name: 'returns-404-to-invalid',
    description: 'It returns 404 to invalid requests, as a route that depends on the body does.',
    behavior: changesInvalidResponse((reply) => ({ ...reply, status: 404 })),
  },
  {
    name: 'returns-409-to-invalid',
    description: 'It returns 409 to invalid requests, as any integrity error of the database.',
    behavior: changesInvalidResponse((reply) => ({ ...reply, status: 409 })),
  },
  {
    name: 'redirects-invalid',
    description: 'It returns 302 to the address before, as Laravel does where Accept does not ask for JSON.',
    behavior: changesInvalidResponse(() => ({ status: 302, headers: { location: '/' }, body: '' })),
  },
  {
    name: 'returns-error-with-success',
    description: 'It returns invalid requests 200 with an Error object, as RPC habits have it.',
    behavior: changesInvalidResponse((reply) => ({ ...reply, status: 200 })),
  },
  {
    name: 'hangs-on-broken-json',
    description: 'It never responds to broken JSON, as a handler that waits for an event that has fired.',
    behavior: changesErrorResponse(hasReason('syntax', 'encoding'), () => noResponse),
  },
  {
    name: 'hangs-on-missing-body',
    description: 'It never responds where there is no body.',
    behavior: changesErrorResponse(hasReason('no-body'), () => noResponse),
  },
  {
    name: 'hangs-on-invalid',
    description: 'It never responds to an invalid plant, as an async handler in Express 4 that throws.',
    behavior: changesInvalidResponse(() => noResponse),
  },
  {
    name: 'hangs-up-on-invalid',
    description:
      'It ends the connection without a response where the request is invalid, as a worker that crashes does.',
    behavior: changesInvalidResponse(() => closedConnection),
  },
  {
    name: 'hangs-up-on-broken-json',
    description: 'It ends the connection without a response where the JSON is broken.',
    behavior: changesErrorResponse(hasReason('syntax', 'encoding'), () => closedConnection),
  },
]);
