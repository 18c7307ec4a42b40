/** Sends requests byte for byte and records the responses. undici is imported only in this folder. */
import { Readable } from 'node:stream';
import { setTimeout as pause, setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { Client, type Dispatcher, Pool } from 'undici';
import { KitError } from '../../../errors.ts';
import { sequenceFormat } from '../../../spec/wire/sequence.ts';
import { headerPairs, headerValue } from '../../http/headers.ts';
import { timeLimit } from '../../http/time-limit.ts';
import type { ConnectionSettings } from '../../options/connection-settings.ts';
import { findProxy, type ProxyServer } from '../../options/proxy-settings.ts';
import type { Exchange, ReceivedResponse, SentRequest } from '../model/exchange.ts';
import { type ConnectionRoute, createConnector } from './connector.ts';
import { sendExpectingContinue } from './expect-continue.ts';
import { findMessageEnd } from './message-end.ts';
import { throughProxy } from './proxy.ts';
import {
  type ConnectionActivity,
  describeFailure,
  MAX_RESPONSE_BYTES,
  timeoutFailure,
  tooLargeError,
} from './transport-failure.ts';

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

/** Where connections go: to the origin, or to a proxy for http. */
interface Route extends ConnectionRoute {
  readonly origin: string;
  readonly proxy: ProxyServer | undefined;
}

interface SendOptions {
  readonly timeoutMs: number;
  readonly route: Route;
}

function findRoute({ origin, connection }: SenderOptions): Route {
  const proxy = findProxy(connection?.proxy, origin);
  const isSecure = origin.startsWith('https:');
  return {
    tls: connection?.tls,
    proxy,
    tunnel: isSecure ? proxy : undefined,
    origin: proxy === undefined || isSecure ? origin : proxy.url.origin,
  };
}

/** Finds the connection of each request: undici does not name it. */
interface StartedRequests {
  /** The next request whose head is written is this one. */
  start(onConnection: (activity: ConnectionActivity) => void): void;
  assign(activity: ConnectionActivity): void;
}

function createStartedRequests(): StartedRequests {
  let waiting: ((activity: ConnectionActivity) => void) | undefined;
  return {
    start(onConnection) {
      waiting = onConnection;
    },
    assign(activity) {
      waiting?.(activity);
      waiting = undefined;
    },
  };
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
  const outcome = await (request.delivery === 'expecting 100'
    ? sendExpectingContinue(request, timeoutMs, route)
    : dispatchRequest(connections, request, { timeoutMs, route }));
  return { request, outcome, ms: performance.now() - start, sentAt };
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

/** In bytes. */
const CHUNK_OVERHEAD_BYTES = 100;

/** How long the response stays unread. */
const SLOW_READ_MS = 30;

interface RecorderOptions {
  readonly done: (outcome: Exchange['outcome']) => void;
  readonly started: StartedRequests;
  readonly readsSlowly: boolean;
  readonly timeoutMs: number;
}

/** A stream may never end: what has arrived after this time is checked. Other sequences end, with few exceptions. */
const EVENTS_MS = 500;
const SEQUENCE_TIME_SHARE = 0.5;

/** Collects one response. It can be aborted before undici has started the request. */
function createRecorder({
  done,
  started,
  readsSlowly,
  timeoutMs,
}: RecorderOptions): Dispatcher.DispatchHandler & { abort(reason: Error): void } {
  const chunks: Uint8Array[] = [];
  let [status, size] = [0, 0];
  let headers: ReceivedResponse['headers'] = [];
  let activeController: Dispatcher.DispatchController | undefined;
  let aborted: Error | undefined;
  let connection: ConnectionActivity | undefined;
  let cancelStream = () => {};
  const received = (): Exchange['outcome'] => {
    const [only] = chunks;
    const body = only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks);
    return { kind: 'response', response: { status, headers, body } };
  };
  const endStream = () => {
    // Before the abort, which reports a failure.
    done(received());
    activeController?.abort(new Error('the stream was read for long enough'));
  };
  return {
    abort(reason) {
      aborted = reason;
      activeController?.abort(reason);
    },
    onRequestStart(controller) {
      activeController = controller;
      started.start((activity) => {
        connection = activity;
      });
      if (aborted !== undefined) controller.abort(aborted);
    },
    onResponseStart(controller, statusCode) {
      // Also called for interim responses (1xx); the last call is the final response.
      status = statusCode;
      headers = parseRawHeaders(controller.rawHeaders);
      const format = statusCode < 200 ? undefined : sequenceFormat(headerValue(headers, 'content-type') ?? '');
      const streamMs = format === 'events' ? EVENTS_MS : timeoutMs * SEQUENCE_TIME_SHARE;
      if (format !== undefined) cancelStream = timeLimit(streamMs, endStream);
      if (!readsSlowly || statusCode < 200 || !hasBody(status, headers)) return;
      controller.pause();
      setTimeout(() => controller.resume(), SLOW_READ_MS);
    },
    onResponseData(controller, chunk) {
      // A chunk of one byte takes much more memory than a byte.
      size += chunk.byteLength + CHUNK_OVERHEAD_BYTES;
      if (size > MAX_RESPONSE_BYTES) controller.abort(tooLargeError());
      else chunks.push(chunk);
    },
    onResponseEnd() {
      cancelStream();
      done(received());
    },
    onResponseError(_controller, error) {
      cancelStream();
      done({ kind: 'failure', failure: describeFailure(error, connection) });
    },
  };
}

/** Without a body a paused response is complete, but undici reports its connection as broken if the server closes it. */
function hasBody(status: number, headers: ReceivedResponse['headers']): boolean {
  return status !== 204 && status !== 304 && headerValue(headers, 'content-length') !== '0';
}

/** undici rejects such a request, and its pool sends nothing after it. */
function throwIfUnwritable({ headers }: SentRequest): void {
  const invalidHeader = headers.find(
    ([name, value]) => !/^[!#$%&'*+.^_`|~\w-]+$/.test(name) || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value),
  );
  if (invalidHeader === undefined) return;
  throw new KitError(
    'nothing-checked',
    `the header ${JSON.stringify(invalidHeader[0])} cannot have this value: header values are visible ASCII`,
    {
      fix: 'Use a value of visible ASCII characters for the parameter or credential.',
    },
  );
}

function dispatchOptions(request: SentRequest, { proxy }: Route): Dispatcher.DispatchOptions {
  const { method, url, delivery, body } = request;
  const path = url.slice(url.indexOf('/', url.indexOf('://') + 3));
  const headers = request.headers.flat();
  // undici sends an iterable chunked, unless Content-Length is set.
  if (delivery === 'in pieces') headers.push('Content-Length', String(body?.byteLength ?? 0));
  const sent = { method, body: dispatchBody(request) };
  if (proxy === undefined || url.startsWith('https:')) return { ...sent, path, headers };
  const proxied = throughProxy(url, proxy);
  return { ...sent, path: proxied.path, headers: [...headers, ...proxied.headers] };
}

function dispatchBody({ body, delivery }: SentRequest): Uint8Array | Readable | null {
  if (body === undefined) return null;
  const inOnePiece = delivery === 'whole' || delivery === 'read slowly';
  return inOnePiece ? body : Readable.from(splitBody(body), { objectMode: false });
}

/** Long enough for the pieces to arrive as separate packets. */
const PAUSE_MS = 10;

async function* splitBody(body: Uint8Array): AsyncGenerator<Uint8Array> {
  const middle = Math.ceil(body.byteLength / 2);
  yield body.subarray(0, middle);
  await pauseAndPoll(PAUSE_MS);
  yield body.subarray(middle);
}

/** On a busy machine the timer may fire before received bytes are read; the extra turn of the event loop reads them. */
async function pauseAndPoll(ms: number): Promise<void> {
  await pause(ms);
  await yieldToEventLoop();
}

/** A flat list of names and values, as bytes or text; undici types it as `unknown`. */
function parseRawHeaders(headers: unknown): ReceivedResponse['headers'] {
  return Array.isArray(headers) ? headerPairs(headers.map(headerText)) : [];
}

/** Header fields that are not ASCII are decoded as Latin-1. */
function headerText(part: unknown): string {
  return Buffer.isBuffer(part) ? part.toString('latin1') : String(part);
}
