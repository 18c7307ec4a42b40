/** Clients that do not read: each keeps a connection from others, and its answer in memory. */
import type { ServerResponse } from 'node:http';

export interface Patience {
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
