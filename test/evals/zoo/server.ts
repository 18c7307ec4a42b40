import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isIPv6 } from 'node:net';
import type { Duplex } from 'node:stream';
import { close, listen } from './listen.ts';
import { closedConnection, type StoreResponse } from './response.ts';
import { createExchange, type PlantStoreBehavior } from './store.ts';

export interface RunningPlantStore {
  /** With the base path, without a slash at the end. */
  readonly url: string;
  readonly token: string;
  /** Ends open connections too. */
  close(): Promise<void>;
}

export async function startStore(
  store: PlantStoreBehavior,
  { token, port }: { readonly token: string; readonly port: number },
): Promise<RunningPlantStore> {
  const handleExchange = (request: IncomingMessage, response: ServerResponse): void => {
    store
      .wrapExchange(request, () => createExchange(store, request, token))
      .catch(() => closedConnection)
      .then((storeResponse) => send(response, storeResponse));
  };
  const server = createServer(store.serverOptions, handleExchange);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    const refused = store.respondToExpectContinue(response);
    if (refused === undefined) handleExchange(request, response);
    else send(response, refused);
  });
  // An expectation that Node does not know is no reason for its bare 417.
  server.on('checkExpectation', handleExchange);
  server.on('clientError', rejectMalformedHttp);
  const boundPort = await listen(server, { host: store.host, port });
  const host = isIPv6(store.host) ? `[${store.host}]` : store.host;
  return { url: `http://${host}:${boundPort}${store.basePath}`, token, close: () => close(server) };
}

function send(response: ServerResponse, storeResponse: StoreResponse): void {
  if (storeResponse.deliver) storeResponse.deliver(response, storeResponse);
  else
    response
      .writeHead(storeResponse.status, { ...lengthOf(storeResponse), ...storeResponse.headers })
      .end(storeResponse.body);
}

/** Without it Node sends chunks; a 204 has no length. */
function lengthOf({ status, body }: StoreResponse): { readonly 'content-length'?: number } {
  return status === 204 ? {} : { 'content-length': Buffer.byteLength(body) };
}

/** What is not even HTTP gets an Error too, where Node would send a bare 400. */
function rejectMalformedHttp(_error: Error, socket: Duplex): void {
  if (!socket.writable) return void socket.destroy();
  const body = JSON.stringify({ error: 400, message: 'This is not HTTP.' });
  const head = `content-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close`;
  socket.end(`HTTP/1.1 400 Bad Request\r\n${head}\r\n\r\n${body}`);
}
