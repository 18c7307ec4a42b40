/** What Node cannot read as HTTP never becomes a request: it is answered on the bare socket, and never twice. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { STATUS_CODES } from '../http/message.ts';
import { Refusal } from '../http/refusals.ts';
import { refusalReply } from '../respond/replies.ts';
import { securityHeaders } from '../respond/security-headers.ts';

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

/** What the parser of Node says of a request that it cannot read. */
interface ParserError {
  readonly code?: string;
  /** What was read last, and how far its parser came in it. */
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}

/** The same as a refusal. */
function unreadable(error: ParserError): Refusal {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' || error.code === 'ERR_TLS_HANDSHAKE_TIMEOUT')
    return new Refusal('request-timeout', 'request: expected to arrive whole in time, got only a part');
  // The preface of HTTP/2.
  if (error.code === 'HPE_PAUSED_H2_UPGRADE') return unknownVersion();
  const line = lineOf(error);
  if (error.code === 'HPE_INVALID_VERSION' && /^\S+ \S+ HTTP\/\d+(?:\.\d+)?$/.test(line))
    return unknownVersion();
  if (error.code === 'HPE_HEADER_OVERFLOW') return tooLong(line);
  if (error.code === 'HPE_INVALID_METHOD' && /^[\w!#$%&'*+.^`|~-]+ \S+ HTTP\/1\.[01]$/.test(line))
    return unknownMethod();
  return new Refusal(
    'message-malformed',
    'request: expected HTTP/1.1, got bytes that cannot be read as that',
  );
}

export function unknownVersion(): Refusal {
  return new Refusal('version-unknown', 'request: expected HTTP/1.1 or HTTP/1.0, got another version');
}

/** RFC 9110, 15.6.2: of those that no path has; a path without the method is a 405. */
export function unknownMethod(): Refusal {
  return new Refusal('method-unsupported', 'method: expected one that the store knows, got another');
}

function tooLong(line: string): Refusal {
  const isTarget = /^[^\s:]+ \S*(?: HTTP\/\d(?:\.\d)?)?$/.test(line);
  return isTarget
    ? new Refusal('target-too-long', 'request target: expected a shorter one, got more than the limit')
    : new Refusal('headers-too-large', 'headers: expected fewer or shorter ones, got more than the limit');
}

/** The line in which the parser stopped, as far as it was read. */
function lineOf({ rawPacket, bytesParsed = 0 }: ParserError): string {
  if (rawPacket === undefined) return '';
  const start = rawPacket.lastIndexOf('\n', Math.max(0, bytesParsed - 1)) + 1;
  const end = rawPacket.indexOf('\r', start);
  return rawPacket.toString('latin1', start, end < 0 ? rawPacket.length : end);
}
