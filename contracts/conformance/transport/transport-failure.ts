/**
 * Translates the errors of undici and Node into text for reports, and creates the errors of runs without any response.
 */
import { KitError } from '../../../errors.ts';
import type { TransportFailure } from '../model/exchange.ts';

/** What a connection has carried so far. */
export interface ConnectionActivity {
  readonly requestCount: number;
  /** Since the last request began. */
  readonly receivedBytes: number;
}

/** `connection`: undefined when the connection of the request is unknown. */
export function describeFailure(error: unknown, connection?: ConnectionActivity): TransportFailure {
  const code = errorCode(error);
  const message = error instanceof Error ? error.message : String(error);
  if (code === TOO_LARGE_CODE) return { kind: 'too large', reason: message };
  if (code === NO_CONNECTION_CODE || code === PROXY_CODE) return { kind: 'unreachable', reason: message };
  if (unreachableCodes.has(code)) return { kind: 'unreachable', reason: code };
  if (/CERT|^ERR_(TLS|SSL)|^EPROTO$/.test(code))
    return { kind: 'unreachable', reason: `no TLS connection: ${message} (${code})` };
  if (message === 'bad upgrade')
    return {
      kind: 'broken',
      reason: 'the server switched the connection to another protocol without a request',
    };
  // Well-formed `100 Continue` responses are filtered out before undici.
  if (message === 'bad response') return { kind: 'broken', reason: 'a 100 Continue is malformed' };
  if (code === 'ECONNRESET' || code === 'EPIPE' || code === 'UND_ERR_SOCKET') {
    return {
      kind: 'broken',
      reason: `the connection was closed before the response was complete (${message})`,
      ...(hasNoResponseOnReuse(connection) && { closedReuse: isFailedWrite(error) ? 'before the request' : 'unknown' }),
    };
  }
  const [, description] = knownFailures.find(([pattern]) => pattern.test(`${code} ${message}`)) ?? [];
  return { kind: 'broken', reason: description ?? `the response is not well-formed HTTP (${message})` };
}

function hasNoResponseOnReuse(connection: ConnectionActivity | undefined): boolean {
  return connection !== undefined && connection.requestCount > 1 && connection.receivedBytes === 0;
}

/** The server had closed the connection before the request reached it. */
function isFailedWrite(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'write';
}

const unreachableCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** Errors of undici and its parser, with text that names the part of the message. */
const knownFailures: readonly (readonly [RegExp, string])[] = [
  [
    /CONTENT_LENGTH_MISMATCH/,
    // undici reports this for everything it cannot parse after a Content-Length.
    'Content-Length is repeated, used with Transfer-Encoding, or does not match the body; or a line after it is malformed',
  ],
  [/Content-Length can't be present/, 'the response has both Content-Length and Transfer-Encoding'],
  [/Invalid character in Content-Length/, 'Content-Length is not a number'],
  [/chunk size|after chunk data/, 'the chunks of the body are malformed'],
  [/Invalid header (token|value)/, 'a header has a character that HTTP does not allow'],
  [/Expected HTTP\/|Invalid HTTP version/, 'the response does not begin with an HTTP/1.1 status line'],
  [/Missing expected CR/, 'lines end with LF only'],
  [/HEADERS_OVERFLOW/, 'the headers are larger than the client accepts'],
];

function errorCode(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return errorCode(error.errors[0]);
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** A response larger than this (in bytes) is aborted; no contract of JSON records needs more. */
export const MAX_RESPONSE_BYTES = 32_000_000;

const TOO_LARGE_CODE = 'RESPONSE_TOO_LARGE';

export function tooLargeError(): Error {
  const message = `the response is larger than ${MAX_RESPONSE_BYTES} bytes`;
  return Object.assign(new Error(message), { code: TOO_LARGE_CODE });
}

export function timeoutFailure(timeoutMs: number): TransportFailure {
  return { kind: 'timeout', reason: `no complete response within ${timeoutMs} ms` };
}

const NO_CONNECTION_CODE = 'NO_CONNECTION';

export function noConnectionError(timeoutMs: number): Error {
  return Object.assign(new Error(`no connection within ${timeoutMs} ms`), { code: NO_CONNECTION_CODE });
}

const PROXY_CODE = 'PROXY_FAILED';

export function proxyError(message: string): Error {
  return Object.assign(new Error(message), { code: PROXY_CODE });
}

/** No connection was made; `detail` says why. */
export function targetUnreachableError(detail: string): KitError {
  const [, fix] = unreachableFixes.find(([pattern]) => pattern.test(detail)) ?? [];
  return new KitError('target-unreachable', detail, fix === undefined ? {} : { fix });
}

const unreachableFixes = [
  [
    /certificate/i,
    'To trust the certificate authority, give its PEM file with --ca or NODE_EXTRA_CA_CERTS; or check the base URL.',
  ],
  [/the proxy/, 'Check HTTPS_PROXY, HTTP_PROXY or --proxy; for a direct connection, name the host in NO_PROXY.'],
  [/EPROTO|no TLS/, 'Check the base URL: try http:// or another port.'],
] as const;

/** Connections were made, but no request got a response: most likely the server speaks another protocol. */
export function noHttpError(baseUrl: string, reason: string): KitError {
  const isEncrypted = baseUrl.startsWith('https:');
  // Since TLS 1.3, a server rejects a client without a certificate only after the connection was made.
  const certificate = isEncrypted ? ' If it requires a client certificate, give it with --cert.' : '';
  return new KitError('target-unreachable', `${baseUrl}: no request got a response; ${reason}`, {
    fix: `Check the base URL: try ${isEncrypted ? 'http' : 'https'}:// or another port, and check that the implementation responds there.${certificate}`,
  });
}
