/** Sends generated and upstream responses, also to clients that are still sending the request or do not read. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { memoize } from '../../spec/memoize.ts';
import { isBodiless } from '../http/http-message.ts';
import { drainBody, hasUnreadBody } from '../http/incoming-request.ts';
import type { GeneratedResponse, RawUpstreamResponse } from '../respond/error-response.ts';

/** Ends a response whose head is written. */
type EndResponse = (response: ServerResponse, body: string | Uint8Array) => void;

/** Returns a promise only if a part of the request is still being received. */
export function sendResponse(
  request: IncomingMessage,
  response: ServerResponse,
  mockResponse: GeneratedResponse,
  end: EndResponse = endDirectly,
): Promise<void> | undefined {
  const { status, headers, body, hasSharedHeaders = false } = mockResponse;
  if (hasUnreadBody(request))
    return sendBeforeRequestEnds(request, response, { ...mockResponse, headers: withLength(mockResponse) });
  if (hasSharedHeaders && !isBodiless(status))
    response.writeHead(status, [...headerList(headers), LENGTH, String(Buffer.byteLength(body))]);
  else response.writeHead(status, withLength(mockResponse));
  end(response, body);
  return undefined;
}

const LENGTH = 'Content-Length';

function withLength({ status, headers, body }: GeneratedResponse): GeneratedResponse['headers'] {
  return isBodiless(status) ? headers : { ...headers, [LENGTH]: String(Buffer.byteLength(body)) };
}

/** Alternating names and values without the length, which Node writes in less time than an object. */
const headerList = memoize((headers: GeneratedResponse['headers']) =>
  Object.entries(headers)
    .filter(([name]) => name !== LENGTH)
    .flat(),
);

function endDirectly(response: ServerResponse, body: string | Uint8Array): void {
  response.end(body);
}

/**
 * Sends the response, then drains the body, then ends: closing immediately would reset the connection while the client
 * still reads.
 */
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

/** How long a client may continue to send a rejected body. */
const DRAIN_MS = 1_000;

/** The reason phrases that Node accepts. */
const reasonPhrase = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Resolves when everything is sent, or when either side has disconnected. */
export async function sendUpstreamResponse(
  response: ServerResponse,
  status: number,
  { statusText, rawHeaders, bytes, remainder }: RawUpstreamResponse,
): Promise<void> {
  if (response.destroyed) {
    remainder?.destroy();
    return;
  }
  // Do not add a Date header that the upstream did not send.
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
    // Break the connection after an incomplete response, as the upstream did.
    response.destroy();
  }
}

/**
 * How long clients may take to read: one that does not read occupies a connection, and its response stays in memory.
 */
interface ReadTimeoutOptions {
  /** The minimum time for any response, in milliseconds. */
  readonly requestTimeout: number;
  /** Bytes per second: a client that reads at least at this rate receives every response completely. */
  readonly readRate: number;
}

/** The maximum number of bytes between two sockets, written and not yet read: up to 4 MB and 6 MB on Linux. */
const SOCKET_BUFFER_BYTES = 10_000_000;

/**
 * Call for a response that is written; does nothing if it is completely sent. Progress of the client is only visible with a delay: the
 * system accepts more data only after a megabyte or more of its buffers was read. So the time covers everything that the
 * client still has to read.
 */
export function enforceReadTimeout(response: ServerResponse, timeoutOptions: ReadTimeoutOptions): void {
  const unsent = response.writableLength;
  if (unsent === 0) return;
  const before = Math.max(0, response.req.socket.bytesWritten - unsent);
  const unread = unsent + Math.min(before, SOCKET_BUFFER_BYTES);
  const timer = setTimeout(() => response.destroy(), readTimeoutMs(unread, timeoutOptions));
  const cancelTimer = () => clearTimeout(timer);
  response.once('finish', cancelTimer).once('close', cancelTimer);
}

/** Limited to the maximum delay of a timer. */
function readTimeoutMs(bytes: number, { requestTimeout, readRate }: ReadTimeoutOptions): number {
  return Math.min(requestTimeout + (bytes / readRate) * 1_000, 2 ** 31 - 1);
}
