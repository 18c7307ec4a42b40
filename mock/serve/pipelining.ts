/** The state of each open connection: the order of pipelined requests, and whether the client has disconnected. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface Connections {
  /**
   * Undefined for the first request on a connection. A pipelined request may depend on changes by earlier ones (RFC
   * 9112, section 9.3.2), so it waits until their responses are sent: resolves to true then, or to false if the
   * connection closes first.
   */
  waitForTurn(request: IncomingMessage, response: ServerResponse): Promise<boolean> | undefined;
  /** Aborted when the connection closes. All requests on a connection share one listener. */
  disconnectSignal(socket: Socket): AbortSignal;
}

/**
 * The maximum number of waiting requests on one connection; reading pauses at this number. Node itself only limits the
 * waiting responses.
 */
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
      // Node assigns the socket to a response when the earlier ones are finished.
      if (response.socket !== null) return undefined;
      const { socket } = request;
      const before = waiting.get(socket) ?? 0;
      waiting.set(socket, before + 1);
      // Node resumes reading at the end of each request; the microtask runs after that.
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
