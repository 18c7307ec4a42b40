/** A server's sockets, from the port it takes to the end of the last one. */
import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { KitError } from '../../errors.ts';

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
