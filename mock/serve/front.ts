/** The sockets of a server, from the port it takes to the end of the last one. A request goes to exchange.ts; what is none is answered here. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { KitError } from '../../errors.ts';
import { createServer } from '../http/message.ts';
import { Refusal } from '../http/refusals.ts';
import { refusalReply } from '../respond/replies.ts';
import { withSecurityHeaders } from '../respond/security-headers.ts';
import { createClientErrors, unknownMethod } from './client-error.ts';
import { exchange } from './exchange.ts';
import { send } from './send.ts';
import type { Front } from './settings.ts';

/** Not yet listening. */
export function createFront(front: Front): Server {
  const { headerBytes, headersTimeout, requestTimeout, connections } = front.limits;
  const options = {
    maxHeaderSize: headerBytes,
    headersTimeout,
    requestTimeout,
    connectionsCheckingInterval: Math.min(1_000, headersTimeout, requestTimeout),
    // Refused as other faults are.
    requireHostHeader: false,
  };
  const server =
    front.tls === undefined
      ? createServer(options)
      : createTlsServer({ ...options, ...front.tls, handshakeTimeout: headersTimeout });
  server.maxConnections = connections;
  const clientErrors = createClientErrors();
  const answering = (request: IncomingMessage, response: ServerResponse) => {
    clientErrors.watch(request, response);
    void exchange(front, request, response);
  };
  server.on('request', answering);
  server.on('checkContinue', answering);
  server.on('checkExpectation', (request, response) => {
    clientErrors.watch(request, response);
    void refuseExpectation(request, response);
  });
  server.on('connect', (_request, socket) => {
    socket.on('error', ignore);
    clientErrors.refuse(unknownMethod(), socket);
  });
  server.on('clientError', clientErrors.answer);
  server.on('tlsClientError', ignore);
  return server;
}

async function refuseExpectation(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const message = 'header.Expect: expected 100-continue, got another expectation';
  const reply = refusalReply(new Refusal('expectation', message), undefined);
  try {
    await send(request, response, withSecurityHeaders(reply, undefined));
  } catch {
    response.destroy();
  }
}

function ignore(): void {}

/** Those that are open. */
export function socketsOf(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}

/** The port that it got. Throws `port-taken` and `listen-failed`. */
export async function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    // It stays: a later error (no file handles left) costs a connection, not the process.
    server.on('error', (error: Error & { code?: string }) => reject(listenError(error, port, host)));
    server.listen(port, host, () => resolve(portOf(server.address()) ?? port));
  });
}

function portOf(address: AddressInfo | string | null): number | undefined {
  return typeof address === 'object' ? address?.port : undefined;
}

function listenError(error: Error & { code?: string }, port: number, host: string): KitError {
  if (error.code === 'EADDRINUSE')
    return new KitError('port-taken', `port ${port} on ${host} is in use`, { cause: error });
  return new KitError('listen-failed', `${host}:${port}: ${error.message}`, { cause: error });
}

/** An address to call: nobody can call 0.0.0.0 everywhere. */
export function hostInUrl(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

/** Requests under way get this long to finish. */
const GRACE_MS = 300;

interface Closable {
  readonly server: Server;
  readonly sockets: ReadonlySet<Socket>;
  readonly closing: AbortController;
}

/** By the sockets: the server does not count those that are still at their TLS handshake. */
export async function shutDown({ server, sockets, closing }: Closable): Promise<void> {
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
