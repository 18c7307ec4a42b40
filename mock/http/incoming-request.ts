/** A received request and its body, read up to a limit. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { HttpError } from './http-error.ts';

export interface IncomingRequest {
  /** In upper case. */
  readonly method: string;
  /**
   * The server's origin as the client addressed it, such as `http://localhost:4010`; undefined if the request has no
   * Host.
   */
  readonly origin?: string | undefined;
  /** Relative to the prefix of the contract. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** Alternating names and values, as received. */
  readonly rawHeaders: readonly string[];
  /** Called at most once, and only if the body is needed. */
  readBody(): ReceivedBody | Promise<ReceivedBody>;
}

/** The error is that of a body above the limit. */
export type ReceivedBody = Uint8Array | HttpError;

/** The client disconnected before its request was complete, so no response can be sent. */
export class ClientDisconnected extends Error {}

/** RFC 9112, section 6.3. Node calls such a request complete only after its listeners have returned. */
export function hasNoBody(headers: IncomingHttpHeaders): boolean {
  return headers['content-length'] === undefined && headers['transfer-encoding'] === undefined;
}

/** Rejects with ClientDisconnected when the connection breaks; `close` is always the last event. */
export function readBody(request: IncomingMessage, limit: number): ReceivedBody | Promise<ReceivedBody> {
  if (hasNoBody(request.headers)) return emptyBody;
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > limit) return bodyTooLarge(limit, `${declared} bytes`);
  if (request.complete || (hasShortBody(request) && request.readableLength === declared))
    return readReceivedBody(request, limit);
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isComplete = false;
  return new Promise((resolve, reject) => {
    request.on('data', (chunk: Uint8Array) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else resolve(bodyTooLarge(limit, 'more'));
    });
    request.on('end', () => {
      isComplete = true;
      const [first = emptyBody, ...others] = chunks;
      resolve(others.length === 0 ? first : Buffer.concat(chunks));
    });
    request.on('close', () => {
      // `close` follows every request, and creating an error is expensive.
      if (!isComplete) reject(new ClientDisconnected());
    });
  });
}

/** Waiting for events costs as much as the rest of reading. */
function readReceivedBody(request: IncomingMessage, limit: number): ReceivedBody {
  const bytes: Uint8Array | null = request.read();
  if (bytes === null) return emptyBody;
  return bytes.length <= limit ? bytes : bodyTooLarge(limit, 'more');
}

/**
 * Whether the body of a request may have arrived together with its header section: it can then be read when the rest of
 * what was received is parsed.
 */
export function mayHaveArrived({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined && headers.expect === undefined;
}

const emptyBody = new Uint8Array();

/** Whether more of the body may come than what Node reads and discards after the response. */
export function hasUnreadBody(request: IncomingMessage): boolean {
  return !request.complete && !hasShortBody(request);
}

/** With one the connection stays open. Node calls a request complete only after its body, which may have been read then. */
function hasShortBody({ headers }: IncomingMessage): boolean {
  if (hasNoBody(headers)) return true;
  const length = headers['content-length'];
  return headers.expect === undefined && length !== undefined && Number(length) <= SHORT_BODY_BYTES;
}

const SHORT_BODY_BYTES = 65_536;

/** Drains the rest of a rejected body, so that the client reads the response instead of a connection reset. */
export async function drainBody(request: IncomingMessage, milliseconds: number): Promise<void> {
  if (request.complete || request.destroyed) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    for (const event of ['end', 'error', 'close']) request.once(event, done);
    request.resume();
  });
}

function bodyTooLarge(limit: number, received: string): HttpError {
  return new HttpError('body-too-large', `body: expected at most ${limit} bytes, got ${received}`);
}
