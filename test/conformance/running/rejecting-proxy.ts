/** A gateway in front of an implementation that rejects clients on request. */
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { type OnTestEnd, readBody, startTestServer } from '../test-server.ts';

export interface RejectionResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The error of the Plant Store. */
export const expiredTokenResponse: RejectionResponse = {
  status: 401,
  headers: { 'content-type': 'application/json', 'www-authenticate': 'Bearer error="invalid_token"' },
  body: JSON.stringify({ error: 401, message: 'The token has expired.' }),
};

/** The response of a firewall. */
export const forbiddenResponse: RejectionResponse = {
  status: 403,
  headers: { 'content-type': 'text/html' },
  body: '<h1>Forbidden</h1>',
};

/** Called for every request; its result replaces the response of the implementation. */
export type AccessRule = (requestCount: ArrivedRequest) => RejectionResponse | undefined;

export interface ArrivedRequest {
  /** From 1. */
  readonly number: number;
  readonly request: IncomingMessage;
  readonly body: Buffer;
}

/** Accepts only the given number of requests. */
export function rejectAfter(count: number, rejection: RejectionResponse): AccessRule {
  return ({ number }) => (number > count ? rejection : undefined);
}

/** Returns its base URL. */
export async function startRejectingProxy(store: string, accessRule: AccessRule, onEnd: OnTestEnd): Promise<string> {
  const { pathname } = new URL(store);
  let requestCount = 0;
  const server = createServer(async (request, response) => {
    const body = await readBody(request).catch(() => undefined);
    if (body === undefined) return;
    const rejection = accessRule({ number: ++requestCount, request, body });
    if (rejection === undefined) forward(store, { request, body }, response);
    else response.writeHead(rejection.status, rejection.headers).end(rejection.body);
  });
  server.on('clientError', (_error, socket) => {
    const body = JSON.stringify({ error: 400, message: 'This is not HTTP.' });
    const head = `content-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close`;
    if (socket.writable) socket.end(`HTTP/1.1 400 Bad Request\r\n${head}\r\n\r\n${body}`);
  });
  const url = await startTestServer(server, onEnd);
  return pathname === '/' ? url : `${url}${pathname}`;
}

function forward(store: string, { request, body }: Omit<ArrivedRequest, 'number'>, response: ServerResponse): void {
  const { hostname, port } = new URL(store);
  const { method, url, rawHeaders } = request;
  const headers = pairs(rawHeaders).filter(([name]) => !/^(connection|transfer-encoding|expect)$/i.test(name));
  const hasLength = headers.some(([name]) => /^content-length$/i.test(name));
  const length = hasLength || body.length === 0 ? [] : ['content-length', String(body.length)];
  const sent = send({ hostname, port, method, path: url, headers: [...headers.flat(), ...length] });
  sent.on('response', (received) => {
    response.writeHead(received.statusCode ?? 0, received.rawHeaders);
    received.pipe(response);
  });
  sent.on('error', () => response.destroy());
  sent.end(body);
}

function pairs(flat: readonly string[]): readonly (readonly [string, string])[] {
  return flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1] ?? ''] as const] : []));
}
