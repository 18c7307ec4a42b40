/**
 * A proxy between the native client and the broker. Only the proxy has the broker's credentials; the client
 * authenticates with a token created for this run. All exchanges are logged, because the client's exit codes do not
 * report them.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createClose, listenOnLocalhost, readBody } from '../provider/local-server.ts';
import { type BrokerAccess, maskOf } from './broker-access.ts';
import type { BrokerExchange, BrokerRequest } from './broker-exchange.ts';
import { createLinkRewriter, type LinkRewriter } from './link-rewriter.ts';
import { type ProxyHooks, type ProxyResponse, proxyRequest } from './proxy-request.ts';

export interface BrokerProxy {
  /** On 127.0.0.1, without a trailing slash. */
  readonly url: string;
  /** The token of the native client. */
  readonly token: string;
  /** In the order of the responses; grows while the client runs. */
  readonly log: readonly BrokerExchange[];
  /** The client's output for display: with the broker's own addresses, without secrets. */
  sanitize(text: string): string;
  close(): Promise<void>;
}

export async function startBrokerProxy(access: BrokerAccess, hooks: ProxyHooks = {}): Promise<BrokerProxy> {
  const token = randomBytes(24).toString('hex');
  const log: BrokerExchange[] = [];
  let links: LinkRewriter | undefined;
  const server = createServer((request, response) => {
    if (links === undefined || !isAuthenticated(request, token)) return void respondUnauthorized(response);
    handleRequest(request, response, { access, hooks, links, log }).catch(() => response.destroy());
  });
  // The client keeps its connection open during verification; if it were closed, publishing the result would fail.
  server.keepAliveTimeout = 0;
  const url = `http://127.0.0.1:${await listenOnLocalhost(server)}`;
  links = createLinkRewriter(access.baseUrl, url);
  const { toBroker } = links;
  const mask = maskOf(access);
  return {
    url,
    token,
    log,
    sanitize: (text) => mask(toBroker(text.replaceAll(token, '***'))),
    close: createClose(server),
  };
}

function isAuthenticated({ headers }: IncomingMessage, token: string): boolean {
  const expected = Buffer.from(`Bearer ${token}`);
  const received = Buffer.from(headers.authorization ?? '');
  return received.byteLength === expected.byteLength && timingSafeEqual(received, expected);
}

function respondUnauthorized(response: ServerResponse): void {
  response
    .writeHead(401, { 'content-type': 'text/plain', connection: 'close' })
    .end('the request is not from this run\n');
}

interface ProxyState {
  readonly access: BrokerAccess;
  readonly hooks: ProxyHooks;
  readonly links: LinkRewriter;
  readonly log: BrokerExchange[];
}

async function handleRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { access, hooks, links, log }: ProxyState,
): Promise<void> {
  const body = await readBody(request);
  const brokerRequest: BrokerRequest = { method: request.method ?? 'GET', path: request.url ?? '/', body };
  const { exchange, response: proxyResponse } = await proxyRequest(brokerRequest, request.headers, {
    access,
    hooks,
    links,
  });
  log.push(exchange);
  writeResponse(response, proxyResponse);
}

function writeResponse(response: ServerResponse, { status, contentType, text }: ProxyResponse): void {
  const body = Buffer.from(text);
  const length = { 'content-length': body.byteLength };
  response.writeHead(status, status === 204 ? {} : { 'content-type': contentType, ...length });
  response.end(status === 204 ? undefined : body);
}
