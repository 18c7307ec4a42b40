/** Responds to bytes that Node cannot parse as HTTP, directly on the socket and at most once. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { STATUS_CODES } from '../../platform/http.ts';
import { HttpError } from '../http/http-error.ts';
import { errorResponse } from '../respond/error-response.ts';
import { securityHeaders } from '../respond/security-headers.ts';

export interface ClientErrors {
  /** Call for every exchange, so that pending responses of a socket are known. */
  readonly watch: (request: IncomingMessage, response: ServerResponse) => void;
  readonly respond: (error: Error & ParserError, socket: Duplex) => void;
  /** For a request such as CONNECT, for which Node hands over the socket. */
  readonly reject: (httpError: HttpError, socket: Duplex) => void;
}

/** One object for each socket: a new one for each request would be long-lived for the garbage collector. */
interface SocketExchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** `flush` sends the responses that are ready, so that none of them is lost with its connection. */
export function createClientErrors(flush: () => void): ClientErrors {
  const latestExchanges = new WeakMap<Duplex, SocketExchange>();
  const reject = (httpError: HttpError, socket: Duplex) => {
    flush();
    const last = latestExchanges.get(socket);
    if (last === undefined || isFinished(last)) respondOnSocket(socket, httpError);
    else if (last.request.complete) last.response.once('close', () => respondOnSocket(socket, httpError));
    else if (last.response.headersSent) endSocket(socket);
    else respondOnSocket(socket, httpError);
  };
  return {
    watch: (request, response) => {
      const latest = latestExchanges.get(request.socket);
      if (latest === undefined) {
        latestExchanges.set(request.socket, { request, response });
      } else {
        latest.request = request;
        latest.response = response;
      }
    },
    respond: (error, socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
      else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') rejectUnlessArrived(parserHttpError(error), socket);
      else reject(parserHttpError(error), socket);
    },
    reject,
  };

  /**
   * Timers run before sockets are read. After a time in which the process stood still, as on a busy machine, the request
   * may have arrived long ago, so what is there is read first. One that is still incomplete then is too late.
   */
  function rejectUnlessArrived(httpError: HttpError, socket: Duplex): void {
    const earlier = latestExchanges.get(socket)?.request;
    const wasComplete = earlier?.complete === true;
    afterPendingInput(() => {
      const latest = latestExchanges.get(socket)?.request;
      const hasArrived = latest?.complete === true && (latest !== earlier || !wasComplete);
      if (!hasArrived && !socket.destroyed) reject(httpError, socket);
    });
  }
}

/** Sockets are read between two such callbacks. */
function afterPendingInput(run: () => void): void {
  setImmediate(() => setImmediate(run));
}

/** If true, the invalid bytes belong to a new message. */
function isFinished({ request, response }: SocketExchange): boolean {
  return request.complete && response.writableFinished;
}

/** The response to the interrupted request is being sent or has been sent. */
function endSocket(socket: Duplex): void {
  socket.end(() => socket.destroy());
}

/**
 * How long a client may take to read the error and close its side: closing immediately could reset the connection while
 * it still reads.
 */
const MAX_LINGER_MS = 1_000;

function respondOnSocket(socket: Duplex, httpError: HttpError): void {
  if (!socket.writable) return;
  const { status, headers, body } = errorResponse(httpError, undefined);
  const fields = {
    ...headers,
    ...securityHeaders,
    'Content-Length': String(Buffer.byteLength(body)),
    Date: new Date().toUTCString(),
    Connection: 'close',
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  const timer = setTimeout(() => socket.destroy(), MAX_LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}

/** The error of Node's parser for an invalid request. */
interface ParserError {
  readonly code?: string;
  /** The last packet, and how many of its bytes were parsed. */
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}

/** Converts the parser error to an HttpError. */
function parserHttpError(error: ParserError): HttpError {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' || error.code === 'ERR_TLS_HANDSHAKE_TIMEOUT')
    return new HttpError('request-timeout', 'request: expected a complete request in time, got only a part');
  // The connection preface of HTTP/2.
  if (error.code === 'HPE_PAUSED_H2_UPGRADE') return unsupportedVersion();
  const line = failingLine(error);
  if (error.code === 'HPE_INVALID_VERSION' && /^\S+ \S+ HTTP\/\d+(?:\.\d+)?$/.test(line)) return unsupportedVersion();
  if (error.code === 'HPE_HEADER_OVERFLOW') return tooLongError(line);
  if (error.code === 'HPE_INVALID_METHOD' && /^[\w!#$%&'*+.^`|~-]+ \S+ HTTP\/1\.[01]$/.test(line))
    return unsupportedMethod();
  return new HttpError('message-malformed', 'request: expected HTTP/1.1, got bytes that are not HTTP/1.1');
}

export function unsupportedVersion(): HttpError {
  return new HttpError('version-unknown', 'request: expected HTTP/1.1 or HTTP/1.0, got another version');
}

/** For methods that no path supports (RFC 9110, section 15.6.2); a path without the method gets a 405. */
export function unsupportedMethod(): HttpError {
  return new HttpError('method-unsupported', 'method: expected a supported method, got another one');
}

function tooLongError(line: string): HttpError {
  const isTarget = /^[^\s:]+ \S*(?: HTTP\/\d(?:\.\d)?)?$/.test(line);
  return isTarget
    ? new HttpError('target-too-long', 'request target: expected a shorter target, got more than the limit')
    : new HttpError('headers-too-large', 'headers: expected fewer or shorter headers, got more than the limit');
}

/** The line at which the parser stopped, as far as it was received. */
function failingLine({ rawPacket, bytesParsed = 0 }: ParserError): string {
  if (rawPacket === undefined) return '';
  const start = rawPacket.lastIndexOf('\n', Math.max(0, bytesParsed - 1)) + 1;
  const end = rawPacket.indexOf('\r', start);
  return rawPacket.toString('latin1', start, end < 0 ? rawPacket.length : end);
}
