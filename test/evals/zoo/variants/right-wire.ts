import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { type Reply, textReply } from '../exchange.ts';
import { withHeader } from '../store.ts';
import { right } from '../variant.ts';
import type { Change } from './changes.ts';

/** Other manners on the connection. */
export const rightWire = right([
  {
    name: 'speaks-http-1-0',
    what: 'It answers in HTTP/1.0 with a length, and closes the connection.',
    behaviour: delivers((response, { status, headers, body }) => {
      const lines = Object.entries({ ...headers, 'content-length': Buffer.byteLength(body) });
      const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      response.socket?.write(`HTTP/1.0 ${status} \r\n${head}\r\n`);
      response.socket?.end(response.req.method === 'HEAD' ? '' : body);
    }),
  },
  {
    name: 'sends-several-interim-answers',
    what: 'It sends 102 Processing twice and 103 Early Hints before the answer.',
    behaviour: delivers((response, { status, headers, body }) => {
      response.writeProcessing();
      response.writeProcessing();
      response.writeEarlyHints({ link: '</>; rel=preconnect' });
      response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
    }),
  },
  {
    name: 'continues-twice',
    what: 'It sends 100 Continue twice where it is asked for, as a proxy and the store behind it do.',
    behaviour: () => ({
      confirm: (response) => {
        response.writeContinue();
        response.writeContinue();
        return undefined;
      },
    }),
  },
  {
    name: 'refuses-expectations',
    what: 'It answers 417 with no body to Expect: 100-continue, which clients then send again without.',
    behaviour: () => ({ confirm: () => ({ status: 417, headers: { connection: 'close' }, body: '' }) }),
  },
  {
    name: 'closes-after-twenty-requests',
    what: 'It closes a connection after twenty requests, and announces that.',
    behaviour: () => {
      const requests = new WeakMap<object, number>();
      return {
        around: async ({ socket }, answer) => {
          const count = (requests.get(socket) ?? 0) + 1;
          requests.set(socket, count);
          const reply = await answer();
          return count < 20 ? reply : withHeader(reply, 'connection', 'close');
        },
      };
    },
  },
  {
    name: 'tells-keep-alive',
    what: 'It sends Connection: keep-alive and Keep-Alive: timeout=5, max=100 with every answer.',
    behaviour: changes((reply) => ({
      ...reply,
      headers: { ...reply.headers, connection: 'keep-alive', 'keep-alive': 'timeout=5, max=100' },
    })),
  },
  {
    name: 'packs-with-brotli-when-asked',
    what: 'It answers in brotli where Accept-Encoding asks for it.',
    behaviour: () => ({
      around: async ({ headers }, answer) => {
        const reply = withHeader(await answer(), 'vary', 'accept-encoding');
        if (!/\bbr\b(?!\s*;\s*q=0)/.test(String(headers['accept-encoding'] ?? ''))) return reply;
        return { ...withHeader(reply, 'content-encoding', 'br'), body: brotliCompressSync(reply.body) };
      },
    }),
  },
  {
    name: 'gives-useless-session',
    what: 'It sets a new session cookie with every answer, which opens nothing.',
    behaviour: () => {
      let sessions = 0;
      return {
        around: async (_request, answer) =>
          withHeader(
            await answer(),
            'set-cookie',
            `JSESSIONID=${++sessions}; Path=/; HttpOnly; SameSite=Lax`,
          ),
      };
    },
  },
  {
    name: 'is-slow-now-and-then',
    what: 'It takes 600 ms for every fortieth answer, as a collection of garbage does.',
    behaviour: () => {
      let requests = 0;
      return {
        around: async (_request, answer) => {
          if (++requests % 40 === 0) await delay(600);
          return answer();
        },
      };
    },
  },
  {
    name: 'limits-rate-in-seconds',
    what: 'It answers 429 with Retry-After: 1 beyond 250 requests in a second.',
    behaviour: limitsRate(() => '1'),
  },
  {
    name: 'limits-rate-by-date',
    what: 'It answers 429 with an HTTP date in Retry-After beyond 250 requests in a second.',
    behaviour: limitsRate((until) => new Date(until).toUTCString()),
  },
]);

const WINDOW_MS = 1000;
const MOST_IN_WINDOW = 250;

function limitsRate(retryAfter: (until: number) => string): Change {
  return () => {
    let begun = 0;
    let requests = 0;
    return {
      around: async (_request, answer) => {
        const now = Date.now();
        if (now - begun >= WINDOW_MS) {
          begun = now;
          requests = 0;
        }
        if (++requests <= MOST_IN_WINDOW) return answer();
        // An HTTP date has whole seconds: the next one after the window is over.
        const until = Math.ceil((begun + WINDOW_MS) / 1000) * 1000;
        return withHeader(textReply(429, 'Too Many Requests'), 'retry-after', retryAfter(until));
      },
    };
  };
}

function delivers(deliver: (response: ServerResponse, reply: Reply) => void): Change {
  return changes((reply) => ({ ...reply, deliver }));
}

function changes(change: (reply: Reply) => Reply): Change {
  return () => ({ around: async (_request, answer) => change(await answer()) });
}
