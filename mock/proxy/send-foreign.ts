/** Passes an answer of the upstream on to the client: status, header fields in their order, and bytes. */
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { ForeignAnswer } from '../respond/replies.ts';

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
