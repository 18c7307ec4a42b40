import type { IncomingMessage } from 'node:http';
import { crashed, hangUp, jsonReply, type Reply, silence } from '../exchange.ts';
import { pathOf } from '../store.ts';
import { faulty } from '../variant.ts';
import type { Change } from './changes.ts';

const isMethod =
  (...methods: readonly string[]) =>
  ({ method = '' }: IncomingMessage): boolean =>
    methods.includes(method);

const isPath =
  (pattern: RegExp) =>
  (request: IncomingMessage): boolean =>
    pattern.test(pathOf(request));

/** Faults beside the one operation that there is. */
export const neighbours = faulty('deep', [
  {
    name: 'fails-on-get',
    what: 'It answers 500 to GET /plants, as a handler that parses the body of every method does.',
    behaviour: answers(isMethod('GET'), crashed),
  },
  {
    name: 'fails-on-delete',
    what: 'It answers 500 to DELETE and PATCH at /plants, as a route that was declared and not written.',
    behaviour: answers(isMethod('DELETE', 'PATCH'), crashed),
  },
  {
    name: 'hangs-on-put',
    what: 'It never answers PUT /plants.',
    behaviour: answers(isMethod('PUT'), silence),
  },
  {
    name: 'hangs-up-on-options',
    what: 'It ends the connection without an answer to OPTIONS /plants.',
    behaviour: answers(isMethod('OPTIONS'), hangUp),
  },
  {
    name: 'sends-body-to-head',
    what: 'It answers HEAD /plants with a body.',
    behaviour: answers(isMethod('HEAD'), {
      ...silence,
      deliver: ({ socket }) => {
        const { body } = jsonReply(200, []);
        socket?.end(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`);
      },
    }),
  },
  {
    name: 'fails-on-trailing-slash',
    what: 'It answers 500 at /plants/, as an id that is the empty string.',
    behaviour: answers(isPath(/\/plants\/$/), crashed),
  },
  {
    name: 'fails-below-plants',
    what: 'It answers 500 at /plants/1.',
    behaviour: answers(isPath(/\/plants\/./), crashed),
  },
  {
    name: 'hangs-on-capitals',
    what: 'It never answers at /PLANTS.',
    behaviour: answers(isPath(/\/PLANTS$/), silence),
  },
  {
    name: 'fails-on-query',
    what: 'It answers 500 where the address of a valid request has a query.',
    behaviour: answers(({ url = '' }) => url.includes('?'), crashed),
  },
  {
    name: 'fails-on-unknown-path',
    what: 'It answers 500 at all addresses that it does not know.',
    behaviour: (right) => ({
      answerRefused: (refusal, described) =>
        refusal.reason === 'path' ? crashed : right.answerRefused(refusal, described),
    }),
  },
  {
    name: 'breaks-off-405',
    what: 'It ends the connection in the middle of the answer to other methods.',
    behaviour: (right) => ({
      answerRefused: (refusal, described) => {
        const reply = right.answerRefused(refusal, described);
        return refusal.reason === 'method' ? { ...reply, deliver: breakOff } : reply;
      },
    }),
  },
]);

const breakOff: NonNullable<Reply['deliver']> = (response, { status, headers, body }) => {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.write(body.slice(0, 5), () => response.destroy());
};

function answers(matches: (request: IncomingMessage) => boolean, reply: Reply): Change {
  return (right) => ({
    around: (request, answer) => (matches(request) ? Promise.resolve(reply) : right.around(request, answer)),
  });
}
