import { htmlReply, jsonReply, type Reply, textReply } from '../exchange.ts';
import { type Json, JsonNumber } from '../json.ts';
import { faulty } from '../variant.ts';
import { answersInvalid, answersRefused, because, type Change } from './changes.ts';

/** Answers of 400 that are not the Error object of the contract. */
export const wrongErrors = faulty('basic', [
  {
    name: 'says-problem-json',
    what: 'It labels the Error as application/problem+json.',
    behaviour: withType('application/problem+json'),
  },
  {
    name: 'says-text-for-errors',
    what: 'It labels the Error as text/plain, as http.Error in Go does.',
    behaviour: withType('text/plain; charset=utf-8'),
  },
  {
    name: 'says-no-media-type-for-errors',
    what: 'It answers the Error without a content type.',
    behaviour: answersInvalid((reply) => ({ ...reply, headers: {} })),
  },
  {
    name: 'answers-problem-details',
    what: 'It answers 400 with title and detail (RFC 9457), as ASP.NET does.',
    behaviour: answersInvalid((_reply, { message }) => ({
      ...jsonReply(400, {
        type: 'about:blank',
        title: 'Bad Request',
        status: new JsonNumber(400),
        detail: message,
      }),
      headers: { 'content-type': 'application/problem+json' },
    })),
  },
  {
    name: 'answers-spring-error',
    what: 'It answers 400 with "error":"Bad Request" and no message, as Spring Boot does.',
    behaviour: withError(() => ({
      timestamp: '2026-11-11T11:11:11.111Z',
      status: new JsonNumber(400),
      error: 'Bad Request',
      path: '/plants',
    })),
  },
  {
    name: 'answers-error-as-text',
    what: 'It answers 400 with the message as text.',
    behaviour: answersInvalid((_reply, { message }) => textReply(400, message)),
  },
  {
    name: 'answers-error-as-html',
    what: 'It answers 400 with a page in HTML.',
    behaviour: answersInvalid(() => htmlReply(400, 'Bad Request')),
  },
  {
    name: 'answers-html-to-broken-json',
    what: 'It answers broken JSON 400 with a page in HTML, as Express does by default.',
    behaviour: answersRefused(because('syntax', 'encoding'), () =>
      htmlReply(400, 'SyntaxError: Unexpected token'),
    ),
  },
  {
    name: 'answers-text-to-missing-body',
    what: 'It answers a missing body 400 with text.',
    behaviour: answersRefused(because('no-body'), () => textReply(400, 'Bad Request')),
  },
  {
    name: 'answers-html-to-wrong-media-type',
    what: 'It answers a wrong media type 400 with a page in HTML.',
    behaviour: answersRefused(because('media-type'), () => htmlReply(400, 'Bad Request')),
  },
  {
    name: 'answers-empty-error',
    what: 'It answers 400 with a body of no bytes.',
    behaviour: answersInvalid((reply) => ({ ...reply, body: '' })),
  },
  {
    name: 'answers-cut-error',
    what: 'It leaves out the last brace of the Error.',
    behaviour: answersInvalid((reply) => ({ ...reply, body: reply.body.slice(0, -1) })),
  },
  {
    name: 'leaves-out-error-code',
    what: 'It leaves error out of the Error.',
    behaviour: withError((message) => ({ message })),
  },
  {
    name: 'leaves-out-message',
    what: 'It leaves message out of the Error.',
    behaviour: withError(() => ({ error: new JsonNumber(400) })),
  },
  {
    name: 'answers-code-as-text',
    what: 'It answers an error of "400", a string.',
    behaviour: withError((message) => ({ error: '400', message })),
  },
  {
    name: 'answers-code-as-word',
    what: 'It answers an error of "INVALID_PLANT".',
    behaviour: withError((message) => ({ error: 'INVALID_PLANT', message })),
  },
  {
    name: 'answers-code-as-boolean',
    what: 'It answers an error of true, as many PHP handlers do.',
    behaviour: withError((message) => ({ error: true, message })),
  },
  {
    name: 'answers-code-null',
    what: 'It answers an error of null.',
    behaviour: withError((message) => ({ error: null, message })),
  },
  {
    name: 'answers-code-fraction',
    what: 'It answers an error of 400.5, as IIS numbers its errors.',
    behaviour: withError((message) => ({ error: new JsonNumber('400.5'), message })),
  },
  {
    name: 'answers-code-beyond-int32',
    what: 'It answers the time in milliseconds as error, which is beyond int32.',
    behaviour: withError((message) => ({ error: new JsonNumber(Date.now()), message })),
  },
  {
    name: 'answers-code-just-beyond-int32',
    what: 'It answers an error of 2147483648, as an unsigned HRESULT does.',
    behaviour: withError((message) => ({ error: new JsonNumber(2 ** 31), message })),
  },
  {
    name: 'answers-message-null',
    what: 'It answers a message of null, as getMessage() on some exceptions.',
    behaviour: withError(() => ({ error: new JsonNumber(400), message: null })),
  },
  {
    name: 'answers-message-list',
    what: 'It answers a list of messages, as NestJS with class-validator does.',
    behaviour: withError((message) => ({ error: new JsonNumber(400), message: [message] })),
  },
  {
    name: 'answers-message-object',
    what: 'It answers an object of messages by field, as Django REST framework does.',
    behaviour: withError((message) => ({ error: new JsonNumber(400), message: { body: [message] } })),
  },
  {
    name: 'nests-error',
    what: 'It answers code and message inside of "error", as Google’s guidelines have it.',
    behaviour: withError((message) => ({ error: { code: new JsonNumber(400), message } })),
  },
  {
    name: 'lists-errors',
    what: 'It answers a list of Errors.',
    behaviour: withError((message) => [{ error: new JsonNumber(400), message }]),
  },
  {
    name: 'answers-error-as-string',
    what: 'It answers the message as a JSON string.',
    behaviour: withError((message) => message),
  },
]);

function withType(type: string): Change {
  return answersInvalid((reply) => ({ ...reply, headers: { 'content-type': type } }));
}

function withError(describe: (message: string) => Json): Change {
  return answersInvalid((reply: Reply, { message }) => jsonReply(reply.status, describe(message)));
}
