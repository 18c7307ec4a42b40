/** Helpers for HTTP servers on 127.0.0.1 that forward requests. */
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as requestHttp, type Server } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Exchange, ReceivedResponse, TransportFailure } from '../../conformance/model/exchange.ts';
import { createProxyAgent, proxyHeaders } from '../../conformance/transport/proxy.ts';
import { describeFailure, MAX_RESPONSE_BYTES, tooLargeError } from '../../conformance/transport/transport-failure.ts';
import { type HeaderLine, headerPairs } from '../../http/headers.ts';
import { timeLimit } from '../../http/time-limit.ts';
import { type ConnectionSettings, tlsConnectOptions } from '../../options/connection-settings.ts';
import { findProxy } from '../../options/proxy-settings.ts';

export interface LocalServer {
  /** On 127.0.0.1. */
  readonly port: number;
  close(): Promise<void>;
}

export async function listenOnLocalhost(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was assigned');
  return address.port;
}

export function createClose(server: Server): () => Promise<void> {
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}

/** Far larger than any pact or result; any local process may send to these servers. */
const MAX_BODY_BYTES = 64_000_000;

/** Rejects bodies larger than 64 MB. */
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

/** Where requests are forwarded to. */
export interface ForwardTarget {
  readonly baseUrl: URL;
  /** Time limit for the whole response, in milliseconds. */
  readonly timeoutMs: number;
  /** PEM certificates to trust instead of the default ones. */
  readonly ca: string | undefined;
  readonly connection?: ConnectionSettings | undefined;
}

export interface ForwardedRequest {
  readonly method: string;
  /** Path and query, including the base path, as sent. */
  readonly path: string;
  readonly headers: readonly HeaderLine[];
  readonly body: Buffer;
}

/**
 * Forwards a request: raw bytes in both directions, a new connection for each request, limited in time and size. A
 * missing response is an outcome; rejects only for a request that cannot be written at all.
 */
export function forwardRequest(target: ForwardTarget, forwarded: ForwardedRequest): Promise<Exchange['outcome']> {
  return new Promise((resolve) => {
    let isConnected = false;
    const request = openRequest(target, forwarded);
    const settle = (outcome: Exchange['outcome']) => {
      cancelTimeout();
      resolve(outcome);
      request.destroy();
    };
    const cancelTimeout = timeLimit(target.timeoutMs, () => settle(timeoutOutcome(target, isConnected)));
    request.on('socket', (socket) => {
      socket.once(target.baseUrl.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        isConnected = true;
      });
    });
    request.on('error', (error) => settle(errorOutcome(error, isConnected)));
    request.on('response', (message) => {
      readResponse(message).then(
        (response) => settle({ kind: 'response', response }),
        (error: Error) => settle(errorOutcome(error, true)),
      );
    });
    request.end(forwarded.body);
  });
}

function openRequest(
  { baseUrl, ca, connection }: ForwardTarget,
  { method, path, headers }: ForwardedRequest,
): ClientRequest {
  const isSecure = baseUrl.protocol === 'https:';
  const proxy = findProxy(connection?.proxy, baseUrl.origin);
  const send = isSecure ? requestHttps : requestHttp;
  return send({
    protocol: baseUrl.protocol,
    hostname: baseUrl.hostname.replace(/^\[|\]$/g, ''),
    port: baseUrl.port,
    method,
    path,
    headers: [...headers.flat(), ...proxyHeaders(proxy, isSecure)],
    // No keep-alive: a connection that the implementation closes in between would look like its failure.
    agent: createProxyAgent(proxy, isSecure),
    setHost: false,
    ...(ca === undefined ? {} : { ca }),
    ...tlsConnectOptions(connection?.tls),
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

/** A server that accepts no connection in time is unreachable, which says nothing about its responses. */
function timeoutOutcome({ timeoutMs }: ForwardTarget, isConnected: boolean): Exchange['outcome'] {
  return failureOutcome(
    isConnected
      ? { kind: 'timeout', reason: `no complete response within ${timeoutMs} ms` }
      : { kind: 'unreachable', reason: `no connection within ${timeoutMs} ms` },
  );
}

function errorOutcome(error: Error, isConnected: boolean): Exchange['outcome'] {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const message = error.message || code || error.name;
  if (!isConnected) return failureOutcome({ kind: 'unreachable', reason: message });
  const described = describeFailure(error);
  if (described.kind === 'too large') return failureOutcome(described);
  return failureOutcome({
    kind: 'broken',
    reason: code === 'ECONNRESET' ? 'the connection was closed without a response' : message,
  });
}
