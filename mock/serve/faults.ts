/** Answers that break on purpose: what networks and crashed servers do to a client. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import { drain } from '../http/call.ts';
import { isBodiless } from '../http/message.ts';
import type { ConnectionFault } from '../model/rule.ts';
import type { Reply } from '../respond/replies.ts';

export interface BrokenAnswer {
  readonly response: ServerResponse;
  readonly reply: Reply;
  /** Aborted when the client goes away or the store closes. */
  readonly over: AbortSignal;
}

/** Resolves when nothing more is to come: at the latest when the client goes away or the store closes. Never rejects. */
export async function sendBroken(fault: ConnectionFault, answer: BrokenAnswer): Promise<void> {
  const { response, reply } = answer;
  reply.foreign?.rest?.destroy();
  try {
    await senders[fault](answer);
  } catch {
    response.destroy();
  }
}

/** Whether the client gets an answer, be it late. */
export function isAnswered(fault: ConnectionFault): boolean {
  return fault === 'drip' || fault === 'cut';
}

/** Waits end with a rejection when it is over. */
type Sender = (answer: BrokenAnswer) => Promise<void>;

const senders: Readonly<Record<ConnectionFault, Sender>> = { reset, empty, cut, drip, hang };

async function reset({ response, over }: BrokenAnswer): Promise<void> {
  const socket = beneath(await turnOf(response, over));
  if (socket instanceof TLSSocket) socket.destroy();
  else socket.resetAndDestroy();
}

async function empty({ response, over }: BrokenAnswer): Promise<void> {
  const socket = await turnOf(response, over);
  await drain(response.req, DRAIN_MS);
  socket.destroySoon();
}

/** What was not read of a request would make a reset of the end of the connection. */
const DRAIN_MS = 200;

/** The length of the whole body, and half of it; the first half of the head where there is no body. */
async function cut(answer: BrokenAnswer): Promise<void> {
  const { response, over } = answer;
  const { status, headers } = answer.reply;
  const socket = await turnOf(response, over);
  await drain(response.req, DRAIN_MS);
  if (!hasBody(answer)) {
    socket.write(`HTTP/1.1 ${status} \r\nDate: ${new Date().toUTCString().slice(0, 11)}`);
  } else {
    const bytes = bytesOf(answer);
    response.writeHead(status, { ...headers, 'Content-Length': Math.max(bytes.length, 1) });
    response.flushHeaders();
    response.write(bytes.subarray(0, bytes.length >> 1));
  }
  socket.destroySoon();
}

const DRIP_MS = 3_000;
const LEAST_DRIPS = 10;
const LARGEST_DRIP = 65_536;

/** In pieces over three seconds; longer only for a client that reads slowly. There is nothing to drip without a body. */
async function drip(answer: BrokenAnswer): Promise<void> {
  const { response, over } = answer;
  const { status, headers } = answer.reply;
  const bytes = hasBody(answer) ? bytesOf(answer) : Buffer.alloc(0);
  response.writeHead(status, { ...headers, ...(isBodiless(status) ? {} : lengthOf(answer)) });
  response.flushHeaders();
  const drips = Math.max(LEAST_DRIPS, Math.ceil(bytes.length / LARGEST_DRIP));
  const size = Math.max(1, Math.ceil(bytes.length / drips));
  for (let from = 0; from < bytes.length; from += size) {
    await sleep(DRIP_MS / Math.ceil(bytes.length / size), undefined, { signal: over });
    if (!response.write(bytes.subarray(from, from + size))) await once(response, 'drain', { signal: over });
  }
  response.end();
}

async function hang({ response, over }: BrokenAnswer): Promise<void> {
  if (!over.aborted) await once(over, 'abort');
  response.destroy();
}

function bytesOf({ reply }: BrokenAnswer): Buffer {
  return reply.foreign === undefined ? Buffer.from(reply.body) : reply.foreign.bytes;
}

function lengthOf(answer: BrokenAnswer): { readonly 'Content-Length': number } {
  return { 'Content-Length': bytesOf(answer).length };
}

function hasBody({ response, reply }: BrokenAnswer): boolean {
  return response.req.method !== 'HEAD' && !isBodiless(reply.status);
}

/** Of pipelined requests, each waits until those before it are answered. */
async function turnOf(response: ServerResponse, over: AbortSignal): Promise<Socket> {
  if (response.socket === null) await once(response, 'socket', { signal: over });
  over.throwIfAborted();
  return response.req.socket;
}

/**
 * A TLS socket cannot send a reset itself, the TCP socket that it was made of can. Node keeps that one under a name
 * that is not documented; where it is gone, the connection is closed the usual way.
 */
function beneath(socket: Socket): Socket {
  const parent: unknown = socket instanceof TLSSocket ? Reflect.get(socket, '_parent') : socket;
  return parent instanceof Socket ? parent : socket;
}
