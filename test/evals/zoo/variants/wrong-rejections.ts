import { closedConnection, jsonResponse, noResponse, serverError } from '../response.ts';
import { faulty } from '../variant.ts';
import { changesErrorResponse, changesInvalidResponse, hasReason } from './changes.ts';

/** Invalid requests that are refused with another status than 400, or in another way. */
export const wrongRejections = faulty('basic', [
  {
    name: 'fails-on-invalid',
    description: 'It answers 500 to every invalid request.',
    behavior: changesInvalidResponse(() => serverError),
  },
  {
    name: 'fails-with-error-object',
    description: 'It answers 500 with a proper Error object to every invalid request.',
    behavior: changesInvalidResponse((reply) => ({ ...reply, status: 500 })),
  },
  {
    name: 'fails-on-broken-json',
    description: 'It answers 500 to broken JSON, as an uncaught JSONDecodeError does.',
    behavior: changesErrorResponse(hasReason('syntax', 'encoding'), () => serverError),
  },
  {
    name: 'fails-on-missing-body',
    description: 'It answers 500 where there is no body, as JSON.parse("") throws.',
    behavior: changesErrorResponse(hasReason('no-body'), () => serverError),
  },
  {
    name: 'fails-on-wrong-type-of-name',
    description: 'It answers 500 where the name is no string, as name.trim() on a number throws.',
    behavior: (right) => ({
      ...changesErrorResponse(
        ({ reason, message }) => reason === 'name' && !message.includes('required'),
        () => serverError,
      )(right),
    }),
  },
  {
    name: 'fails-on-missing-name',
    description: 'It answers 500 where the name is missing, as a NOT NULL column raises an error.',
    behavior: changesErrorResponse(
      ({ reason, message }) => reason === 'name' && message.includes('required'),
      () => serverError,
    ),
  },
  {
    name: 'fails-on-missing-id',
    description: 'It answers 500 where the id is missing, as unboxing null does in Java.',
    behavior: changesErrorResponse(
      ({ reason, message }) => reason === 'id' && message.includes('required'),
      () => serverError,
    ),
  },
  {
    name: 'fails-on-id-beyond-int64',
    description: 'It answers 500 for an id beyond 64 bits, as an OverflowError of the database driver does.',
    behavior: changesErrorResponse(
      ({ reason, message }) => reason === 'id' && message.includes('64 bits'),
      () => serverError,
    ),
  },
  {
    name: 'fails-on-wrong-media-type',
    description: 'It answers 500 for a wrong media type, as request.json being None in Flask leads to.',
    behavior: changesErrorResponse(hasReason('media-type'), () => serverError),
  },
  {
    name: 'fails-on-other-body-than-object',
    description: 'It answers 500 where the body is JSON but no object, as body.get() on a list raises AttributeError.',
    behavior: changesErrorResponse(hasReason('not-an-object'), () => serverError),
  },
  {
    name: 'answers-422',
    description: 'It answers 422 with an Error object to invalid plants, as Rails and Laravel do.',
    behavior: changesInvalidResponse((reply) => ({ ...reply, status: 422 })),
  },
  {
    name: 'answers-fastapi-detail',
    description: 'It answers 422 with a list under "detail", as FastAPI does.',
    behavior: changesInvalidResponse((_reply, { message }) =>
      jsonResponse(422, { detail: [{ loc: ['body'], msg: message, type: 'value_error' }] }),
    ),
  },
  {
    name: 'answers-404-to-invalid',
    description: 'It answers 404 to invalid requests, as a route that depends on the body does.',
    behavior: changesInvalidResponse((reply) => ({ ...reply, status: 404 })),
  },
  {
    name: 'answers-409-to-invalid',
    description: 'It answers 409 to invalid requests, as any integrity error of the database.',
    behavior: changesInvalidResponse((reply) => ({ ...reply, status: 409 })),
  },
  {
    name: 'redirects-invalid',
    description: 'It answers 302 to the address before, as Laravel does where Accept does not ask for JSON.',
    behavior: changesInvalidResponse(() => ({ status: 302, headers: { location: '/' }, body: '' })),
  },
  {
    name: 'answers-error-with-success',
    description: 'It answers invalid requests 200 with an Error object, as RPC habits have it.',
    behavior: changesInvalidResponse((reply) => ({ ...reply, status: 200 })),
  },
  {
    name: 'hangs-on-broken-json',
    description: 'It never answers broken JSON, as a handler that waits for an event that has fired.',
    behavior: changesErrorResponse(hasReason('syntax', 'encoding'), () => noResponse),
  },
  {
    name: 'hangs-on-missing-body',
    description: 'It never answers where there is no body.',
    behavior: changesErrorResponse(hasReason('no-body'), () => noResponse),
  },
  {
    name: 'hangs-on-invalid',
    description: 'It never answers an invalid plant, as an async handler in Express 4 that throws.',
    behavior: changesInvalidResponse(() => noResponse),
  },
  {
    name: 'hangs-up-on-invalid',
    description: 'It ends the connection without an answer where the request is invalid, as a worker that dies.',
    behavior: changesInvalidResponse(() => closedConnection),
  },
  {
    name: 'hangs-up-on-broken-json',
    description: 'It ends the connection without an answer where the JSON is broken.',
    behavior: changesErrorResponse(hasReason('syntax', 'encoding'), () => closedConnection),
  },
]);
