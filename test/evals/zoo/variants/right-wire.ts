import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { type StoreResponse, textResponse } from '../response.ts';
import { withHeader } from '../store.ts';
import { right } from '../variant.ts';
import type { PlantStoreChange } from './changes.ts';

/** Other manners on the connection. */
export const rightWire = right([
  {
    name: 'speaks-http-1-0',
    description: 'It returns in HTTP/1.0 with a length, and closes the connection.',
    behavior: delivers((response, { status, headers, body }) => {
      const lines = Object.entries({ ...headers, 'content-length': Buffer.byteLength(body) });
      const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      response.socket?.write(`HTTP/1.0 ${status} \r\n${head}\r\n`);
      response.socket?.end(response.req.method === 'HEAD' ? '' : body);
    }),
  },
  {
    name: 'sends-several-interim-returns',
    description: 'It sends 102 Processing twice and 103 Early Hints before the response.',
    behavior: delivers((response, { status, headers, body }) => {
      response.writeProcessing();
      response.writeProcessing();
      response.writeEarlyHints({ link: '</>; rel=preconnect' });
      response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
    }),
  },
  {
    name: 'continues-twice',
    description: 'It sends 100 Continue twice where it is requested, as a proxy and the server behind it do.',
    behavior: () => ({
      respondToExpectContinue: (response) => {
        response.writeContinue();
        response.writeContinue();
        return undefined;
      },
    }),
  },
  {
    name: 'rejects-expectations',
    description: 'It returns 417 with no body to Expect: 100-continue, which clients then send again without.',
    behavior: () => ({
      respondToExpectContinue: () => ({ status: 417, headers: { connection: 'close' }, body: '' }),
    }),
  },
  {
    name: 'closes-after-twenty-requests',
    description: 'It closes a connection after twenty requests, and announces that.',
    behavior: () => {
      const requests = new WeakMap<object, number>();
      return {
        wrapExchange: async ({ socket }, respond) => {
          const count = (requests.get(socket) ?? 0) + 1;
          requests.set(socket, count);
          const reply = await respond();
          return count < 20 ? reply : withHeader(reply, 'connection', 'close');
        },
      };
    },
  },
  {
    name: 'reports-keep-alive',
    description: 'It sends Connection: keep-alive and Keep-Alive: timeout=5, max=100 with every response.',
    behavior: changes((reply) => ({
      ...reply,
      headers: { ...reply.headers, connection: 'keep-alive', 'keep-alive': 'timeout=5, max=100' },
    })),
  },
  {
    name: 'packs-with-brotli-when-asked',
    description: 'It compresses with brotli where Accept-Encoding requests it.',
    behavior: () => ({
      wrapExchange: async ({ headers }, respond) => {
        const reply = withHeader(await respond(), 'vary', 'accept-encoding');
        if (!/\bbr\b(?!\s*;\s*q=0)/.test(String(headers['accept-encoding'] ?? ''))) return reply;
        return { ...withHeader(reply, 'content-encoding', 'br'), body: brotliCompressSync(reply.body) };
      },
    }),
  },
  {
    name: 'gives-useless-session',
    description: 'It sets a new session cookie with every response, which opens nothing.',
    behavior: () => {
      let sessions = 0;
      return {
        wrapExchange: async (_request, respond) =>
          withHeader(await respond(), 'set-cookie', `JSESSIONID=${++sessions}; Path=/; HttpOnly; SameSite=Lax`),
      };
    },
  },
  {
    name: 'is-slow-now-and-then',
    description: 'It needs 600 ms for every fortieth response, as a garbage collection does.',
    behavior: () => {
      let requests = 0;
      return {
        wrapExchange: async (_request, respond) => {
          if (++requests % 40 === 0) await delay(600);
          return respond();
        },
      };
    },
  },
  {
    name: 'limits-rate-in-seconds',
    description: 'It returns 429 with Retry-After: 1 beyond 250 requests in a second.',
    behavior: limitsRate(() => '1'),
  },
  {
    name: 'limits-rate-by-date',
    description: 'It returns 429 with an HTTP date in Retry-After beyond 250 requests in a second.',
    behavior: limitsRate((until) => new Date(until).toUTCString()),
  },
]);

const WINDOW_MS = 1000;
const MOST_IN_WINDOW = 250;

function limitsRate(retryAfter: (until: number) => string): PlantStoreChange {
  return () => {
    let begun = 0;
    let requests = 0;
    return {
      wrapExchange: async (_request, respond) => {
        const now = Date.now();
        if (now - begun >= WINDOW_MS) {
          begun = now;
          requests = 0;
        }
        if (++requests <= MOST_IN_WINDOW) return respond();
        // An HTTP date has whole seconds: the next one after the window is over.
        const until = Math.ceil((begun + WINDOW_MS) / 1000) * 1000;
        return withHeader(textResponse(429, 'Too Many Requests'), 'retry-after', retryAfter(until));
      },
    };
  };
}

function delivers(deliver: (response: ServerResponse, reply: StoreResponse) => void): PlantStoreChange {
  return changes((reply) => ({ ...reply, deliver }));
}

function changes(change: (reply: StoreResponse) => StoreResponse): PlantStoreChange {
  return () => ({ wrapExchange: async (_request, respond) => change(await respond()) });
}
