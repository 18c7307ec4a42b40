/** Puts an answer of the control API on the wire. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { drain } from '../http/body.ts';
import type { ControlReply } from './reply.ts';

/** How long a client may go on sending a body that nobody reads. */
const DRAIN_MS = 1_000;

export async function sendReply(
  request: IncomingMessage,
  response: ServerResponse,
  reply: ControlReply,
): Promise<void> {
  const isUnread = hasBody(request) && !request.complete;
  response.writeHead(reply.status, {
    ...reply.headers,
    ...(reply.status === 204 ? {} : { 'Content-Length': Buffer.byteLength(reply.body) }),
    ...(isUnread ? { Connection: 'close' } : {}),
  });
  if (!isUnread) {
    response.end(reply.body);
    return;
  }
  // The answer first, then the rest of the body, then the end: closing at once would reset what the client still reads.
  response.write(reply.body);
  response.flushHeaders();
  await drain(request, DRAIN_MS);
  response.end();
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
