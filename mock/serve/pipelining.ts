/** What a server keeps of each connection while it is open: whose turn it is, and whether the client is still there. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface Connections {
  /**
   * Undefined for the first request on its connection. A pipelined one may be about what those before it change (RFC 9112,
   * 9.3.2), so it waits until they are answered: true then, false when the connection is gone before.
   */
  waitForTurn(request: IncomingMessage, response: ServerResponse): Promise<boolean> | undefined;
  /** Aborted when the connection is gone. One listener for each, however many requests are pipelined on it. */
  disconnectSignal(socket: Socket): AbortSignal;
}

/** On one connection. From so many on no more are read: Node itself looks only at the answers that wait. */
export const MAX_PIPELINED = 100;

export function createConnections(): Connections {
  const waiting = new WeakMap<Socket, number>();
  const signals = new WeakMap<Socket, AbortSignal>();
  const pauseIfFull = (socket: Socket): void => {
    if ((waiting.get(socket) ?? 0) >= MAX_PIPELINED) socket.pause();
  };
  const resumeIfFree = (socket: Socket): void => {
    const left = (waiting.get(socket) ?? 0) - 1;
    waiting.set(socket, left);
    if (left === MAX_PIPELINED - 1) socket.resume();
  };
  return {
    waitForTurn: (request, response) => {
      // Node gives each response the socket when those before it are done.
      if (response.socket !== null) return undefined;
      const { socket } = request;
      const before = waiting.get(socket) ?? 0;
      waiting.set(socket, before + 1);
      // Node goes on reading at the end of each request: this comes after it.
      if (before + 1 >= MAX_PIPELINED) queueMicrotask(() => pauseIfFull(socket));
      return new Promise((resolve) => {
        response.once('socket', () => {
          resumeIfFree(socket);
          resolve(true);
        });
        request.once('close', () => resolve(false));
      });
    },
    disconnectSignal: (socket) => {
      const known = signals.get(socket);
      if (known !== undefined) return known;
      const disconnected = new AbortController();
      if (socket.destroyed) disconnected.abort();
      else socket.once('close', () => disconnected.abort());
      signals.set(socket, disconnected.signal);
      return disconnected.signal;
    },
  };
}
