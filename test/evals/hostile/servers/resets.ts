/** Connections that end at every point of an exchange. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { UNUSED_URL } from '../../../free-port.ts';
import type { StoreResponse } from '../../zoo/response.ts';
import {
  type HostileServer,
  handleConnections,
  JSON_TYPE,
  respondToPlantsWith,
  responseHead,
  startZooVariant,
  wholeResponse,
  withBehavior,
} from '../hostile-server.ts';

const broken = {
  exitCode: 1,
  checks: ['response-arrives'],
  reported: /closed before the response was complete|not well-formed HTTP/,
} as const;
const noHttp = {
  exitCode: 2,
  error: 'target-unreachable',
  reported: /no request got a response/,
  why: 'no HTTP comes from there, so that nothing can be checked',
} as const;
const why = 'a connection that ends within an exchange leaves the client without a response';

export const resets: readonly HostileServer[] = [
  {
    name: 'nobody-listens',
    description: 'Its port is closed.',
    expected: {
      exitCode: 2,
      error: 'target-unreachable',
      reported: /ECONNREFUSED/,
      why: 'there is no implementation to check',
    },
    proxied: 502,
    start: async () => ({ url: UNUSED_URL, close: async () => {} }),
  },
  {
    name: 'resets-after-accept',
    description: 'It resets every connection as soon as it is made.',
    expected: noHttp,
    proxied: 502,
    start: handleConnections((socket) => void socket.resetAndDestroy()),
  },
  {
    name: 'closes-after-accept',
    description: 'It closes every connection as soon as it is made.',
    expected: noHttp,
    proxied: 502,
    start: handleConnections((socket) => void socket.end()),
  },
  {
    name: 'resets-after-request',
    description: 'It resets the connection instead of a plant.',
    expected: { ...broken, why },
    proxied: 502,
    start: respondToPlantsWith(({ socket }) => void socket.resetAndDestroy()),
  },
  {
    name: 'resets-after-status-line',
    description: 'It resets the connection behind the status line of a plant.',
    expected: { ...broken, why },
    proxied: 502,
    start: resetBehind((text) => text.indexOf('\r\n') + 2),
  },
  {
    name: 'resets-within-head',
    description: 'It resets the connection within the head of a plant.',
    expected: { ...broken, why },
    proxied: 502,
    start: resetBehind((text) => text.indexOf('\r\n\r\n') - 3),
  },
  {
    name: 'resets-behind-head',
    description: 'It resets the connection between the head and the body of a plant.',
    expected: { ...broken, why },
    proxied: 502,
    start: resetBehind((text) => text.indexOf('\r\n\r\n') + 4),
  },
  {
    name: 'resets-within-body',
    description: 'It resets the connection before the last byte of a plant.',
    expected: { ...broken, why },
    proxied: 502,
    start: resetBehind((text) => text.length - 1),
  },
  {
    name: 'leaves-out-last-chunk',
    description: 'It closes the connection without the last chunk.',
    expected: {
      exitCode: 1,
      checks: ['response-arrives'],
      why: 'without the last chunk the end is unknown',
    },
    proxied: 502,
    start: startZooVariant('leaves-out-last-chunk'),
  },
  {
    name: 'closes-behind-answer',
    description: 'It closes the connection after every plant, without announcing it.',
    expected: {
      exitCode: 0,
      why: 'RFC 9112, section 9.5: either side may close an idle connection at any time',
    },
    proxied: 'passed on',
    start: respondToPlantsWith(({ socket, response }) => void socket.end(wholeResponse(response))),
  },
  {
    name: 'resets-idle-connections',
    description: 'It resets every connection that is idle for a tenth of a second.',
    expected: { exitCode: 0, why: 'an idle connection may end in any way; another one is made' },
    proxied: 'passed on',
    start: resetsIdle(100),
  },
  {
    name: 'closes-at-reuse',
    description: 'It closes a kept connection when the second request comes on it, before it responds.',
    expected: { ...broken, why: 'it has read the request, and sends nothing, each time' },
    proxied: 'passed on',
    start: withBehavior(() => {
      const used = new WeakSet<object>();
      return {
        wrapExchange: async (request, respond) => {
          const { socket } = request;
          if (used.has(socket)) return { ...(await respond()), deliver: () => void socket.destroy() };
          used.add(socket);
          return respond();
        },
      };
    }),
  },
  {
    name: 'half-closes',
    description: 'It ends its side of the connection in the middle of the head, and goes on reading.',
    expected: { ...broken, why },
    proxied: 502,
    start: respondToPlantsWith(({ socket }) => void socket.end(responseHead([JSON_TYPE]).slice(0, 30))),
  },
];

/** In so many parts the time passes, each of which begins in another turn of the event loop. */
const IDLE_PARTS = 10;

/**
 * A connection is idle if nothing has come on it from the end of a response on. The client of a test runs in the same
 * process: on a busy machine a time may be over before it had a turn to send anything, so the time has several parts.
 */
function resetsIdle(afterMs: number): HostileServer['start'] {
  const deliver = (response: ServerResponse, { status, headers, body }: StoreResponse, socket: Socket) => {
    const read = socket.bytesRead;
    const wait = (parts: number): void => {
      if (socket.destroyed || socket.bytesRead !== read) return;
      if (parts === 0) socket.resetAndDestroy();
      else setTimeout(() => setImmediate(wait, parts - 1), afterMs / IDLE_PARTS);
    };
    response.once('finish', () => wait(IDLE_PARTS));
    response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers }).end(body);
  };
  return withBehavior(() => ({
    wrapExchange: async ({ socket }, respond) => {
      const reply = await respond();
      return { ...reply, deliver: (response) => deliver(response, reply, socket) };
    },
  }));
}

function resetBehind(end: (text: string) => number): HostileServer['start'] {
  return respondToPlantsWith(({ socket, response }) => {
    const text = wholeResponse(response);
    socket.write(text.slice(0, end(text)), () => setTimeout(() => socket.resetAndDestroy(), 5));
  });
}
