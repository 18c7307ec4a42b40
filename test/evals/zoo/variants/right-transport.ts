import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { StoreResponse } from '../response.ts';
import { withHeader } from '../store.ts';
import { right } from '../variant.ts';
import type { PlantStoreChange } from './changes.ts';

/** Other ways to put the same answer on the wire. */
export const rightTransport = right([
  {
    name: 'sends-in-small-pieces',
    description: 'It sends its responses chunked, in pieces of three bytes, which split characters.',
    behavior: delivers(async (response, { status, headers, body }) => {
      response.writeHead(status, headers);
      for (const piece of pieces(Buffer.from(body))) {
        response.write(piece);
        await delay(0);
      }
      response.end();
    }),
  },
  {
    name: 'closes-connections',
    description: 'It closes the connection after every response.',
    behavior: changes((reply) => withHeader(reply, 'connection', 'close')),
  },
  {
    name: 'ends-bodies-by-closing',
    description:
      'It sends neither a length nor chunks: the end of the connection is the end of the body, as HTTP/1.0 does.',
    behavior: delivers((response, { status, headers, body }) => {
      response.useChunkedEncodingByDefault = false;
      response.shouldKeepAlive = false;
      response.writeHead(status, headers).write(body);
      response.end();
    }),
  },
  {
    name: 'keeps-connections-briefly',
    description: 'It closes connections that are idle for a second, and announces that.',
    behavior: () => ({ serverOptions: { keepAliveTimeout: 1000 } }),
  },
  {
    name: 'sends-early-hints',
    description: 'It sends 103 Early Hints before the response.',
    behavior: delivers((response, { status, headers, body }) => {
      response.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' });
      response.writeHead(status, headers).end(body);
    }),
  },
  {
    name: 'sends-trailers',
    description: 'It sends trailers after a chunked body.',
    behavior: delivers((response, { status, headers, body }) => {
      if (response.req.method === 'HEAD') return void response.writeHead(status, headers).end();
      response.writeHead(status, { ...headers, trailer: 'Server-Timing' }).write(body);
      response.addTrailers({ 'Server-Timing': 'db;dur=1' });
      response.end();
    }),
  },
  {
    name: 'gives-other-reasons',
    description: 'It gives reason phrases of its own.',
    behavior: delivers((response, { status, headers, body }) => {
      response.writeHead(status, 'As You Like It', headers).end(body);
    }),
  },
  {
    name: 'sends-many-headers',
    description: 'It sends many headers, in odd case, some several times, with cookies and an ETag.',
    behavior: changes((reply) => ({ ...reply, headers: { ...uppercased(reply), ...decoration } })),
  },
  {
    name: 'sends-no-date',
    description: 'It sends no Date header.',
    behavior: delivers((response, { status, headers, body }) => {
      response.sendDate = false;
      response.writeHead(status, headers).end(body);
    }),
  },
]);

const decoration = {
  'X-POWERED-BY': 'Greenhouse/3.1',
  'set-COOKIE': ['session=1; Path=/; HttpOnly', 'seen=yes; Max-Age=60'],
  ETag: 'W/"1"',
  Vary: 'Origin, Accept',
  'Access-Control-Allow-Origin': '*',
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Empty': '',
  ...Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`X-Leaf-${index}`, 'green '.repeat(20).trim()])),
};

/** Three bytes each, and the rest of a long body at once. */
function pieces(bytes: Buffer): readonly Buffer[] {
  const small = Array.from({ length: 100 }, (_, index) => bytes.subarray(index * 3, index * 3 + 3));
  return [...small, bytes.subarray(300)].filter((piece) => piece.length > 0);
}

function uppercased({ headers }: StoreResponse): StoreResponse['headers'] {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
}

function delivers(deliver: (response: ServerResponse, reply: StoreResponse) => void): PlantStoreChange {
  return changes((reply) => ({ ...reply, deliver }));
}

function changes(change: (reply: StoreResponse) => StoreResponse): PlantStoreChange {
  return () => ({ wrapExchange: async (_request, respond) => change(await respond()) });
}
