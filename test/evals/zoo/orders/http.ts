/** Requests and replies of the shop, and how they come from and go to the wire. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { isObject, type Json, type JsonObject, parseJson } from '../json.ts';
import { close, listen } from '../listen.ts';
import type { RunningZooStore } from '../zoo.ts';

export interface ShopRequest {
  readonly method: string;
  /** As in the request line, without the query. */
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Of the headers, as they were sent. */
  readonly headerNames: readonly string[];
  readonly body: Buffer;
}

export interface ShopReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for none. */
  readonly body: string | Buffer | undefined;
}

export function jsonReply(status: number, body: Json, headers: ShopReply['headers'] = {}): ShopReply {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

export function withReplyHeaders(reply: ShopReply, headers: ShopReply['headers']): ShopReply {
  return { ...reply, headers: { ...reply.headers, ...headers } };
}

/** The object in a JSON body, changed. */
export function withReplyBody(reply: ShopReply, change: (body: JsonObject) => Json): ShopReply {
  if (typeof reply.body !== 'string') return reply;
  const body = parseJson(reply.body);
  return isObject(body) ? { ...reply, body: JSON.stringify(change(body)) } : reply;
}

export async function listenForShop(
  port: number,
  respond: (request: ShopRequest) => Promise<ShopReply>,
): Promise<RunningZooStore> {
  const server = createServer((message, response) => {
    readRequest(message)
      .then(respond)
      .then((reply) => send(response, reply))
      .catch(() => response.destroy());
  });
  server.on('clientError', rejectMalformedHttp);
  const bound = await listen(server, { host: '127.0.0.1', port });
  return { url: `http://127.0.0.1:${bound}`, close: () => close(server) };
}

async function readRequest(message: IncomingMessage): Promise<ShopRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  const [path = '', query = ''] = (message.url ?? '').replace(/^https?:\/\/[^/?]*/i, '').split(/\?(.*)/s);
  const headers = Object.entries(message.headers).map(
    ([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')] as const,
  );
  return {
    method: message.method ?? '',
    path,
    query,
    headers: Object.fromEntries(headers),
    headerNames: message.rawHeaders.filter((_one, index) => index % 2 === 0),
    body: Buffer.concat(chunks),
  };
}

function send(response: ServerResponse, { status, headers, body }: ShopReply): void {
  const hasLength = body !== undefined && !('transfer-encoding' in headers);
  const length = hasLength ? { 'content-length': String(Buffer.byteLength(body)) } : {};
  response.writeHead(status, { ...length, ...headers }).end(body);
}

/** What is not even HTTP gets a problem too, where Node would send a bare 400. */
function rejectMalformedHttp(_error: Error, socket: Duplex): void {
  if (!socket.writable) return void socket.destroy();
  const body = JSON.stringify({ title: 'Bad request', status: 400, detail: 'This is not HTTP.' });
  const head = `content-type: application/problem+json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close`;
  socket.end(`HTTP/1.1 400 Bad Request\r\n${head}\r\n\r\n${body}`);
}
