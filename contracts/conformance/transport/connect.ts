/** Makes connections for undici, and looks at what they bring before undici does. */
import type { Socket } from 'node:net';
import { buildConnector } from 'undici';
import { noConnection } from './transport-failure.ts';

/**
 * With a look at the bytes as they come, for those who want to see what undici passes over. `timeoutMs` is for the
 * connection, TLS included.
 */
export function connector(
  timeoutMs: number,
  tap: (chunk: Uint8Array) => void = () => {},
): buildConnector.connector {
  // Over HTTP/2 undici gives no header lines.
  const connect = buildConnector({ allowH2: false, timeout: timeoutMs });
  return (options, callback) => {
    let isLate = false;
    // Its own limit is up to a second late, and then only takes away what is left.
    const limit = setTimeout(() => {
      isLate = true;
      callback(noConnection(timeoutMs), null);
    }, timeoutMs);
    connect(options, (...result) => {
      clearTimeout(limit);
      // After a failure there is none, whatever the types say.
      const socket: Socket | null | undefined = result[1];
      if (isLate) return void socket?.destroy();
      if (socket) watch(socket, tap);
      callback(...result);
    });
  };
}

function watch(socket: Socket, tap: (chunk: Uint8Array) => void): void {
  const push = socket.push.bind(socket);
  socket.push = (chunk: unknown, encoding) => {
    if (!(chunk instanceof Uint8Array)) return push(chunk, encoding);
    const rest = withoutContinue(chunk);
    tap(rest);
    return rest.byteLength === 0 || push(rest, encoding);
  };
}

const CONTINUE = /^HTTP\/1\.1 100[ \r][^\n]*\n(?:[^\r\n]+\r\n)*\r\n/;

/** RFC 9110, section 15.2: a client that has not asked for `100 Continue` discards it, however often; undici calls it a bad response. */
function withoutContinue(chunk: Uint8Array): Uint8Array {
  let rest = chunk;
  // Nearly every answer begins with another status.
  while (rest[0] === 0x48 && rest[9] === 0x31 && rest[10] === 0x30) {
    const [interim] = CONTINUE.exec(Buffer.from(rest.subarray(0, 1_000)).toString('latin1')) ?? [];
    if (interim === undefined) return rest;
    rest = rest.subarray(interim.length);
  }
  return rest;
}
