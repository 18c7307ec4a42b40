/** Sends requests byte for byte and records the responses. undici is imported only in this folder. */
import { Client, type Dispatcher, Pool } from 'undici';
import { timeLimit } from '../../http/time-limit.ts';
import type { ConnectionSettings } from '../../options/connection-settings.ts';
import type { Exchange, SentRequest } from '../model/exchange.ts';
import { createConnector } from './connector.ts';
import { sendExpectingContinue } from './expect-continue.ts';
import { findMessageEnd } from './message-end.ts';
import { createRecorder, createStartedRequests, type StartedRequests } from './record-response.ts';
import { findRoute, type Route } from './route.ts';
import { MAX_RESPONSE_BYTES, timeoutFailure } from './transport-failure.ts';
import { openVerbatimConnection } from './verbatim-head.ts';
import { dispatchOptions, pauseAndPoll, throwIfUnwritable } from './written-request.ts';

export interface Sender {
  /** A transport failure is an outcome, not an error. Rejects with `KitError` for a header that HTTP cannot carry. */
  send(request: SentRequest): Promise<Exchange>;
  /** A new connection, outside the pool. */
  openConnection(): Connection;
  close(): Promise<void>;
}

/** One connection, reopened when the server closes it. */
export interface Connection {
  send(request: SentRequest): Promise<Exchange>;
  /** Waits `WATCH_MS`, and adds the bytes received after the response of the last exchange as `trailingBytes`. */
  watchAfter(exchange: Exchange): Promise<Exchange>;
  close(): Promise<void>;
}

export interface SenderOptions {
  /** `http://127.0.0.1:4010`, without a path. */
  readonly origin: string;
  readonly connections: number;
  /** Time limit for one complete exchange. */
  readonly timeoutMs: number;
  readonly connection?: ConnectionSettings | undefined;
}

/** undici's timeouts are off: `timeoutMs` covers the complete exchange. */
const clientOptions = { pipelining: 1, headersTimeout: 0, bodyTimeout: 0 } as const;

/** Share of the time limit: a server that accepts no connection by then is unreachable, which is no finding. */
const CONNECT_TIME_SHARE = 0.8;

export function createSender(options: SenderOptions): Sender {
  const { connections, timeoutMs } = options;
  const route = findRoute(options);
  const started = createStartedRequests();
  const dispatcher = new Pool(route.origin, {
    ...clientOptions,
    connections,
    connect: createConnector(timeoutMs * CONNECT_TIME_SHARE, { onRequest: started.assign }, route),
  });
  const pool = { dispatcher, started };
  return {
    send: (request) => sendTimed(pool, request, { timeoutMs, route }),
    openConnection: () => openConnection(timeoutMs, route),
    close: () => dispatcher.destroy(),
  };
}

interface SendOptions {
  readonly timeoutMs: number;
  readonly route: Route;
}

interface ObservedDispatcher {
  readonly dispatcher: Dispatcher;
  readonly started: StartedRequests;
}

/** Long enough for bytes that a server sends together with its response. */
const WATCH_MS = 20;

function openConnection(timeoutMs: number, route: Route): Connection {
  let received: Uint8Array[] = [];
  let size = 0;
  const collect = (chunk: Uint8Array) => {
    size += chunk.byteLength;
    // The bytes that undici ignores may never end.
    if (size <= MAX_RESPONSE_BYTES) received.push(chunk);
  };
  const started = createStartedRequests();
  const dispatcher = new Client(route.origin, {
    ...clientOptions,
    connect: createConnector(timeoutMs * CONNECT_TIME_SHARE, { onBytes: collect, onRequest: started.assign }, route),
  });
  const connection = { dispatcher, started };
  return {
    send(request) {
      received = [];
      size = 0;
      return sendTimed(connection, request, { timeoutMs, route });
    },
    async watchAfter(exchange) {
      const { request, outcome } = exchange;
      if (outcome.kind === 'failure') return exchange;
      await pauseAndPoll(WATCH_MS);
      const bytes = Buffer.concat(received);
      const rest = bytes.subarray(findMessageEnd({ method: request.method, bytes }));
      if (rest.byteLength === 0) return exchange;
      return {
        ...exchange,
        outcome: { kind: 'response', response: { ...outcome.response, trailingBytes: rest } },
      };
    },
    close: () => dispatcher.destroy(),
  };
}

async function sendTimed(
  connections: ObservedDispatcher,
  request: SentRequest,
  { timeoutMs, route }: SendOptions,
): Promise<Exchange> {
  throwIfUnwritable(request);
  const sentAt = Date.now();
  const start = performance.now();
  const outcome = await sendAs(request.delivery);
  return { request, outcome, ms: performance.now() - start, sentAt };

  async function sendAs(delivery: SentRequest['delivery']): Promise<Exchange['outcome']> {
    if (delivery === 'expecting 100') return sendExpectingContinue(request, timeoutMs, route);
    if (delivery !== 'verbatim head') return dispatchRequest(connections, request, { timeoutMs, route });
    const waitMs = Math.min(timeoutMs, VERBATIM_WAIT_MS);
    const own = openVerbatimConnection(request, waitMs * CONNECT_TIME_SHARE, route);
    const outcome = await dispatchRequest(own, request, { timeoutMs: waitMs, route });
    await own.dispatcher.destroy();
    return withoutTimeout(outcome);
  }
}

/** A server may wait for the rest of a request whose end is not certain; one that handles a request at a time must go on soon. */
const VERBATIM_WAIT_MS = 2_000;

/** A server that waits has not accepted the request. */
function withoutTimeout(outcome: Exchange['outcome']): Exchange['outcome'] {
  if (outcome.kind !== 'failure' || outcome.failure.kind !== 'timeout') return outcome;
  return { kind: 'failure', failure: { kind: 'broken', reason: outcome.failure.reason } };
}

function dispatchRequest(
  { dispatcher, started }: ObservedDispatcher,
  request: SentRequest,
  { timeoutMs, route }: SendOptions,
): Promise<Exchange['outcome']> {
  return new Promise((resolve) => {
    const end = () => {
      // Before the abort, which reports another failure.
      resolve({ kind: 'failure', failure: timeoutFailure(timeoutMs) });
      handler.abort(new Error('no response in time'));
    };
    const cancelTimeout = timeLimit(timeoutMs, end);
    const done = (outcome: Exchange['outcome']) => {
      cancelTimeout();
      resolve(outcome);
    };
    const readsSlowly = request.delivery === 'read slowly';
    const handler = createRecorder({ done, started, readsSlowly, timeoutMs });
    dispatcher.dispatch(dispatchOptions(request, route), handler);
  });
}
