/** Answers that break on purpose: what networks and crashed servers do to a client. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import { isBodiless } from '../http/http-message.ts';
import { drainBody } from '../http/incoming-request.ts';
import type { ConnectionFault } from '../model/rule.ts';
import type { MockResponse } from '../respond/error-response.ts';

export interface FaultyExchange {
  readonly response: ServerResponse;
  readonly mockResponse: MockResponse;
  /** Aborted when the client goes away or the store closes. */
  readonly endSignal: AbortSignal;
}

/** Resolves when nothing more is to come: at the latest when the client goes away or the store closes. Never rejects. */
export async function injectFault(fault: ConnectionFault, exchange: FaultyExchange): Promise<void> {
  const { response, mockResponse } = exchange;
  mockResponse.upstream?.remainder?.destroy();
  try {
    await faultInjectors[fault](exchange);
  } catch {
    response.destroy();
  }
}

/** Whether the client gets an answer, be it late. */
export function sendsResponse(fault: ConnectionFault): boolean {
  return fault === 'drip' || fault === 'cut';
}

/** Waits end with a rejection when it is over. */
type FaultInjector = (exchange: FaultyExchange) => Promise<void>;

const faultInjectors: Readonly<Record<ConnectionFault, FaultInjector>> = { reset, empty, cut, drip, hang };

async function reset({ response, endSignal }: FaultyExchange): Promise<void> {
  const socket = tcpSocket(await waitForSocket(response, endSignal));
  if (socket instanceof TLSSocket) socket.destroy();
  else socket.resetAndDestroy();
}

async function empty({ response, endSignal }: FaultyExchange): Promise<void> {
  const socket = await waitForSocket(response, endSignal);
  await drainBody(response.req, DRAIN_MS);
  socket.destroySoon();
}

/** What was not read of a request would make a reset of the end of the connection. */
const DRAIN_MS = 200;

/** The length of the whole body, and half of it; the first half of the head where there is no body. */
async function cut(exchange: FaultyExchange): Promise<void> {
  const { response, endSignal } = exchange;
  const { status, headers } = exchange.mockResponse;
  const socket = await waitForSocket(response, endSignal);
  await drainBody(response.req, DRAIN_MS);
  if (!hasBody(exchange)) {
    socket.write(`HTTP/1.1 ${status} \r\nDate: ${new Date().toUTCString().slice(0, 11)}`);
  } else {
    const bytes = bodyBytes(exchange);
    response.writeHead(status, { ...headers, 'Content-Length': Math.max(bytes.length, 1) });
    response.flushHeaders();
    response.write(bytes.subarray(0, bytes.length >> 1));
  }
  socket.destroySoon();
}

const DRIP_DURATION_MS = 3_000;
const MIN_CHUNKS = 10;
const MAX_CHUNK_BYTES = 65_536;

/** In pieces over three seconds; longer only for a client that reads slowly. There is nothing to drip without a body. */
async function drip(exchange: FaultyExchange): Promise<void> {
  const { response, endSignal } = exchange;
  const { status, headers } = exchange.mockResponse;
  const bytes = hasBody(exchange) ? bodyBytes(exchange) : Buffer.alloc(0);
  response.writeHead(status, { ...headers, ...(isBodiless(status) ? {} : contentLengthHeader(exchange)) });
  response.flushHeaders();
  const chunkCount = Math.max(MIN_CHUNKS, Math.ceil(bytes.length / MAX_CHUNK_BYTES));
  const size = Math.max(1, Math.ceil(bytes.length / chunkCount));
  for (let from = 0; from < bytes.length; from += size) {
    await sleep(DRIP_DURATION_MS / Math.ceil(bytes.length / size), undefined, { signal: endSignal });
    if (!response.write(bytes.subarray(from, from + size))) await once(response, 'drain', { signal: endSignal });
  }
  response.end();
}

async function hang({ response, endSignal }: FaultyExchange): Promise<void> {
  if (!endSignal.aborted) await once(endSignal, 'abort');
  response.destroy();
}

function bodyBytes({ mockResponse }: FaultyExchange): Buffer {
  return mockResponse.upstream === undefined ? Buffer.from(mockResponse.body) : mockResponse.upstream.bytes;
}

function contentLengthHeader(exchange: FaultyExchange): { readonly 'Content-Length': number } {
  return { 'Content-Length': bodyBytes(exchange).length };
}

function hasBody({ response, mockResponse }: FaultyExchange): boolean {
  return response.req.method !== 'HEAD' && !isBodiless(mockResponse.status);
}

/** Of pipelined requests, each waits until those before it are answered. */
async function waitForSocket(response: ServerResponse, endSignal: AbortSignal): Promise<Socket> {
  if (response.socket === null) await once(response, 'socket', { signal: endSignal });
  endSignal.throwIfAborted();
  return response.req.socket;
}

/**
 * A TLS socket cannot send a reset itself, the TCP socket that it was made of can. Node keeps that one under a name
 * that is not documented; where it is gone, the connection is closed the usual way.
 */
function tcpSocket(socket: Socket): Socket {
  const parent: unknown = socket instanceof TLSSocket ? Reflect.get(socket, '_parent') : socket;
  return parent instanceof Socket ? parent : socket;
}
