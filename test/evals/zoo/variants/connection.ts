import type { ServerResponse } from 'node:http';
import { hangUp, type Reply, silence } from '../exchange.ts';
import { faulty, seenIn } from '../variant.ts';
import { answersCreated, answersInvalid, type Change } from './changes.ts';

type Deliver = (response: ServerResponse, reply: Reply) => void;

/** Right plants on connections that go wrong. */
export const connection = faulty('deep', [
  {
    name: 'repeats-first-answer-of-connection',
    what: 'It answers every request on a connection as it answered the first.',
    behaviour: () => {
      const first = new WeakMap<object, Reply>();
      return {
        around: async ({ socket }, answer) => {
          const reply = first.get(socket) ?? (await answer());
          first.set(socket, reply);
          return reply;
        },
      };
    },
  },
  {
    name: 'sends-line-ends-after-answer',
    what: 'It sends two empty lines after every plant, as a template that ends in some does.',
    behaviour: deliversCreated(andThen('\r\n\r\n')),
  },
  {
    name: 'sends-line-ends-after-error',
    what: 'It sends an empty line after every Error.',
    behaviour: answersInvalid((reply) => ({ ...reply, deliver: andThen('\r\n') })),
  },
  {
    name: 'answers-twice',
    what: 'It sends a second answer after the first, as a handler that goes on after its answer.',
    behaviour: deliversCreated(
      andThen('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}'),
    ),
  },
  {
    name: 'resets-connection-on-long-bodies',
    what: 'It resets the connection where Content-Length is above 10,000, before it has read the body.',
    behaviour: () => ({
      around: async (request, answer) => {
        if (Number(request.headers['content-length'] ?? 0) <= 10_000) return answer();
        return { ...silence, deliver: ({ socket }) => void socket?.resetAndDestroy() };
      },
    }),
  },
  {
    name: 'breaks-off-every-25th-answer-of-connection',
    what: 'It ends a connection in the middle of its 25th answer, though it has not announced that.',
    behaviour: () => {
      const answers = new WeakMap<object, number>();
      return {
        around: async ({ socket }, answer) => {
          const count = (answers.get(socket) ?? 0) + 1;
          answers.set(socket, count);
          const reply = await answer();
          return count % 25 === 0 ? { ...reply, deliver: breakOff } : reply;
        },
      };
    },
  },
  {
    name: 'hangs-on-expectation',
    what: 'It never answers a request with Expect: 100-continue, though it sends 100 Continue.',
    behaviour: (right) => ({
      around: async (request, answer) =>
        request.headers.expect === undefined ? right.around(request, answer) : silence,
    }),
    ...seenIn('Java', 'Ratpack 1.1 misses the first part of the body after it', 'ratpack/ratpack#852'),
  },
  {
    name: 'hangs-up-on-expectation',
    what: 'It ends the connection without an answer where a request has Expect: 100-continue.',
    behaviour: () => ({ confirm: () => hangUp }),
  },
  {
    name: 'counts-chunks-in-characters',
    what: 'It gives the size of a chunk in characters, so that é breaks the framing.',
    behaviour: raw(({ body }) => chunked(`${body.toString().length.toString(16)}\r\n${body}\r\n0\r\n\r\n`)),
  },
  {
    name: 'leaves-out-last-chunk',
    what: 'It closes the connection without the last chunk.',
    behaviour: raw(({ body }) => chunked(`${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n`)),
  },
  {
    name: 'sends-broken-trailer',
    what: 'It sends a trailer that is no header line.',
    behaviour: raw(({ body }) =>
      chunked(`${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\nno colon here\r\n\r\n`),
    ),
  },
  {
    name: 'gives-two-lengths',
    what: 'It sends two Content-Length headers that differ.',
    behaviour: raw(({ body }) => {
      const length = Buffer.byteLength(body);
      return `content-length: ${length}\r\ncontent-length: ${length + 1}\r\n\r\n${body}`;
    }),
  },
  {
    name: 'gives-length-and-chunks',
    what: 'It sends Content-Length and Transfer-Encoding: chunked at once, which RFC 9112, 6.2 forbids.',
    behaviour: raw(({ body }) => {
      const length = Buffer.byteLength(body);
      return `content-length: ${length}\r\n${chunked(`${length.toString(16)}\r\n${body}\r\n0\r\n\r\n`)}`;
    }),
  },
  {
    name: 'sends-header-without-colon',
    what: 'It sends a line among the headers that is none, as a warning that a CGI program prints.',
    behaviour: raw(({ body }) => `PHP Warning\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`),
  },
  {
    name: 'gives-length-with-unit',
    what: 'It sends Content-Length: 20 bytes.',
    behaviour: raw(({ body }) => `content-length: ${Buffer.byteLength(body)} bytes\r\n\r\n${body}`),
  },
]);

function deliversCreated(deliver: Deliver): Change {
  return answersCreated((reply) => ({ ...reply, deliver }));
}

/** A whole answer, and then something that nobody asked for. */
function andThen(bytes: string): Deliver {
  return (response, { status, headers, body }) => {
    const { socket } = response;
    response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
    response.end(body, () => void socket?.write(bytes));
  };
}

function breakOff(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.write(body.slice(0, 5), () => response.destroy());
}

/** An answer written by hand from the framing on; the connection ends with it. */
function raw(frame: (reply: Reply) => string): Change {
  return deliversCreated((response, reply) => {
    const start = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n';
    response.socket?.end(`${start}${frame(reply)}`);
  });
}

function chunked(chunks: string): string {
  return `transfer-encoding: chunked\r\n\r\n${chunks}`;
}
