/** Replies out, also to who has not yet sent the whole request. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { drain } from '../http/body.ts';
import { isBodiless } from '../http/statuses.ts';
import type { StoreReply } from '../respond/replies.ts';

/** How long a client may go on sending a body that was refused. */
const DRAIN_MS = 1_000;

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

/** A short rest that is on its way is read and dropped by Node, and the connection lives on. */
function isSoonOver({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers.expect === undefined && length !== undefined && Number(length) <= SHORT_BODY_BYTES;
}

const SHORT_BODY_BYTES = 65_536;
