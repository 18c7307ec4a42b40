/** Opens connections for undici, and reads the received bytes before undici does. */
import type { Socket } from 'node:net';
import { buildConnector, errors } from 'undici';
import { timeLimit } from '../../http/time-limit.ts';
import { type TlsSettings, tlsConnectOptions } from '../../options/connection-settings.ts';
import type { ProxyServer } from '../../options/proxy-settings.ts';
import { createInterimFilter } from './interim-responses.ts';
import { openTunnel, tunnelHost } from './proxy.ts';
import { type ConnectionActivity, noConnectionError } from './transport-failure.ts';

export interface ConnectionObserver {
  /** Receives all bytes, including those that undici ignores. */
  onBytes?(chunk: Uint8Array): void;
  /** The head of a request is written. */
  onRequest?(activity: ConnectionActivity): void;
  /** Returns the header section that is written instead of the one that undici has built. */
  replaceHead?(head: string): string;
}

/** `timeoutMs` limits connecting, including the TLS handshake. */
export function createConnector(
  timeoutMs: number,
  observer: ConnectionObserver = {},
  { tls, tunnel }: ConnectionRoute = {},
): buildConnector.connector {
  // undici provides no raw header lines over HTTP/2.
  const connect = buildConnector({ allowH2: false, timeout: timeoutMs, ...tlsConnectOptions(tls) });
  const open = tunnel === undefined ? connect : createTunnelConnector(connect, tunnel);
  return (options, callback) => {
    let hasTimedOut = false;
    // undici's connect timeout fires up to a second late, so it is only a fallback that destroys the socket.
    const cancelTimeout = timeLimit(timeoutMs, () => {
      hasTimedOut = true;
      callback(noConnectionError(timeoutMs), null);
    });
    open(options, (...result) => {
      cancelTimeout();
      // Undefined after a failure, although the types do not allow it.
      const socket: Socket | null | undefined = result[1];
      if (hasTimedOut) return void socket?.destroy();
      // On a busy machine undici's timer may fire first.
      if (result[0] instanceof errors.ConnectTimeoutError) return callback(noConnectionError(timeoutMs), null);
      if (socket) watchSocket(socket, observer);
      callback(...result);
    });
  };
}

/** How connections are opened. */
export interface ConnectionRoute {
  readonly tls?: TlsSettings | undefined;
  /** The proxy that opens a tunnel; http needs none, since its requests name their host. */
  readonly tunnel?: ProxyServer | undefined;
}

function createTunnelConnector(connect: buildConnector.connector, proxy: ProxyServer): buildConnector.connector {
  return (options, callback) => {
    openTunnel(proxy, tunnelHost(options), (error, httpSocket) => {
      if (error !== null) return callback(error, null);
      connect({ ...options, httpSocket }, callback);
    });
  };
}

function watchSocket(socket: Socket, observer: ConnectionObserver): void {
  const filter = createInterimFilter();
  const activity = { requestCount: 0, receivedBytes: 0 };
  onRequest(socket, (head) => {
    filter.expectResponse();
    activity.requestCount++;
    activity.receivedBytes = 0;
    observer.onRequest?.(activity);
    return observer.replaceHead?.(head) ?? head;
  });
  const push = socket.push.bind(socket);
  socket.push = (chunk: unknown, encoding) => {
    if (!(chunk instanceof Uint8Array)) {
      const held = filter.flush();
      if (held.byteLength > 0) push(held);
      return push(chunk, encoding);
    }
    activity.receivedBytes += chunk.byteLength;
    observer.onBytes?.(chunk);
    const passed = filter.filter(chunk);
    return passed.byteLength === 0 || push(passed, encoding);
  };
}

/** undici writes the head of a request as one string that starts with the request line; `begin` returns what is sent. */
function onRequest(socket: Socket, begin: (head: string) => string): void {
  socket.write = new Proxy(socket.write, {
    apply(write, self, args: readonly unknown[]) {
      const [data, ...others] = args;
      const isHead = typeof data === 'string' && data.includes(' HTTP/1.1\r\n');
      return Reflect.apply(write, self, isHead ? [begin(data), ...others] : args);
    },
  });
}
