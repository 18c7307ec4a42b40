/** The faulty shop as an HTTP server of this process, on a free port of 127.0.0.1. */
import { isUtf8 } from 'node:buffer';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createFaultyShop, type FaultyShop, type ShopResponse } from './faulty-shop.ts';

export interface RunningShop {
  /** Without a trailing slash. */
  readonly url: string;
  close(): Promise<void>;
}

/** Longer bodies are not read: no client of the demo sends one. */
const MAX_BODY_BYTES = 1_000_000;

export async function serveFaultyShop(token: string): Promise<RunningShop> {
  const shop = createFaultyShop(token);
  const server = createServer((request, response) => void exchange(shop, request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function exchange(shop: FaultyShop, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const body = await readBody(request);
    if (body === undefined) return send(response, { status: 413, body: { message: 'too long' } });
    const [path = ''] = (request.url ?? '').split('?');
    const { method = '', headers } = request;
    const { authorization, 'content-type': contentType } = headers;
    send(response, shop.respond({ method, path, authorization, contentType, body }));
  } catch {
    // The client has disconnected.
    response.destroy();
  }
}

/** Undefined where it is too long; empty, which is no JSON, where it is not UTF-8. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  if (size > MAX_BODY_BYTES) return undefined;
  const bytes = Buffer.concat(chunks);
  return isUtf8(bytes) ? bytes.toString('utf8') : '';
}

function send(response: ServerResponse, { status, headers = {}, body }: ShopResponse): void {
  if (body === undefined) {
    response.writeHead(status, headers).end();
    return;
  }
  const text = JSON.stringify(body);
  response.writeHead(status, { ...headers, 'Content-Type': 'application/json' }).end(text);
}
