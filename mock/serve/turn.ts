import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** On one connection. From so many on no more are read: Node itself looks only at the answers that wait. */
export const MOST_WAITING = 100;

/**
 * Undefined for the first on its connection. A pipelined request may be about what those before it change (RFC 9112, 9.3.2),
 * so it waits until they are answered: true then, false when the connection is gone before.
 */
export function turnOf(request: IncomingMessage, response: ServerResponse): Promise<boolean> | undefined {
  // Node gives each response the socket when those before it are done.
  if (response.socket !== null) return undefined;
  const { socket } = request;
  const before = waiting.get(socket) ?? 0;
  waiting.set(socket, before + 1);
  // Node goes on reading at the end of each request: this comes after it.
  if (before + 1 >= MOST_WAITING) queueMicrotask(() => hold(socket));
  return new Promise((resolve) => {
    response.once('socket', () => {
      leave(socket);
      resolve(true);
    });
    request.once('close', () => resolve(false));
  });
}

const waiting = new WeakMap<Socket, number>();

function hold(socket: Socket): void {
  if ((waiting.get(socket) ?? 0) >= MOST_WAITING) socket.pause();
}

function leave(socket: Socket): void {
  const left = (waiting.get(socket) ?? 0) - 1;
  waiting.set(socket, left);
  if (left === MOST_WAITING - 1) socket.resume();
}
