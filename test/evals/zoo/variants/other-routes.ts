import type { IncomingMessage } from 'node:http';
import { closedConnection, jsonResponse, noResponse, type StoreResponse, serverError } from '../response.ts';
import { pathOf } from '../store.ts';
import { faulty } from '../variant.ts';
import type { PlantStoreChange } from './changes.ts';

const isMethod =
  (...methods: readonly string[]) =>
  ({ method = '' }: IncomingMessage): boolean =>
    methods.includes(method);

const isPath =
  (pattern: RegExp) =>
  (request: IncomingMessage): boolean =>
    pattern.test(pathOf(request));

/** Faults beside the one operation that there is. */
export const otherRoutes = faulty('deep', [
  {
    name: 'fails-on-get',
    description: 'It returns 500 to GET /plants, as a handler that parses the body of every method does.',
    behavior: respondsWith(isMethod('GET'), serverError),
  },
  {
    name: 'fails-on-delete',
    description: 'It returns 500 to DELETE and PATCH at /plants, as a route that was declared and not written.',
    behavior: respondsWith(isMethod('DELETE', 'PATCH'), serverError),
  },
  {
    name: 'hangs-on-put',
    description: 'It never responds to PUT /plants.',
    behavior: respondsWith(isMethod('PUT'), noResponse),
  },
  {
    name: 'hangs-up-on-options',
    description: 'It ends the connection without a response to OPTIONS /plants.',
    behavior: respondsWith(isMethod('OPTIONS'), closedConnection),
  },
  {
    name: 'sends-body-to-head',
    description: 'It responds to HEAD /plants with a body.',
    behavior: respondsWith(isMethod('HEAD'), {
      ...noResponse,
      deliver: ({ socket }) => {
        const { body } = jsonResponse(200, []);
        socket?.end(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`);
      },
    }),
  },
  {
    name: 'fails-on-trailing-slash',
    description: 'It returns 500 at /plants/, as an id that is the empty string.',
    behavior: respondsWith(isPath(/\/plants\/$/), serverError),
  },
  {
    name: 'fails-below-plants',
    description: 'It returns 500 at /plants/1.',
    behavior: respondsWith(isPath(/\/plants\/./), serverError),
  },
  {
    name: 'hangs-on-capitals',
    description: 'It never responds to at /PLANTS.',
    behavior: respondsWith(isPath(/\/PLANTS$/), noResponse),
  },
  {
    name: 'fails-on-query',
    description: 'It returns 500 where the address of a valid request has a query.',
    behavior: respondsWith(({ url = '' }) => url.includes('?'), serverError),
  },
  {
    name: 'fails-on-unknown-path',
    description: 'It returns 500 at all addresses that it does not know.',
    behavior: (right) => ({
      respondToError: (requestError, errorBody) =>
        requestError.reason === 'path' ? serverError : right.respondToError(requestError, errorBody),
    }),
  },
  {
    name: 'breaks-off-405',
    description: 'It ends the connection in the middle of the response to other methods.',
    behavior: (right) => ({
      respondToError: (requestError, errorBody) => {
        const reply = right.respondToError(requestError, errorBody);
        return requestError.reason === 'method' ? { ...reply, deliver: closeMidResponse } : reply;
      },
    }),
  },
]);

const closeMidResponse: NonNullable<StoreResponse['deliver']> = (response, { status, headers, body }) => {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.write(body.slice(0, 5), () => response.destroy());
};

function respondsWith(matches: (request: IncomingMessage) => boolean, reply: StoreResponse): PlantStoreChange {
  return (right) => ({
    wrapExchange: (request, received) =>
      matches(request) ? Promise.resolve(reply) : right.wrapExchange(request, received),
  });
}
