/** Correct shops with other headers, encodings and connections. */
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { right } from '../../variant.ts';
import { newId, type ShopBehavior } from '../behavior.ts';
import { type ShopReply, withReplyHeaders } from '../http.ts';
import { problemReply, ShopProblem } from '../problem.ts';

function changesReplies(change: (reply: ShopReply) => ShopReply): (right: ShopBehavior) => Partial<ShopBehavior> {
  return ({ wrapExchange }) => ({
    wrapExchange: async (request, respond) => change(await wrapExchange(request, respond)),
  });
}

export const rightConnections = right<ShopBehavior>([
  {
    name: 'links-with-whole-addresses',
    description: 'It writes Location and Link with scheme and host, and a second relation.',
    behavior: ({ wrapExchange }) => ({
      wrapExchange: async (request, respond) => {
        const reply = await wrapExchange(request, respond);
        const base = `http://${request.headers['host']}`;
        const { location, link } = reply.headers;
        return withReplyHeaders(reply, {
          ...(location === undefined ? {} : { location: `${base}${location}` }),
          ...(link === undefined
            ? {}
            : { link: `<${base}${request.path}>; rel="first", ${link.replace('<', `<${base}`)}` }),
        });
      },
    }),
  },
  {
    name: 'writes-header-names-in-upper-case',
    description: 'It writes the names of headers in upper case.',
    behavior: changesReplies((reply) => ({
      ...reply,
      headers: Object.fromEntries(Object.entries(reply.headers).map(([name, value]) => [name.toUpperCase(), value])),
    })),
  },
  {
    name: 'sends-more-response-headers',
    description: 'It sends undeclared headers.',
    behavior: changesReplies((reply) =>
      withReplyHeaders(reply, { vary: 'Accept, Origin', 'x-request-id': newId(), 'cache-control': 'no-cache' }),
    ),
  },
  {
    name: 'declares-charset',
    description: 'It declares the charset of each JSON body.',
    behavior: changesReplies((reply) => {
      const type = reply.headers['content-type'];
      return type === undefined ? reply : withReplyHeaders(reply, { 'content-type': `${type}; charset=UTF-8` });
    }),
  },
  {
    name: 'closes-connections',
    description: 'It closes the connection after each response.',
    behavior: changesReplies((reply) => withReplyHeaders(reply, { connection: 'close' })),
  },
  {
    name: 'sends-chunks',
    description: 'It sends bodies in chunks, without Content-Length.',
    behavior: changesReplies((reply) =>
      reply.body === undefined ? reply : withReplyHeaders(reply, { 'transfer-encoding': 'chunked' }),
    ),
  },
  {
    name: 'compresses-on-request',
    description: 'It compresses with gzip for clients that accept it.',
    behavior: ({ wrapExchange }) => ({
      wrapExchange: async (request, respond) => {
        const reply = await wrapExchange(request, respond);
        const accepted = request.headers['accept-encoding'] ?? '';
        const accepts = /(^|,) *gzip *(,|$)/.test(accepted);
        if (!accepts || reply.body === undefined) return reply;
        return { ...withReplyHeaders(reply, { 'content-encoding': 'gzip' }), body: gzipSync(reply.body) };
      },
    }),
  },
  {
    name: 'limits-rate',
    description: 'It returns 429 with Retry-After to what exceeds 400 requests in a second.',
    behavior: ({ wrapExchange }) => {
      let [second, count] = [0, 0];
      return {
        wrapExchange: async (request, respond) => {
          const now = Math.floor(Date.now() / 1_000);
          count = now === second ? count + 1 : 1;
          second = now;
          if (count <= 400) return wrapExchange(request, respond);
          return problemReply(new ShopProblem(429, 'Slow down.', { headers: { 'retry-after': '1' } }));
        },
      };
    },
  },
  {
    name: 'responds-slowly',
    description: 'It needs 5 to 20 milliseconds for each response.',
    behavior: ({ wrapExchange }) => {
      let count = 0;
      return {
        wrapExchange: async (request, respond) => {
          await delay(5 + ((count++ * 7) % 15));
          return wrapExchange(request, respond);
        },
      };
    },
    concurrency: 16,
  },
]);
