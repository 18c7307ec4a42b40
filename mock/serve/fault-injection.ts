/** Deliberate connection faults, as networks and crashed servers cause them. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import { toBytes } from '../../platform/bytes.ts';
import { hasNoResponseBody, isBodiless } from '../http/http-message.ts';
import { drainBody } from '../http/incoming-request.ts';
import type { ConnectionFault } from '../model/rule.ts';
import type { MockResponse } from '../respond/error-response.ts';

export interface FaultyExchange {
  readonly response: ServerResponse;
  readonly mockResponse: MockResponse;
  /** Aborted when the client disconnects or the server closes. */
  readonly endSignal: AbortSignal;
}

/**
 * Resolves when the fault is complete, at the latest when the client disconnects or the server closes. Never rejects.
 */
export async function injectFault(fault: ConnectionFault, exchange: FaultyExchange): Promise<void> {
  const { response, mockResponse } = exchange;
  mockResponse.upstream?.remainder?.destroy();
  try {
    await faultInjectors[fault](exchange);
  } catch {
    response.destroy();
  }
}

/** Rejects when the exchange ends early. */
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

/** Unread request bytes would turn the end of the connection into a reset. */
const DRAIN_MS = 200;

/**
 * The Content-Length of the whole body with half of the body; the first half of the header section if there is no body.
 */
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

/**
 * In chunks over three seconds, or longer for a client that reads slowly. Without a body only the header section is
 * sent.
 */
async function drip(exchange: FaultyExchange): Promise<void> {
  const { response, endSignal } = exchange;
  const { status, headers } = exchange.mockResponse;
  const bytes = hasBody(exchange) ? bodyBytes(exchange) : new Uint8Array();
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

function bodyBytes({ mockResponse }: FaultyExchange): Uint8Array {
  return mockResponse.upstream === undefined ? toBytes(mockResponse.body) : mockResponse.upstream.bytes;
}

function contentLengthHeader(exchange: FaultyExchange): { readonly 'Content-Length': number } {
  return { 'Content-Length': bodyBytes(exchange).length };
}

function hasBody({ response, mockResponse }: FaultyExchange): boolean {
  return !hasNoResponseBody(response.req.method ?? '', mockResponse.status);
}

/** A pipelined request waits until the earlier responses are sent. */
async function waitForSocket(response: ServerResponse, endSignal: AbortSignal): Promise<Socket> {
  if (response.socket === null) await once(response, 'socket', { signal: endSignal });
  endSignal.throwIfAborted();
  return response.req.socket;
}

/**
 * A TLS socket cannot send a reset, but its underlying TCP socket can. Node keeps that in an undocumented property;
 * without it, the connection is closed normally.
 */
function tcpSocket(socket: Socket): Socket {
  const parent: unknown = socket instanceof TLSSocket ? Reflect.get(socket, '_parent') : socket;
  return parent instanceof Socket ? parent : socket;
}
