import { crashed, hangUp, jsonReply, silence } from '../exchange.ts';
import { faulty } from '../variant.ts';
import { answersInvalid, answersRefused, because } from './changes.ts';

/** Invalid requests that are refused with another status than 400, or in another way. */
export const wrongRefusals = faulty('basic', [
  {
    name: 'fails-on-invalid',
    what: 'It answers 500 to every invalid request.',
    behaviour: answersInvalid(() => crashed),
  },
  {
    name: 'fails-with-error-object',
    what: 'It answers 500 with a proper Error object to every invalid request.',
    behaviour: answersInvalid((reply) => ({ ...reply, status: 500 })),
  },
  {
    name: 'fails-on-broken-json',
    what: 'It answers 500 to broken JSON, as an uncaught JSONDecodeError does.',
    behaviour: answersRefused(because('syntax', 'encoding'), () => crashed),
  },
  {
    name: 'fails-on-missing-body',
    what: 'It answers 500 where there is no body, as JSON.parse("") throws.',
    behaviour: answersRefused(because('no-body'), () => crashed),
  },
  {
    name: 'fails-on-wrong-type-of-name',
    what: 'It answers 500 where the name is no string, as name.trim() on a number throws.',
    behaviour: (right) => ({
      ...answersRefused(
        ({ reason, message }) => reason === 'name' && !message.includes('required'),
        () => crashed,
      )(right),
    }),
  },
  {
    name: 'fails-on-missing-name',
    what: 'It answers 500 where the name is missing, as a NOT NULL column raises an error.',
    behaviour: answersRefused(
      ({ reason, message }) => reason === 'name' && message.includes('required'),
      () => crashed,
    ),
  },
  {
    name: 'fails-on-missing-id',
    what: 'It answers 500 where the id is missing, as unboxing null does in Java.',
    behaviour: answersRefused(
      ({ reason, message }) => reason === 'id' && message.includes('required'),
      () => crashed,
    ),
  },
  {
    name: 'fails-on-id-beyond-int64',
    what: 'It answers 500 for an id beyond 64 bits, as an OverflowError of the database driver does.',
    behaviour: answersRefused(
      ({ reason, message }) => reason === 'id' && message.includes('64 bits'),
      () => crashed,
    ),
  },
  {
    name: 'fails-on-wrong-media-type',
    what: 'It answers 500 for a wrong media type, as request.json being None in Flask leads to.',
    behaviour: answersRefused(because('media-type'), () => crashed),
  },
  {
    name: 'fails-on-other-body-than-object',
    what: 'It answers 500 where the body is JSON but no object, as body.get() on a list raises AttributeError.',
    behaviour: answersRefused(because('not-an-object'), () => crashed),
  },
  {
    name: 'answers-422',
    what: 'It answers 422 with an Error object to invalid plants, as Rails and Laravel do.',
    behaviour: answersInvalid((reply) => ({ ...reply, status: 422 })),
  },
  {
    name: 'answers-fastapi-detail',
    what: 'It answers 422 with a list under "detail", as FastAPI does.',
    behaviour: answersInvalid((_reply, { message }) =>
      jsonReply(422, { detail: [{ loc: ['body'], msg: message, type: 'value_error' }] }),
    ),
  },
  {
    name: 'answers-404-to-invalid',
    what: 'It answers 404 to invalid requests, as a route that depends on the body does.',
    behaviour: answersInvalid((reply) => ({ ...reply, status: 404 })),
  },
  {
    name: 'answers-409-to-invalid',
    what: 'It answers 409 to invalid requests, as any integrity error of the database.',
    behaviour: answersInvalid((reply) => ({ ...reply, status: 409 })),
  },
  {
    name: 'redirects-invalid',
    what: 'It answers 302 to the address before, as Laravel does where Accept does not ask for JSON.',
    behaviour: answersInvalid(() => ({ status: 302, headers: { location: '/' }, body: '' })),
  },
  {
    name: 'answers-error-with-success',
    what: 'It answers invalid requests 200 with an Error object, as RPC habits have it.',
    behaviour: answersInvalid((reply) => ({ ...reply, status: 200 })),
  },
  {
    name: 'hangs-on-broken-json',
    what: 'It never answers broken JSON, as a handler that waits for an event that has fired.',
    behaviour: answersRefused(because('syntax', 'encoding'), () => silence),
  },
  {
    name: 'hangs-on-missing-body',
    what: 'It never answers where there is no body.',
    behaviour: answersRefused(because('no-body'), () => silence),
  },
  {
    name: 'hangs-on-invalid',
    what: 'It never answers an invalid plant, as an async handler in Express 4 that throws.',
    behaviour: answersInvalid(() => silence),
  },
  {
    name: 'hangs-up-on-invalid',
    what: 'It ends the connection without an answer where the request is invalid, as a worker that dies.',
    behaviour: answersInvalid(() => hangUp),
  },
  {
    name: 'hangs-up-on-broken-json',
    what: 'It ends the connection without an answer where the JSON is broken.',
    behaviour: answersRefused(because('syntax', 'encoding'), () => hangUp),
  },
]);
