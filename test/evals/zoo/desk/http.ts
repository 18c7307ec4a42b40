import { createServer, type IncomingMessage, type ServerOptions, type ServerResponse } from 'node:http';
import { close, listen } from '../listen.ts';
import type { RunningZooStore } from '../zoo.ts';

/** What the desk tells and keeps; numbers here are all small. */
export type Value = string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value };

/** One request as it came, with its whole body. */
export interface DeskRequest {
  readonly method: string;
  /** As it stands in the request line, without the query. */
  readonly path: string;
  readonly query: string;
  /** By names in small letters; cookies joined. */
  readonly headers: Readonly<Record<string, string>>;
  /** Of the headers, as they were sent. */
  readonly names: readonly string[];
  readonly body: Buffer;
}

export interface DeskResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string | Buffer;
  /** Puts the answer on the wire in a way of its own. */
  readonly deliver?: (response: ServerResponse, deskResponse: DeskResponse) => void;
}

/** A stage ends the exchange with an answer of its own. */
export class DeskEarlyResponse extends Error {
  readonly response: DeskResponse;

  constructor(response: DeskResponse) {
    super('the exchange ends here');
    this.response = response;
  }
}

export function jsonDeskResponse(status: number, value: Value, headers: DeskResponse['headers'] = {}): DeskResponse {
  const body = JSON.stringify(value);
  return { status, headers: { 'content-type': 'application/json', ...headers }, body };
}

export function withDeskHeader(deskResponse: DeskResponse, name: string, value: string): DeskResponse {
  return { ...deskResponse, headers: { ...deskResponse.headers, [name]: value } };
}

export function withoutHeader(deskResponse: DeskResponse, name: string): DeskResponse {
  return {
    ...deskResponse,
    headers: Object.fromEntries(Object.entries(deskResponse.headers).filter(([key]) => key !== name)),
  };
}

export async function listenOnPort(
  port: number,
  options: ServerOptions,
  deskResponse: (request: DeskRequest) => Promise<DeskResponse>,
): Promise<RunningZooStore> {
  const server = createServer(options, (request, response) => {
    incoming(request)
      .then(deskResponse)
      .then((sent) => send(response, sent))
      .catch(() => response.destroy());
  });
  const bound = await listen(server, { host: '127.0.0.1', port });
  return { url: `http://127.0.0.1:${bound}`, close: () => close(server) };
}

async function incoming(request: IncomingMessage): Promise<DeskRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  const [path = '', query = ''] = (request.url ?? '').replace(/^https?:\/\/[^/?]*/i, '').split(/\?(.*)/s);
  const headers = Object.entries(request.headers).map(
    ([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')] as const,
  );
  return {
    method: request.method ?? '',
    path,
    query,
    headers: Object.fromEntries(headers),
    names: request.rawHeaders.filter((_one, index) => index % 2 === 0),
    body: Buffer.concat(chunks),
  };
}

function send(response: ServerResponse, deskResponse: DeskResponse): void {
  if (deskResponse.deliver) deskResponse.deliver(response, deskResponse);
  else head(response, deskResponse).end(deskResponse.body);
}

/** Status and headers; the length too unless told, or where an answer has none. */
export function head(
  response: ServerResponse,
  { status, headers, body }: DeskResponse,
  hasLength = true,
): ServerResponse {
  for (const [name, value] of Object.entries(headers))
    response.setHeader(name, typeof value === 'string' ? value : [...value]);
  if (hasLength && status !== 204 && status !== 304) response.setHeader('content-length', Buffer.byteLength(body));
  return response.writeHead(status);
}
