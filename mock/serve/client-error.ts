/** What Node cannot read as HTTP never becomes a request: it is answered on the bare socket, and never twice. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { refusalReply } from '../answer/replies.ts';
import { Refusal } from '../refusals.ts';

export interface ClientErrors {
  /** Every exchange passes here, so that it is known what a socket still has to answer. */
  readonly watch: (request: IncomingMessage, response: ServerResponse) => void;
  readonly answer: (error: Error & { code?: string }, socket: Duplex) => void;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

export function createClientErrors(): ClientErrors {
  const latest = new WeakMap<Duplex, Exchange>();
  return {
    watch: (request, response) => void latest.set(request.socket, { request, response }),
    answer: (error, socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable) {
        socket.destroy();
        return;
      }
      const last = latest.get(socket);
      if (last === undefined || isOver(last)) answerOn(socket, error);
      else if (last.request.complete) last.response.once('close', () => answerOn(socket, error));
      else if (last.response.headersSent) endOf(socket);
      else answerOn(socket, error);
    },
  };
}

/** Then the bytes belong to a message of their own. */
function isOver({ request, response }: Exchange): boolean {
  return request.complete && response.writableFinished;
}

/** The answer to the request that broke off is on its way, or arrived. */
function endOf(socket: Duplex): void {
  socket.end(() => socket.destroy());
}

function answerOn(socket: Duplex, { code }: { code?: string }): void {
  if (!socket.writable) return;
  const { status, headers, body } = refusalReply(clientRefusal(code), undefined);
  const fields = { ...headers, 'Content-Length': String(Buffer.byteLength(body)), Connection: 'close' };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${statusText(status)}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}

function clientRefusal(code: string | undefined): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new Refusal(
      'headers-too-large',
      'headers: expected fewer or shorter ones, got more than the limit',
    );
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new Refusal('request-timeout', 'request: expected to arrive whole in time, got only a part');
  }
  return new Refusal(
    'message-malformed',
    'request: expected HTTP/1.1, got bytes that cannot be read as that',
  );
}

function statusText(status: number): string {
  if (status === 431) return 'Request Header Fields Too Large';
  return status === 408 ? 'Request Timeout' : 'Bad Request';
}
