/** What Node cannot read as HTTP never becomes a request: it is answered on the bare socket, and never twice. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { STATUS_CODES } from '../http/node-http.ts';
import type { Refusal } from '../http/refusals.ts';
import { refusalReply } from '../respond/replies.ts';
import { securityHeaders } from '../respond/security-headers.ts';
import { type ParserError, unreadable } from './unreadable.ts';

export interface ClientErrors {
  /** Every exchange passes here, so that it is known what a socket still has to answer. */
  readonly watch: (request: IncomingMessage, response: ServerResponse) => void;
  readonly answer: (error: Error & ParserError, socket: Duplex) => void;
  /** For a request that leaves the socket to whoever takes it, such as CONNECT. */
  readonly refuse: (refusal: Refusal, socket: Duplex) => void;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

export function createClientErrors(): ClientErrors {
  const latest = new WeakMap<Duplex, Exchange>();
  const refuse = (refusal: Refusal, socket: Duplex) => {
    const last = latest.get(socket);
    if (last === undefined || isOver(last)) answerOn(socket, refusal);
    else if (last.request.complete) last.response.once('close', () => answerOn(socket, refusal));
    else if (last.response.headersSent) endOf(socket);
    else answerOn(socket, refusal);
  };
  return {
    watch: (request, response) => void latest.set(request.socket, { request, response }),
    answer: (error, socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
      else refuse(unreadable(error), socket);
    },
    refuse,
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

/** How long a client may take to read why, and to close its side: closing ours at once could reset what it still reads. */
const LINGER_MS = 1_000;

function answerOn(socket: Duplex, refusal: Refusal): void {
  if (!socket.writable) return;
  const { status, headers, body } = refusalReply(refusal, undefined);
  const fields = {
    ...headers,
    ...securityHeaders,
    'Content-Length': String(Buffer.byteLength(body)),
    Date: new Date().toUTCString(),
    Connection: 'close',
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}
