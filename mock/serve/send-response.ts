/** Replies out: the store's own and those of an upstream, also to clients that have not yet sent the whole request, or do not read. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { isBodiless } from '../http/http-message.ts';
import { drainBody } from '../http/incoming-request.ts';
import type { GeneratedResponse, RawUpstreamResponse } from '../respond/error-response.ts';

/** Gives a promise only where a rest of the request is still on its way. */
export function sendResponse(
  request: IncomingMessage,
  response: ServerResponse,
  mockResponse: GeneratedResponse,
): Promise<void> | undefined {
  const { status, headers, body } = mockResponse;
  const isEmpty = isBodiless(status);
  const head = isEmpty ? headers : { ...headers, 'Content-Length': String(Buffer.byteLength(body)) };
  if (!request.complete && !hasShortBody(request))
    return sendBeforeRequestEnds(request, response, { ...mockResponse, headers: head });
  response.writeHead(status, head);
  response.end(body);
  return undefined;
}

/** The answer first, then the rest of the body, then the end: closing at once would reset what the client still reads. */
async function sendBeforeRequestEnds(
  request: IncomingMessage,
  response: ServerResponse,
  mockResponse: GeneratedResponse,
): Promise<void> {
  response.writeHead(mockResponse.status, { ...mockResponse.headers, Connection: 'close' });
  response.write(isBodiless(mockResponse.status) ? '' : mockResponse.body);
  response.flushHeaders();
  await drainBody(request, DRAIN_MS);
  response.end();
}

/** How long a client may go on sending a body that was refused. */
const DRAIN_MS = 1_000;

/** A short rest that is on its way is read and dropped by Node, and the connection lives on. */
function hasShortBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers.expect === undefined && length !== undefined && Number(length) <= SHORT_BODY_BYTES;
}

const SHORT_BODY_BYTES = 65_536;

/** What Node agrees to write. */
const reasonPhrase = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Resolves when all is sent, or one of the two ends has gone. */
export async function sendUpstreamResponse(
  response: ServerResponse,
  status: number,
  { statusText, rawHeaders, bytes, remainder }: RawUpstreamResponse,
): Promise<void> {
  if (response.destroyed) {
    remainder?.destroy();
    return;
  }
  // What the upstream does not say is not said for it.
  response.sendDate = false;
  response.writeHead(status, reasonPhrase.test(statusText) ? statusText : '', [...rawHeaders]);
  if (remainder === undefined) {
    response.end(bytes);
    return;
  }
  response.write(bytes);
  response.flushHeaders();
  try {
    await pipeline(remainder, response);
  } catch {
    // Half an answer ends with a broken connection, as it did upstream.
    response.destroy();
  }
}

/** How long clients may take to read: one that does not keeps a connection from others, and its answer in memory. */
interface ReadTimeoutOptions {
  /** Milliseconds that every client has, however short the answer. */
  readonly requestTimeout: number;
  /** Bytes a second: whoever reads so fast, or faster, gets all of every answer. */
  readonly readRate: number;
}

/** What may lie between two sockets, written and not yet read: 4 MB and 6 MB as Linux has them. */
const SOCKET_BUFFER_BYTES = 10_000_000;

/**
 * For an answer that is written, and not all sent. That a client reads is not seen here at once: the system takes more
 * only after a megabyte or more of what it holds was read. So the time is for all that the client still has to read.
 */
export function enforceReadTimeout(response: ServerResponse, timeoutOptions: ReadTimeoutOptions): void {
  const unsent = response.writableLength;
  const before = Math.max(0, response.req.socket.bytesWritten - unsent);
  const unread = unsent + Math.min(before, SOCKET_BUFFER_BYTES);
  const timer = setTimeout(() => response.destroy(), readTimeoutMs(unread, timeoutOptions));
  const cancelTimer = () => clearTimeout(timer);
  response.once('finish', cancelTimer).once('close', cancelTimer);
}

/** Longer than a timer can be told is for ever. */
function readTimeoutMs(bytes: number, { requestTimeout, readRate }: ReadTimeoutOptions): number {
  return Math.min(requestTimeout + (bytes / readRate) * 1_000, 2 ** 31 - 1);
}
