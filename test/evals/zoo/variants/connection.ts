import type { ServerResponse } from 'node:http';
import { closedConnection, noResponse, type StoreResponse } from '../response.ts';
import { faulty, seenIn } from '../variant.ts';
import { changesCreateResponse, changesInvalidResponse, type PlantStoreChange } from './changes.ts';

type Deliver = (response: ServerResponse, reply: StoreResponse) => void;

/** Right plants on connections that go wrong. */
export const connection = faulty('deep', [
  {
    name: 'repeats-first-response-of-connection',
    description: 'It returns the response to the first request of a connection for all later ones.',
    behavior: () => {
      const first = new WeakMap<object, StoreResponse>();
      return {
        wrapExchange: async ({ socket }, respond) => {
          const reply = first.get(socket) ?? (await respond());
          first.set(socket, reply);
          return reply;
        },
      };
    },
  },
  {
    name: 'sends-line-ends-after-response',
    description: 'It sends two empty lines after every plant, as a template that ends in some does.',
    behavior: deliversCreated(andThen('\r\n\r\n')),
  },
  {
    name: 'sends-line-ends-after-error',
    description: 'It sends an empty line after every Error.',
    behavior: changesInvalidResponse((reply) => ({ ...reply, deliver: andThen('\r\n') })),
  },
  {
    name: 'returns-twice',
    description: 'It sends a second response after the first, as a handler that goes on after its response.',
    behavior: deliversCreated(
      andThen('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}'),
    ),
  },
  {
    name: 'resets-connection-on-long-bodies',
    description: 'It resets the connection where Content-Length is above 10,000, before it has read the body.',
    behavior: () => ({
      wrapExchange: async (request, respond) => {
        if (Number(request.headers['content-length'] ?? 0) <= 10_000) return respond();
        return { ...noResponse, deliver: ({ socket }) => void socket?.resetAndDestroy() };
      },
    }),
  },
  {
    name: 'breaks-off-every-25th-response-of-connection',
    description: 'It ends a connection in the middle of its 25th response, though it has not announced that.',
    behavior: () => {
      const responses = new WeakMap<object, number>();
      return {
        wrapExchange: async ({ socket }, respond) => {
          const count = (responses.get(socket) ?? 0) + 1;
          responses.set(socket, count);
          const reply = await respond();
          return count % 25 === 0 ? { ...reply, deliver: closeMidResponse } : reply;
        },
      };
    },
  },
  {
    name: 'hangs-on-expectation',
    description: 'It never responds to a request with Expect: 100-continue, though it sends 100 Continue.',
    behavior: (right) => ({
      wrapExchange: async (request, respond) =>
        request.headers.expect === undefined ? right.wrapExchange(request, respond) : noResponse,
    }),
    ...seenIn('Java', 'Ratpack 1.1 misses the first part of the body after it', 'ratpack/ratpack#852'),
  },
  {
    name: 'hangs-up-on-expectation',
    description: 'It ends the connection without a response where a request has Expect: 100-continue.',
    behavior: () => ({ respondToExpectContinue: () => closedConnection }),
  },
  {
    name: 'counts-chunks-in-characters',
    description: 'It gives the size of a chunk in characters, so that é breaks the framing.',
    behavior: raw(({ body }) => chunked(`${body.toString().length.toString(16)}\r\n${body}\r\n0\r\n\r\n`)),
  },
  {
    name: 'leaves-out-last-chunk',
    description: 'It closes the connection without the last chunk.',
    behavior: raw(({ body }) => chunked(`${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n`)),
  },
  {
    name: 'sends-broken-trailer',
    description: 'It sends a trailer that is not a header line.',
    behavior: raw(({ body }) =>
      chunked(`${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\nno colon here\r\n\r\n`),
    ),
  },
  {
    name: 'gives-two-lengths',
    description: 'It sends two Content-Length headers that differ.',
    behavior: raw(({ body }) => {
      const length = Buffer.byteLength(body);
      return `content-length: ${length}\r\ncontent-length: ${length + 1}\r\n\r\n${body}`;
    }),
  },
  {
    name: 'gives-length-and-chunks',
    description: 'It sends Content-Length and Transfer-Encoding: chunked concurrently, which RFC 9112, 6.2 forbids.',
    behavior: raw(({ body }) => {
      const length = Buffer.byteLength(body);
      return `content-length: ${length}\r\n${chunked(`${length.toString(16)}\r\n${body}\r\n0\r\n\r\n`)}`;
    }),
  },
  {
    name: 'sends-header-without-colon',
    description: 'It sends a line among the headers that is none, as a warning that a CGI program prints.',
    behavior: raw(({ body }) => `PHP Warning\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`),
  },
  {
    name: 'gives-length-with-unit',
    description: 'It sends Content-Length: 20 bytes.',
    behavior: raw(({ body }) => `content-length: ${Buffer.byteLength(body)} bytes\r\n\r\n${body}`),
  },
]);

function deliversCreated(deliver: Deliver): PlantStoreChange {
  return changesCreateResponse((reply) => ({ ...reply, deliver }));
}

/** A whole answer, and then something that nobody asked for. */
function andThen(bytes: string): Deliver {
  return (response, { status, headers, body }) => {
    const { socket } = response;
    response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
    response.end(body, () => void socket?.write(bytes));
  };
}

function closeMidResponse(response: ServerResponse, { status, headers, body }: StoreResponse): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.write(body.slice(0, 5), () => response.destroy());
}

/** An answer written by hand from the framing on; the connection ends with it. */
function raw(frame: (reply: StoreResponse) => string): PlantStoreChange {
  return deliversCreated((response, reply) => {
    const start = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n';
    response.socket?.end(`${start}${frame(reply)}`);
  });
}

function chunked(chunks: string): string {
  return `transfer-encoding: chunked\r\n\r\n${chunks}`;
}
