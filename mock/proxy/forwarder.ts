/** Forwards requests to the upstream and returns its responses, both unchanged. undici is imported only here. */
import { Readable } from 'node:stream';
import { Pool } from 'undici';
import { KitError } from '../../errors.ts';
import { HttpError } from '../http/http-error.ts';
import { endToEndHeaders, headerValue, type RawHeaders } from '../http/http-message.ts';

export interface ForwardedRequest {
  readonly method: string;
  /** Path and query, byte for byte; begins with a slash. */
  readonly target: string;
  readonly rawHeaders: RawHeaders;
  readonly body: Uint8Array;
}

export interface UpstreamResponse {
  readonly status: number;
  readonly statusText: string;
  readonly rawHeaders: RawHeaders;
  /** As received, still encoded. */
  readonly bytes: Buffer;
  /** The rest of a body that is a stream or exceeds the limit; undefined if `bytes` is complete. */
  readonly remainder: Readable | undefined;
}

export interface Forwarder {
  /** Never rejects: if the upstream does not respond, the result is an HttpError. */
  send(request: ForwardedRequest): Promise<UpstreamResponse | HttpError>;
  close(): Promise<void>;
}

export interface ForwardLimits {
  /** For the whole response; for a stream, the maximum pause. In milliseconds. */
  readonly timeoutMs: number;
  /** A longer response is passed through without validation. */
  readonly maxResponseBytes: number;
}

const MAX_HEADER_BYTES = 65_536;

export function createForwarder(upstream: Upstream, limits: ForwardLimits): Forwarder {
  const pool = new Pool(upstream.origin, {
    pipelining: 1,
    allowH2: false,
    headersTimeout: limits.timeoutMs,
    bodyTimeout: limits.timeoutMs,
    connectTimeout: limits.timeoutMs,
    maxHeaderSize: MAX_HEADER_BYTES,
  });
  return {
    send: (request) => send({ pool, upstream, limits }, request),
    close: () => pool.destroy(),
  };
}

interface UpstreamConnection {
  readonly pool: Pool;
  readonly upstream: Upstream;
  readonly limits: ForwardLimits;
}

async function send(
  { pool, upstream, limits }: UpstreamConnection,
  request: ForwardedRequest,
): Promise<UpstreamResponse | HttpError> {
  const { method, target, body } = request;
  const timeoutController = new AbortController();
  const timer = setTimeout(() => timeoutController.abort(), limits.timeoutMs);
  try {
    const response = await pool.request({
      method,
      path: `${upstream.basePath}${target}`,
      headers: [...forwardedHeaders(request)],
      body: body.length === 0 ? null : body,
      responseHeaders: 'raw',
      signal: timeoutController.signal,
    });
    // Without this listener, a stream aborted half-way would end the process.
    response.body.on('error', () => undefined);
    const rawHeaders = toRawHeaders(response.headers);
    const { bytes, remainder } = await readUpTo(response.body, isStream(rawHeaders) ? 0 : limits.maxResponseBytes);
    return { status: response.statusCode, statusText: response.statusText, rawHeaders, bytes, remainder };
  } catch (error) {
    return upstreamError(error, {
      isTimedOut: timeoutController.signal.aborted,
      timeoutMs: limits.timeoutMs,
    });
  } finally {
    clearTimeout(timer);
  }
}

/** Node handles `Expect` itself, and undici sets the length of the body. */
function forwardedHeaders({ rawHeaders }: ForwardedRequest): RawHeaders {
  return endToEndHeaders(rawHeaders, ['host', 'expect', 'content-length', 'http2-settings']);
}

/** With `responseHeaders: 'raw'` the headers are a flat list, which undici's types do not declare. */
function toRawHeaders(headers: unknown): RawHeaders {
  return Array.isArray(headers) ? headers.map(String) : [];
}

/** Media types of streams, which have no predictable end. */
function isStream(rawHeaders: RawHeaders): boolean {
  const type = headerValue(rawHeaders, 'content-type') ?? '';
  return /^(?:text\/event-stream|multipart\/x-mixed-replace|application\/(?:x-)?(?:ndjson|jsonl|json-seq))\b/i.test(
    type.trim(),
  );
}

async function readUpTo(
  body: Readable,
  limit: number,
): Promise<{ readonly bytes: Buffer; readonly remainder: Readable | undefined }> {
  if (limit === 0) return { bytes: Buffer.alloc(0), remainder: body };
  const iterator: AsyncIterator<Buffer> = body[Symbol.asyncIterator]();
  const chunks: Buffer[] = [];
  let size = 0;
  for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) {
    chunks.push(next.value);
    size += next.value.length;
    if (size > limit) return { bytes: Buffer.concat(chunks), remainder: remainderStream(body, iterator) };
  }
  return { bytes: Buffer.concat(chunks), remainder: undefined };
}

/** Also ends the upstream response if the remainder is not read to its end, or not at all. */
function remainderStream(body: Readable, iterator: AsyncIterator<Buffer>): Readable {
  return Readable.from(remainingChunks(iterator)).once('close', () => body.destroy());
}

async function* remainingChunks(iterator: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
}

/** The service behind the proxy, by its base URL. */
interface Upstream {
  /** `https://orders.example:8443` */
  readonly origin: string;
  /** Prepended to the path of every request: `/api`, or the empty string. */
  readonly basePath: string;
}

/** Throws `target-invalid`. The message omits a URL that may contain a password. */
export function parseUpstream(url: string): Upstream {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol))
    throw new KitError('target-invalid', `upstream ${JSON.stringify(url)}: expected an http or https URL`);
  if (parsed.username !== '' || parsed.password !== '')
    throw new KitError('target-invalid', 'upstream: expected a URL without user and password');
  if (parsed.search !== '' || parsed.hash !== '')
    throw new KitError('target-invalid', `upstream ${JSON.stringify(url)}: expected no query and no fragment`);
  return { origin: parsed.origin, basePath: parsed.pathname.replace(/\/+$/, '') };
}

interface FailureContext {
  readonly isTimedOut: boolean;
  /** In milliseconds. */
  readonly timeoutMs: number;
}

/** The error for an upstream that does not respond. */
function upstreamError(error: unknown, { isTimedOut, timeoutMs }: FailureContext): HttpError {
  const code = errorCode(error);
  if (isTimedOut || /^UND_ERR_(?:HEADERS|BODY|CONNECT)_TIMEOUT$/.test(code)) {
    const message = `upstream: expected a complete response within ${timeoutMs} ms, got none`;
    return new HttpError('upstream-timeout', message);
  }
  return new HttpError('upstream-unreachable', `upstream: expected a response, got ${failureReason(code, error)}`);
}

const failureReasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'a refused connection',
  ECONNRESET: 'a connection that was reset before the response was complete',
  EPIPE: 'a connection that was closed before the response was complete',
  UND_ERR_SOCKET: 'a connection that was closed before the response was complete',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'a body whose length differs from its Content-Length',
  UND_ERR_HEADERS_OVERFLOW: 'header fields that are larger than the limit',
  UND_ERR_INVALID_ARG: 'a request that cannot be forwarded',
  UND_ERR_DESTROYED: 'none, because the proxy is stopping',
  UND_ERR_ABORTED: 'none, because the proxy is stopping',
  ENOTFOUND: 'no address for its host name',
  EAI_AGAIN: 'no address for its host name',
  EHOSTUNREACH: 'no route to its host',
  ENETUNREACH: 'no route to its network',
};

const certificateErrors = /CERT|SELF_SIGNED|UNABLE_TO_|ALTNAME/;

function failureReason(code: string, error: unknown): string {
  if (code.startsWith('HPE_') || (error instanceof Error && error.name === 'HTTPParserError'))
    return 'bytes that are not HTTP';
  if (certificateErrors.test(code))
    return `an untrusted certificate (${code}; NODE_EXTRA_CA_CERTS names a file with additional authorities)`;
  const known = failureReasons[code];
  if (known !== undefined) return known;
  return `a connection failure (${code === '' && error instanceof Error ? error.name : code})`;
}

/** If several addresses of one host fail, the first error is representative. */
function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if (error instanceof AggregateError && error.errors.length > 0) return errorCode(error.errors[0]);
  if ('code' in error && typeof error.code === 'string') {
    const inner = error.code === 'UND_ERR_SOCKET' ? errorCode(error.cause) : '';
    return inner === '' ? error.code : inner;
  }
  return error.cause === undefined ? '' : errorCode(error.cause);
}
