/** Connections that end at every point of an exchange. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { nobody } from '../../../free-port.ts';
import type { Reply } from '../../zoo/exchange.ts';
import {
  connections,
  fromZoo,
  type HostileServer,
  head,
  JSON_TYPE,
  plants,
  store,
  whole,
} from '../server.ts';

const broken = {
  exit: 1,
  checks: ['answer-arrives'],
  told: /closed before the answer was complete|not well-formed HTTP/,
} as const;
const noHttp = {
  exit: 2,
  error: 'target-unreachable',
  told: /not one request has an answer/,
  why: 'not one word of HTTP comes from there, so that nothing can be judged',
} as const;
const why = 'a connection that ends within an exchange leaves the client without an answer';

export const resets: readonly HostileServer[] = [
  {
    name: 'nobody-listens',
    what: 'Its port is closed.',
    demand: { exit: 2, error: 'target-unreachable', told: /ECONNREFUSED/, why: 'there is nobody to judge' },
    proxied: 502,
    start: async () => ({ url: await nobody(), close: async () => {} }),
  },
  {
    name: 'resets-after-accept',
    what: 'It resets every connection as soon as it is made.',
    demand: noHttp,
    proxied: 502,
    start: connections((socket) => void socket.resetAndDestroy()),
  },
  {
    name: 'closes-after-accept',
    what: 'It closes every connection as soon as it is made.',
    demand: noHttp,
    proxied: 502,
    start: connections((socket) => void socket.end()),
  },
  {
    name: 'resets-after-request',
    what: 'It resets the connection in place of a plant.',
    demand: { ...broken, why },
    proxied: 502,
    start: plants(({ socket }) => void socket.resetAndDestroy()),
  },
  {
    name: 'resets-after-status-line',
    what: 'It resets the connection behind the status line of a plant.',
    demand: { ...broken, why },
    proxied: 502,
    start: resetBehind((text) => text.indexOf('\r\n') + 2),
  },
  {
    name: 'resets-within-head',
    what: 'It resets the connection within the head of a plant.',
    demand: { ...broken, why },
    proxied: 502,
    start: resetBehind((text) => text.indexOf('\r\n\r\n') - 3),
  },
  {
    name: 'resets-behind-head',
    what: 'It resets the connection between the head and the body of a plant.',
    demand: { ...broken, why },
    proxied: 502,
    start: resetBehind((text) => text.indexOf('\r\n\r\n') + 4),
  },
  {
    name: 'resets-within-body',
    what: 'It resets the connection before the last byte of a plant.',
    demand: { ...broken, why },
    proxied: 502,
    start: resetBehind((text) => text.length - 1),
  },
  {
    name: 'leaves-out-last-chunk',
    what: 'It closes the connection without the last chunk.',
    demand: {
      exit: 1,
      checks: ['answer-arrives'],
      why: 'without the last chunk nobody knows that it was the last',
    },
    proxied: 502,
    start: fromZoo('leaves-out-last-chunk'),
  },
  {
    name: 'closes-behind-answer',
    what: 'It closes the connection behind every plant, without having said so.',
    demand: { exit: 0, why: 'RFC 9112, section 9.5: either side may close an idle connection at any time' },
    proxied: 'passed on',
    start: plants(({ socket, reply }) => void socket.end(whole(reply))),
  },
  {
    name: 'resets-idle-connections',
    what: 'It resets every connection that nobody has used for a tenth of a second.',
    demand: { exit: 0, why: 'an idle connection may end in any way; another one is made' },
    proxied: 'passed on',
    start: resetsIdle(100),
  },
  {
    name: 'closes-at-reuse',
    what: 'It closes a kept connection when the second request comes on it, before it answers.',
    demand: { ...broken, why: 'it has read the request, and says nothing, each time' },
    proxied: 'passed on',
    start: store(() => {
      const used = new WeakSet<object>();
      return {
        around: async (request, answer) => {
          const { socket } = request;
          if (used.has(socket)) return { ...(await answer()), deliver: () => void socket.destroy() };
          used.add(socket);
          return answer();
        },
      };
    }),
  },
  {
    name: 'half-closes',
    what: 'It ends its side of the connection in the middle of the head, and goes on reading.',
    demand: { ...broken, why },
    proxied: 502,
    start: plants(({ socket }) => void socket.end(head([JSON_TYPE]).slice(0, 30))),
  },
];

function resetsIdle(afterMs: number): HostileServer['start'] {
  const requests = new WeakMap<object, number>();
  // A connection is idle from the end of an answer on, and until a request is there to be read: on a busy machine a time
  // may be over before either is seen.
  const deliver = (response: ServerResponse, { status, headers, body }: Reply, socket: Socket) => {
    const last = requests.get(socket);
    const resetIdle = () => requests.get(socket) === last && socket.resetAndDestroy();
    response.once('finish', () => setTimeout(() => setImmediate(resetIdle), afterMs));
    response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers }).end(body);
  };
  return store(() => ({
    around: async ({ socket }, answer) => {
      requests.set(socket, (requests.get(socket) ?? 0) + 1);
      const reply = await answer();
      return { ...reply, deliver: (response) => deliver(response, reply, socket) };
    },
  }));
}

function resetBehind(end: (text: string) => number): HostileServer['start'] {
  return plants(({ socket, reply }) => {
    const text = whole(reply);
    socket.write(text.slice(0, end(text)), () => setTimeout(() => socket.resetAndDestroy(), 5));
  });
}
