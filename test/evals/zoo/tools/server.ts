import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { close, listen } from '../listen.ts';
import type { RunningStore } from '../zoo.ts';
import { Problem, problemReply, type Reply } from './reply.ts';
import { type Behaviour, exchange } from './store.ts';

export async function startStore(
  store: Behaviour,
  { port }: { readonly port: number },
): Promise<RunningStore> {
  const answer = exchange(store);
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    answer(request)
      .catch(() => undefined)
      .then((reply) => (reply === undefined ? response.destroy() : send(response, reply)));
  };
  const server = createServer(serve);
  server.on('clientError', refuseBrokenHttp);
  const bound = await listen(server, { host: '127.0.0.1', port });
  return { url: `http://127.0.0.1:${bound}`, close: () => close(server) };
}

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  response.writeHead(status, { ...length, ...headers }).end(body);
}

/** What is not even HTTP gets a problem too, where Node would send a bare 400. */
function refuseBrokenHttp(_error: Error, socket: Duplex): void {
  if (!socket.writable) return void socket.destroy();
  const message = 'This is not HTTP.';
  const { body = '' } = problemReply(new Problem(400, message, [{ pointer: '', message }]));
  const head = `content-type: application/problem+json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close`;
  socket.end(`HTTP/1.1 400 Bad Request\r\n${head}\r\n\r\n${body}`);
}
