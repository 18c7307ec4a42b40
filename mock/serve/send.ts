/** Replies out: the store's own and those of an upstream, also to clients that have not yet sent the whole request, or do not read. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { drain } from '../http/call.ts';
import { isBodiless } from '../http/message.ts';
import type { ForeignAnswer, StoreReply } from '../respond/replies.ts';

/** Gives a promise only where a rest of the request is still on its way. */
export function send(
  request: IncomingMessage,
  response: ServerResponse,
  reply: StoreReply,
): Promise<void> | undefined {
  const { status, headers, body } = reply;
  const isEmpty = isBodiless(status);
  const head = isEmpty ? headers : { ...headers, 'Content-Length': String(Buffer.byteLength(body)) };
  if (!request.complete && !isSoonOver(request))
    return sendEarly(request, response, { ...reply, headers: head });
  response.writeHead(status, head);
  response.end(body);
  return undefined;
}

/** The answer first, then the rest of the body, then the end: closing at once would reset what the client still reads. */
async function sendEarly(
  request: IncomingMessage,
  response: ServerResponse,
  reply: StoreReply,
): Promise<void> {
  response.writeHead(reply.status, { ...reply.headers, Connection: 'close' });
  response.write(isBodiless(reply.status) ? '' : reply.body);
  response.flushHeaders();
  await drain(request, DRAIN_MS);
  response.end();
}

/** How long a client may go on sending a body that was refused. */
const DRAIN_MS = 1_000;

/** A short rest that is on its way is read and dropped by Node, and the connection lives on. */
function isSoonOver({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers.expect === undefined && length !== undefined && Number(length) <= SHORT_BODY_BYTES;
}

const SHORT_BODY_BYTES = 65_536;

/** What Node agrees to write. */
const reasonPhrase = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Resolves when all is sent, or one of the two ends has gone. */
export async function sendForeign(
  response: ServerResponse,
  status: number,
  { statusText, rawHeaders, bytes, rest }: ForeignAnswer,
): Promise<void> {
  if (response.destroyed) {
    rest?.destroy();
    return;
  }
  // What the upstream does not say is not said for it.
  response.sendDate = false;
  response.writeHead(status, reasonPhrase.test(statusText) ? statusText : '', [...rawHeaders]);
  if (rest === undefined) {
    response.end(bytes);
    return;
  }
  response.write(bytes);
  response.flushHeaders();
  try {
    await pipeline(rest, response);
  } catch {
    // Half an answer ends with a broken connection, as it did upstream.
    response.destroy();
  }
}

/** How long clients may take to read: one that does not keeps a connection from others, and its answer in memory. */
interface Patience {
  /** Milliseconds that every client has, however short the answer. */
  readonly requestTimeout: number;
  /** Bytes a second: whoever reads so fast, or faster, gets all of every answer. */
  readonly readRate: number;
}

/** What may lie between two sockets, written and not yet read: 4 MB and 6 MB as Linux has them. */
const BETWEEN_BYTES = 10_000_000;

/**
 * For an answer that is written, and not all sent. That a client reads is not seen here at once: the system takes more
 * only after a megabyte or more of what it holds was read. So the time is for all that the client still has to read.
 */
export function dropUnread(response: ServerResponse, patience: Patience): void {
  const unsent = response.writableLength;
  const before = Math.max(0, response.req.socket.bytesWritten - unsent);
  const unread = unsent + Math.min(before, BETWEEN_BYTES);
  const timer = setTimeout(() => response.destroy(), patienceFor(unread, patience));
  const over = () => clearTimeout(timer);
  response.once('finish', over).once('close', over);
}

/** Longer than a timer can be told is for ever. */
function patienceFor(bytes: number, { requestTimeout, readRate }: Patience): number {
  return Math.min(requestTimeout + (bytes / readRate) * 1_000, 2 ** 31 - 1);
}
