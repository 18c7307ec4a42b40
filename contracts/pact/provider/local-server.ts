/** A server of our own on this machine, and how it sends on what it gets. */
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as requestHttp, type Server } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Exchange, ReceivedResponse, TransportFailure } from '../../conformance/model/exchange.ts';
import { describeFailure, MAX_RESPONSE_BYTES, tooLargeError } from '../../conformance/transport/transport-failure.ts';
import { type HeaderLine, headerPairs } from '../../http/headers.ts';
import { timeLimit } from '../../http/time-limit.ts';

export interface LocalServer {
  /** On 127.0.0.1. */
  readonly port: number;
  close(): Promise<void>;
}

export async function listenOnLocalhost(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}

export function createClose(server: Server): () => Promise<void> {
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}

/** No pact and no result comes near it; anybody on this machine may send to a helper. */
const MAX_BODY_BYTES = 64_000_000;

/** Rejects beyond 64 MB. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.byteLength;
    if (size > MAX_BODY_BYTES) throw new Error(`a body is larger than ${MAX_BODY_BYTES} bytes`);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

/** Where requests are sent on to. */
export interface ForwardTarget {
  readonly baseUrl: URL;
  /** Milliseconds until the whole answer must be there. */
  readonly timeoutMs: number;
  /** PEM certificates to trust in place of the usual ones. */
  readonly ca: string | undefined;
}

export interface ForwardedRequest {
  readonly method: string;
  /** Path and query below the base path, as they go on the wire. */
  readonly path: string;
  readonly headers: readonly HeaderLine[];
  readonly body: Buffer;
}

/**
 * Sends a request on: raw bytes both ways, one connection each, bounded. That nothing came back is an outcome too; rejects
 * only for a request that cannot be written at all.
 */
export function forwardRequest(target: ForwardTarget, forwarded: ForwardedRequest): Promise<Exchange['outcome']> {
  return new Promise((resolve) => {
    let isConnected = false;
    const request = openRequest(target, forwarded);
    const settle = (outcome: Exchange['outcome']) => {
      callOff();
      resolve(outcome);
      request.destroy();
    };
    const callOff = timeLimit(target.timeoutMs, () =>
      settle(failureOutcome({ kind: 'timeout', reason: `no complete answer within ${target.timeoutMs} ms` })),
    );
    request.on('socket', (socket) => {
      socket.once(target.baseUrl.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        isConnected = true;
      });
    });
    request.on('error', (error) => settle(errorOutcome(error, isConnected)));
    request.on('response', (message) => {
      readResponse(message).then(
        (response) => settle({ kind: 'answer', response }),
        (error: Error) => settle(errorOutcome(error, true)),
      );
    });
    request.end(forwarded.body);
  });
}

function openRequest({ baseUrl, ca }: ForwardTarget, { method, path, headers }: ForwardedRequest): ClientRequest {
  const send = baseUrl.protocol === 'https:' ? requestHttps : requestHttp;
  return send({
    protocol: baseUrl.protocol,
    hostname: baseUrl.hostname.replace(/^\[|\]$/g, ''),
    port: baseUrl.port,
    method,
    path,
    headers: headers.flat(),
    // No connection is used twice: one that the implementation closes meanwhile would look like its fault.
    agent: false,
    setHost: false,
    ...(ca === undefined ? {} : { ca }),
  });
}

async function readResponse(message: IncomingMessage): Promise<ReceivedResponse> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message) {
    const bytes = Buffer.from(chunk);
    size += bytes.byteLength;
    if (size > MAX_RESPONSE_BYTES) throw tooLargeError();
    chunks.push(bytes);
  }
  return {
    status: message.statusCode ?? 0,
    headers: headerPairs(message.rawHeaders),
    body: Buffer.concat(chunks),
  };
}

function failureOutcome(failure: TransportFailure): Exchange['outcome'] {
  return { kind: 'failure', failure };
}

function errorOutcome(error: Error, isConnected: boolean): Exchange['outcome'] {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const message = error.message || code || error.name;
  if (!isConnected) return failureOutcome({ kind: 'unreachable', reason: message });
  const described = describeFailure(error);
  if (described.kind === 'too large') return failureOutcome(described);
  return failureOutcome({
    kind: 'broken',
    reason: code === 'ECONNRESET' ? 'the connection was closed without an answer' : message,
  });
}
