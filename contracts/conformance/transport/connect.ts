/** Makes connections for undici, and looks at what they bring before undici does. */
import type { Socket } from 'node:net';
import { buildConnector } from 'undici';

/** With a look at the bytes as they come, for those who want to see what undici passes over. */
export function connector(tap: (chunk: Uint8Array) => void = () => {}): buildConnector.connector {
  const connect = buildConnector({});
  return (options, callback) =>
    connect(options, (...result) => {
      // After a failure there is none, whatever the types say.
      const socket: Socket | null | undefined = result[1];
      if (socket) watch(socket, tap);
      callback(...result);
    });
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

/** RFC 9110, section 15.2.1: a client that has not asked for `100 Continue` discards it; undici calls it a bad response. */
function withoutContinue(chunk: Uint8Array): Uint8Array {
  // Nearly every answer begins with another status.
  if (chunk[0] !== 0x48 || chunk[9] !== 0x31 || chunk[10] !== 0x30) return chunk;
  const [interim] = CONTINUE.exec(Buffer.from(chunk.subarray(0, 1_000)).toString('latin1')) ?? [];
  return interim === undefined ? chunk : chunk.subarray(interim.length);
}
