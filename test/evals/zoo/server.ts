import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isIPv6 } from 'node:net';
import type { Duplex } from 'node:stream';
import { hangUp, type Reply } from './exchange.ts';
import { close, listen } from './listen.ts';
import { type Behaviour, exchange } from './store.ts';

export interface RunningStore {
  /** With the base path, without a slash at the end. */
  readonly url: string;
  readonly token: string;
  /** Ends open connections too. */
  close(): Promise<void>;
}

export async function startStore(
  store: Behaviour,
  { token, port }: { readonly token: string; readonly port: number },
): Promise<RunningStore> {
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    store
      .around(request, () => exchange(store, request, token))
      .catch(() => hangUp)
      .then((reply) => send(response, reply));
  };
  const server = createServer(store.serverOptions, serve);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    const refused = store.confirm(response);
    if (refused === undefined) serve(request, response);
    else send(response, refused);
  });
  // An expectation that Node does not know is no reason for its bare 417.
  server.on('checkExpectation', serve);
  server.on('clientError', refuseBrokenHttp);
  const boundPort = await listen(server, { host: store.host, port });
  const host = isIPv6(store.host) ? `[${store.host}]` : store.host;
  return { url: `http://${host}:${boundPort}${store.basePath}`, token, close: () => close(server) };
}

function send(response: ServerResponse, reply: Reply): void {
  if (reply.deliver) reply.deliver(response, reply);
  else response.writeHead(reply.status, { ...lengthOf(reply), ...reply.headers }).end(reply.body);
}

/** Without it Node sends chunks; a 204 has no length. */
function lengthOf({ status, body }: Reply): { readonly 'content-length'?: number } {
  return status === 204 ? {} : { 'content-length': Buffer.byteLength(body) };
}

/** What is not even HTTP gets an Error too, where Node would send a bare 400. */
function refuseBrokenHttp(_error: Error, socket: Duplex): void {
  if (!socket.writable) return void socket.destroy();
  const body = JSON.stringify({ error: 400, message: 'This is not HTTP.' });
  const head = `content-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close`;
  socket.end(`HTTP/1.1 400 Bad Request\r\n${head}\r\n\r\n${body}`);
}
