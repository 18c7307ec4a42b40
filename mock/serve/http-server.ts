/**
 * The HTTP server and its sockets, from listening to shutdown. handle-exchange.ts handles requests; this file responds
 * to invalid ones.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { KitError } from '../../errors.ts';
import { HttpError } from '../http/http-error.ts';
import { errorResponse } from '../respond/error-response.ts';
import { withSecurityHeaders } from '../respond/security-headers.ts';
import { createClientErrors, unsupportedMethod } from './client-errors.ts';
import { handleExchange } from './handle-exchange.ts';
import { sendResponse } from './send-response.ts';
import type { ServerContext } from './server-context.ts';

// An import would also load what needs as long as starting Node: see platform/http.ts.
const { createServer } = process.getBuiltinModule('node:http');

/** Returns a server that does not listen yet. */
export function createHttpServer(serverContext: ServerContext): Server {
  const { headerBytes, headersTimeout, requestTimeout, connections } = serverContext.limits;
  const options = {
    maxHeaderSize: headerBytes,
    headersTimeout,
    requestTimeout,
    connectionsCheckingInterval: Math.min(1_000, headersTimeout, requestTimeout),
    // Checked in request-head.ts, with the same error format as other violations.
    requireHostHeader: false,
  };
  const server =
    serverContext.tls === undefined
      ? createServer(options)
      : createTlsServer({ ...options, ...serverContext.tls, handshakeTimeout: headersTimeout });
  server.maxConnections = connections;
  const clientErrors = createClientErrors(serverContext.responses.flush);
  const handleRequest = (request: IncomingMessage, response: ServerResponse) => {
    clientErrors.watch(request, response);
    handleExchange(serverContext, request, response);
  };
  server.on('request', handleRequest);
  server.on('checkContinue', handleRequest);
  server.on('checkExpectation', (request, response) => {
    clientErrors.watch(request, response);
    void rejectExpectation(request, response);
  });
  server.on('connect', (_request, socket) => {
    socket.on('error', ignoreError);
    clientErrors.reject(unsupportedMethod(), socket);
  });
  server.on('clientError', clientErrors.respond);
  server.on('tlsClientError', ignoreError);
  return server;
}

async function rejectExpectation(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const message = 'header.Expect: expected 100-continue, got another expectation';
  const mockResponse = errorResponse(new HttpError('expectation', message), undefined);
  try {
    await sendResponse(request, response, withSecurityHeaders(mockResponse, undefined));
  } catch {
    response.destroy();
  }
}

function ignoreError(): void {}

/** The open sockets. */
export function trackSockets(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}

/** Resolves to the port. Throws `port-taken` and `listen-failed`. */
export async function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    // The listener is not removed: a later error, such as running out of file handles, must not end the process.
    server.on('error', (error: Error & { code?: string }) => reject(listenError(error, port, host)));
    server.listen(port, host, () => resolve(addressPort(server.address()) ?? port));
  });
}

function addressPort(address: AddressInfo | string | null): number | undefined {
  return typeof address === 'object' ? address?.port : undefined;
}

function listenError(error: Error & { code?: string }, port: number, host: string): KitError {
  if (error.code === 'EADDRINUSE')
    return new KitError('port-taken', `port ${port} on ${host} is in use`, { cause: error });
  return new KitError('listen-failed', `${host}:${port}: ${error.message}`, { cause: error });
}

/** A host that clients can connect to: 0.0.0.0 does not work on every system. */
export function hostInUrl(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

/** How long requests in progress may take to finish. */
const GRACE_MS = 300;

interface ClosableServer {
  readonly server: Server;
  readonly sockets: ReadonlySet<Socket>;
  readonly closing: AbortController;
}

/** Destroys sockets directly, because the server does not track those in a TLS handshake. */
export async function shutDown({ server, sockets, closing }: ClosableServer): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  closing.abort();
  const timer = setTimeout(() => {
    for (const socket of sockets) socket.destroy();
  }, GRACE_MS);
  await closed;
  clearTimeout(timer);
}
