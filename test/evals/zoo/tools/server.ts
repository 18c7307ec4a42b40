import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { close, listen } from '../listen.ts';
import type { RunningZooStore } from '../zoo.ts';
import { problemResponse, ToolProblem, type ToolResponse } from './response.ts';
import { createToolExchange, type ToolStoreBehavior } from './store.ts';

export async function startToolStore(
  store: ToolStoreBehavior,
  { port }: { readonly port: number },
): Promise<RunningZooStore> {
  const respond = createToolExchange(store);
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    respond(request)
      .catch(() => undefined)
      .then((reply) => (reply === undefined ? response.destroy() : send(response, reply)));
  };
  const server = createServer(serve);
  server.on('clientError', rejectMalformedHttp);
  const bound = await listen(server, { host: '127.0.0.1', port });
  return { url: `http://127.0.0.1:${bound}`, close: () => close(server) };
}

function send(response: ServerResponse, { status, headers, body }: ToolResponse): void {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  response.writeHead(status, { ...length, ...headers }).end(body);
}

/** What is not even HTTP gets a problem too, where Node would send a bare 400. */
function rejectMalformedHttp(_error: Error, socket: Duplex): void {
  if (!socket.writable) return void socket.destroy();
  const message = 'This is not HTTP.';
  const { body = '' } = problemResponse(new ToolProblem(400, message, [{ pointer: '', message }]));
  const head = `content-type: application/problem+json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close`;
  socket.end(`HTTP/1.1 400 Bad Request\r\n${head}\r\n\r\n${body}`);
}
