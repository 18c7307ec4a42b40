/** Sends requests exactly as they are given and records what comes back. undici is imported in this folder alone. */
import { Readable } from 'node:stream';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { Client, type Dispatcher, Pool } from 'undici';
import { KitError } from '../../../errors.ts';
import { headerPairs } from '../../http/headers.ts';
import { timeLimit } from '../../http/time-limit.ts';
import type { Exchange, ReceivedResponse, SentRequest } from '../model/exchange.ts';
import { createConnector } from './connector.ts';
import { sendExpectingContinue } from './expect-continue.ts';
import { findMessageEnd } from './message-end.ts';
import { describeFailure, MAX_RESPONSE_BYTES, timeoutFailure, tooLargeError } from './transport-failure.ts';

export interface Sender {
  /** A transport failure is an outcome, not an error. Throws a KitError for what no HTTP client can send. */
  send(request: SentRequest): Promise<Exchange>;
  /** A new connection that nobody else uses. */
  openConnection(): Connection;
  close(): Promise<void>;
}

/** One connection, and another one where the server closes it. */
export interface Connection {
  send(request: SentRequest): Promise<Exchange>;
  /** The last exchange, and what came after its answer, for which it waits a moment. */
  watchAfter(exchange: Exchange): Promise<Exchange>;
  close(): Promise<void>;
}

export interface SenderOptions {
  /** `http://127.0.0.1:4010`, without a path. */
  readonly origin: string;
  readonly connections: number;
  /** For one whole exchange. */
  readonly timeoutMs: number;
}

/** Our own time limit covers the whole exchange. */
const clientOptions = { pipelining: 1, headersTimeout: 0, bodyTimeout: 0 } as const;

/** Of the time limit: who has taken no connection by then has not heard the request, and is not to be accused. */
const CONNECT_TIME_SHARE = 0.8;

export function createSender({ origin, connections, timeoutMs }: SenderOptions): Sender {
  const pool = new Pool(origin, {
    ...clientOptions,
    connections,
    connect: createConnector(timeoutMs * CONNECT_TIME_SHARE),
  });
  return {
    send: (request) => sendTimed(pool, request, timeoutMs),
    openConnection: () => openConnection(origin, timeoutMs),
    close: () => pool.destroy(),
  };
}

/** Long enough for what a server sends together with its answer. */
const WATCH_MS = 20;

function openConnection(origin: string, timeoutMs: number): Connection {
  let received: Uint8Array[] = [];
  let size = 0;
  const collect = (chunk: Uint8Array) => {
    size += chunk.byteLength;
    // What undici passes over may have no end.
    if (size <= MAX_RESPONSE_BYTES) received.push(chunk);
  };
  const connection = new Client(origin, {
    ...clientOptions,
    connect: createConnector(timeoutMs * CONNECT_TIME_SHARE, collect),
  });
  return {
    send(request) {
      received = [];
      size = 0;
      return sendTimed(connection, request, timeoutMs);
    },
    async watchAfter(exchange) {
      const { request, outcome } = exchange;
      if (outcome.kind === 'failure') return exchange;
      await moment(WATCH_MS);
      const bytes = Buffer.concat(received);
      const rest = bytes.subarray(findMessageEnd({ method: request.method, bytes }));
      if (rest.byteLength === 0) return exchange;
      return {
        ...exchange,
        outcome: { kind: 'answer', response: { ...outcome.response, trailingBytes: rest } },
      };
    },
    close: () => connection.destroy(),
  };
}

async function sendTimed(dispatcher: Dispatcher, request: SentRequest, timeoutMs: number): Promise<Exchange> {
  throwIfUnwritable(request);
  const sentAt = Date.now();
  const start = performance.now();
  const outcome = await (request.delivery === 'expecting 100'
    ? sendExpectingContinue(request, timeoutMs)
    : dispatchRequest(dispatcher, request, timeoutMs));
  return { request, outcome, ms: performance.now() - start, sentAt };
}

function dispatchRequest(
  dispatcher: Dispatcher,
  request: SentRequest,
  timeoutMs: number,
): Promise<Exchange['outcome']> {
  return new Promise((resolve) => {
    const end = () => {
      // First, since aborting is told as a failure of its own.
      resolve({ kind: 'failure', failure: timeoutFailure(timeoutMs) });
      handler.abort(new Error('no answer in time'));
    };
    const callOff = timeLimit(timeoutMs, end);
    const handler = createRecorder((outcome) => {
      callOff();
      resolve(outcome);
    }, request.delivery === 'read slowly');
    dispatcher.dispatch(dispatchOptions(request), handler);
  });
}

/** In bytes. */
const CHUNK_OVERHEAD_BYTES = 100;

/** Leaves the answer in the connection for this long. */
const SLOW_READ_MS = 30;

/** Collects one answer. It can be aborted before undici has begun with the request. */
function createRecorder(
  done: (outcome: Exchange['outcome']) => void,
  readsSlowly: boolean,
): Dispatcher.DispatchHandler & { abort(reason: Error): void } {
  const chunks: Uint8Array[] = [];
  let [status, size] = [0, 0];
  let headers: ReceivedResponse['headers'] = [];
  let activeController: Dispatcher.DispatchController | undefined;
  let aborted: Error | undefined;
  return {
    abort(reason) {
      aborted = reason;
      activeController?.abort(reason);
    },
    onRequestStart(controller) {
      activeController = controller;
      if (aborted !== undefined) controller.abort(aborted);
    },
    onResponseStart(controller, statusCode) {
      // Interim answers (100 to 199) come here too; the last one counts.
      status = statusCode;
      headers = parseRawHeaders(controller.rawHeaders);
      if (!readsSlowly || statusCode < 200) return;
      controller.pause();
      setTimeout(() => controller.resume(), SLOW_READ_MS);
    },
    onResponseData(controller, chunk) {
      // A chunk of one byte costs much more than a byte.
      size += chunk.byteLength + CHUNK_OVERHEAD_BYTES;
      if (size > MAX_RESPONSE_BYTES) controller.abort(tooLargeError());
      else chunks.push(chunk);
    },
    onResponseEnd() {
      const [only] = chunks;
      const body = only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks);
      done({ kind: 'answer', response: { status, headers, body } });
    },
    onResponseError(_controller, error) {
      done({ kind: 'failure', failure: describeFailure(error) });
    },
  };
}

/** undici refuses such a request, and its pool does not send anything after it. */
function throwIfUnwritable({ headers }: SentRequest): void {
  const invalidHeader = headers.find(
    ([name, value]) => !/^[!#$%&'*+.^_`|~\w-]+$/.test(name) || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value),
  );
  if (invalidHeader === undefined) return;
  throw new KitError(
    'nothing-judged',
    `the header ${JSON.stringify(invalidHeader[0])} cannot carry its value: a header is visible ASCII`,
    {
      fix: 'Give the parameter or credential a value of visible ASCII characters.',
    },
  );
}

function dispatchOptions(request: SentRequest): Dispatcher.DispatchOptions {
  const { method, url, delivery, body } = request;
  const path = url.slice(url.indexOf('/', url.indexOf('://') + 3));
  const headers = request.headers.flat();
  // undici sends an iterable chunked, unless its length is said.
  if (delivery === 'in pieces') headers.push('Content-Length', String(body?.byteLength ?? 0));
  return { method, path, headers, body: dispatchBody(request) };
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
  await moment(PAUSE_MS);
  yield body.subarray(middle);
}

/** On a busy machine what came meanwhile is not yet read when the time is over: it is then read first. */
async function moment(ms: number): Promise<void> {
  await pause(ms);
  await turn();
}

/** A flat list of names and values, as bytes or text, which undici's types leave open. */
function parseRawHeaders(headers: unknown): ReceivedResponse['headers'] {
  return Array.isArray(headers) ? headerPairs(headers.map(headerText)) : [];
}

/** Header fields are Latin-1 where they are not ASCII. */
function headerText(part: unknown): string {
  return Buffer.isBuffer(part) ? part.toString('latin1') : String(part);
}
