import { type Json, JsonNumber } from '../json.ts';
import { htmlResponse, jsonResponse, type StoreResponse, textResponse } from '../response.ts';
import { faulty } from '../variant.ts';
import { changesErrorResponse, changesInvalidResponse, hasReason, type PlantStoreChange } from './changes.ts';

/** Answers of 400 that are not the Error object of the contract. */
export const wrongErrors = faulty('basic', [
  {
    name: 'says-problem-json',
    description: 'It labels the Error as application/problem+json.',
    behavior: withType('application/problem+json'),
  },
  {
    name: 'says-text-for-errors',
    description: 'It labels the Error as text/plain, as http.Error in Go does.',
    behavior: withType('text/plain; charset=utf-8'),
  },
  {
    name: 'says-no-media-type-for-errors',
    description: 'It returns the Error without a content type.',
    behavior: changesInvalidResponse((reply) => ({ ...reply, headers: {} })),
  },
  {
    name: 'returns-problem-details',
    description: 'It returns 400 with title and detail (RFC 9457), as ASP.NET does.',
    behavior: changesInvalidResponse((_reply, { message }) => ({
      ...jsonResponse(400, {
        type: 'about:blank',
        title: 'Bad Request',
        status: new JsonNumber(400),
        detail: message,
      }),
      headers: { 'content-type': 'application/problem+json' },
    })),
  },
  {
    name: 'returns-spring-error',
    description: 'It returns 400 with "error":"Bad Request" and no message, as Spring Boot does.',
    behavior: withError(() => ({
      timestamp: '2026-11-11T11:11:11.111Z',
      status: new JsonNumber(400),
      error: 'Bad Request',
      path: '/plants',
    })),
  },
  {
    name: 'returns-error-as-text',
    description: 'It returns 400 with the message as text.',
    behavior: changesInvalidResponse((_reply, { message }) => textResponse(400, message)),
  },
  {
    name: 'returns-error-as-html',
    description: 'It returns 400 with a page in HTML.',
    behavior: changesInvalidResponse(() => htmlResponse(400, 'Bad Request')),
  },
  {
    name: 'returns-html-to-broken-json',
    description: 'It returns broken JSON 400 with a page in HTML, as Express does by default.',
    behavior: changesErrorResponse(hasReason('syntax', 'encoding'), () =>
      htmlResponse(400, 'SyntaxError: Unexpected token'),
    ),
  },
  {
    name: 'returns-text-to-missing-body',
    description: 'It returns a missing body 400 with text.',
    behavior: changesErrorResponse(hasReason('no-body'), () => textResponse(400, 'Bad Request')),
  },
  {
    name: 'returns-html-to-wrong-media-type',
    description: 'It returns a wrong media type 400 with a page in HTML.',
    behavior: changesErrorResponse(hasReason('media-type'), () => htmlResponse(400, 'Bad Request')),
  },
  {
    name: 'returns-empty-error',
    description: 'It returns 400 with a body of no bytes.',
    behavior: changesInvalidResponse((reply) => ({ ...reply, body: '' })),
  },
  {
    name: 'returns-cut-error',
    description: 'It omits the last brace of the Error.',
    behavior: changesInvalidResponse((reply) => ({ ...reply, body: reply.body.slice(0, -1) })),
  },
  {
    name: 'leaves-out-error-code',
    description: 'It omits error from the Error.',
    behavior: withError((message) => ({ message })),
  },
  {
    name: 'leaves-out-message',
    description: 'It omits message from the Error.',
    behavior: withError(() => ({ error: new JsonNumber(400) })),
  },
  {
    name: 'returns-code-as-text',
    description: 'It returns an error of "400", a string.',
    behavior: withError((message) => ({ error: '400', message })),
  },
  {
    name: 'returns-code-as-word',
    description: 'It returns an error of "INVALID_PLANT".',
    behavior: withError((message) => ({ error: 'INVALID_PLANT', message })),
  },
  {
    name: 'returns-code-as-boolean',
    description: 'It returns an error of true, as many PHP handlers do.',
    behavior: withError((message) => ({ error: true, message })),
  },
  {
    name: 'returns-code-null',
    description: 'It returns an error of null.',
    behavior: withError((message) => ({ error: null, message })),
  },
  {
    name: 'returns-code-fraction',
    description: 'It returns an error of 400.5, as IIS numbers its errors.',
    behavior: withError((message) => ({ error: new JsonNumber('400.5'), message })),
  },
  {
    name: 'returns-code-beyond-int32',
    description: 'It returns the time in milliseconds as error, which is beyond int32.',
    behavior: withError((message) => ({ error: new JsonNumber(Date.now()), message })),
  },
  {
    name: 'returns-code-just-beyond-int32',
    description: 'It returns an error of 2147483648, as an unsigned HRESULT does.',
    behavior: withError((message) => ({ error: new JsonNumber(2 ** 31), message })),
  },
  {
    name: 'returns-message-null',
    description: 'It returns a message of null, as getMessage() on some exceptions.',
    behavior: withError(() => ({ error: new JsonNumber(400), message: null })),
  },
  {
    name: 'returns-message-list',
    description: 'It returns a list of messages, as NestJS with class-validator does.',
    behavior: withError((message) => ({ error: new JsonNumber(400), message: [message] })),
  },
  {
    name: 'returns-message-object',
    description: 'It returns an object of messages by field, as Django REST framework does.',
    behavior: withError((message) => ({ error: new JsonNumber(400), message: { body: [message] } })),
  },
  {
    name: 'nests-error',
    description: 'It returns code and message inside of "error", as in Google’s guidelines.',
    behavior: withError((message) => ({ error: { code: new JsonNumber(400), message } })),
  },
  {
    name: 'lists-errors',
    description: 'It returns a list of Errors.',
    behavior: withError((message) => [{ error: new JsonNumber(400), message }]),
  },
  {
    name: 'returns-error-as-string',
    description: 'It returns the message as a JSON string.',
    behavior: withError((message) => message),
  },
]);

function withType(type: string): PlantStoreChange {
  return changesInvalidResponse((reply) => ({ ...reply, headers: { 'content-type': type } }));
}

function withError(describe: (message: string) => Json): PlantStoreChange {
  return changesInvalidResponse((reply: StoreResponse, { message }) => jsonResponse(reply.status, describe(message)));
}
