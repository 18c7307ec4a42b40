/** Makes connections for undici, and looks at what they bring before undici does. */
import type { Socket } from 'node:net';
import { buildConnector, errors } from 'undici';
import { timeLimit } from '../../http/time-limit.ts';
import { createInterimFilter } from './interim-responses.ts';
import { noConnectionError } from './transport-failure.ts';

/**
 * With a look at the bytes as they come, for those who want to see what undici passes over. `timeoutMs` is for the
 * connection, TLS included.
 */
export function createConnector(
  timeoutMs: number,
  onBytes: (chunk: Uint8Array) => void = () => {},
): buildConnector.connector {
  // Over HTTP/2 undici gives no header lines.
  const connect = buildConnector({ allowH2: false, timeout: timeoutMs });
  return (options, callback) => {
    let hasTimedOut = false;
    // Its own limit is up to a second late, and then only takes away what is left.
    const callOff = timeLimit(timeoutMs, () => {
      hasTimedOut = true;
      callback(noConnectionError(timeoutMs), null);
    });
    connect(options, (...result) => {
      callOff();
      // After a failure there is none, whatever the types say.
      const socket: Socket | null | undefined = result[1];
      if (hasTimedOut) return void socket?.destroy();
      // On a busy machine its timer may fire before ours.
      if (result[0] instanceof errors.ConnectTimeoutError) return callback(noConnectionError(timeoutMs), null);
      if (socket) watchSocket(socket, onBytes);
      callback(...result);
    });
  };
}

function watchSocket(socket: Socket, onBytes: (chunk: Uint8Array) => void): void {
  const filter = createInterimFilter();
  onRequest(socket, filter.expectResponse);
  const push = socket.push.bind(socket);
  socket.push = (chunk: unknown, encoding) => {
    if (!(chunk instanceof Uint8Array)) {
      const held = filter.flush();
      if (held.byteLength > 0) push(held);
      return push(chunk, encoding);
    }
    onBytes(chunk);
    const passed = filter.filter(chunk);
    return passed.byteLength === 0 || push(passed, encoding);
  };
}

/** undici writes the head of a request as text, and begins it with the request line. */
function onRequest(socket: Socket, begin: () => void): void {
  socket.write = new Proxy(socket.write, {
    apply(write, self, args: readonly unknown[]) {
      const [data] = args;
      if (typeof data === 'string' && data.includes(' HTTP/1.1\r\n')) begin();
      return Reflect.apply(write, self, args);
    },
  });
}
