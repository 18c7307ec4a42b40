/** Sends requests exactly as they are given and records what comes back. The verifier's only importer of undici. */
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { KitError } from '../../errors.ts';
import { pairs } from '../headers.ts';
import type { Answer, Exchange, SentRequest, TransportFailure } from './exchange.ts';

export interface Sender {
  /** A transport failure is an outcome, not an error. Throws a KitError for what no HTTP client can send. */
  send(request: SentRequest): Promise<Exchange>;
  /**
   * On a connection of its own, after another request and a pause: a server that closes what is idle has done so by
   * then, and the request is not lost to a race with it.
   */
  sendSettled(request: SentRequest, before: SentRequest | undefined): Promise<Exchange>;
  close(): Promise<void>;
}

export interface SenderOptions {
  /** `http://127.0.0.1:4010`, without a path. */
  readonly origin: string;
  readonly connections: number;
  /** For one whole exchange. */
  readonly timeoutMs: number;
}

/** An answer larger than this is broken off; no contract of JSON records needs more. */
const MAX_ANSWER_BYTES = 32_000_000;

export function createSender({ origin, connections, timeoutMs }: SenderOptions): Sender {
  const pool = new Pool(origin, { connections, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
  return {
    close: () => pool.destroy(),
    send: (request) => timed(pool, request, timeoutMs),
    async sendSettled(request, before) {
      const own = new Pool(origin, { connections: 1, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
      try {
        if (before !== undefined) await timed(own, before, timeoutMs);
        await pause(SETTLE_MS);
        return await timed(own, request, timeoutMs);
      } finally {
        await own.destroy();
      }
    },
  };
}

const SETTLE_MS = 150;

async function timed(pool: Pool, request: SentRequest, timeoutMs: number): Promise<Exchange> {
  const start = performance.now();
  const outcome = await exchange(pool, request, timeoutMs);
  return { request, outcome, ms: performance.now() - start };
}

async function exchange(pool: Pool, request: SentRequest, timeoutMs: number): Promise<Exchange['outcome']> {
  refuseUnwritable(request);
  // A timer of our own: that of AbortSignal.timeout neither keeps the process alive nor reaches what waits in the pool.
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), timeoutMs);
  try {
    return {
      kind: 'answer',
      answer: await whatFirst(answerTo(pool, request, deadline.signal), deadline.signal),
    };
  } catch (error) {
    return { kind: 'failure', failure: describeFailure(error, deadline.signal.aborted, timeoutMs) };
  } finally {
    clearTimeout(timer);
  }
}

async function answerTo(pool: Pool, request: SentRequest, signal: AbortSignal): Promise<Answer> {
  const { pathname, search } = new URL(request.url);
  const response = await pool.request({
    method: request.method,
    path: `${pathname}${search}`,
    headers: headersOf(request).flat(),
    body: bodyOf(request),
    responseHeaders: 'raw',
    signal,
  });
  const body = await readBody(response.body);
  return { status: response.statusCode, headers: rawHeaders(response.headers), body };
}

function whatFirst<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('no answer in time')), { once: true });
  });
  return Promise.race([work, aborted]);
}

/** undici refuses such a request, and its pool does not send anything after it. */
function refuseUnwritable({ headers }: SentRequest): void {
  const wrong = headers.find(
    ([name, value]) => !/^[!#$%&'*+.^_`|~\w-]+$/.test(name) || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value),
  );
  if (wrong === undefined) return;
  throw new KitError(
    'nothing-judged',
    `the header ${JSON.stringify(wrong[0])} cannot carry its value: a header is visible ASCII`,
    {
      fix: 'Give the parameter or credential a value of visible ASCII characters.',
    },
  );
}

/** undici sends an iterable chunked, unless its length is said. */
function headersOf({ headers, body, delivery }: SentRequest): SentRequest['headers'] {
  return delivery === 'in pieces' ? [...headers, ['Content-Length', String(body?.byteLength ?? 0)]] : headers;
}

function bodyOf({ body, delivery }: SentRequest): Uint8Array | Readable | null {
  if (body === undefined) return null;
  return delivery === 'whole' ? body : Readable.from(inPieces(body), { objectMode: false });
}

/** Long enough for the pieces to arrive as separate packets. */
const PAUSE_MS = 15;

async function* inPieces(body: Uint8Array): AsyncGenerator<Uint8Array> {
  const middle = Math.ceil(body.byteLength / 2);
  yield body.subarray(0, middle);
  await pause(PAUSE_MS);
  yield body.subarray(middle);
}

async function readBody(stream: AsyncIterable<unknown>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    if (!(chunk instanceof Uint8Array)) continue;
    size += chunk.byteLength;
    if (size > MAX_ANSWER_BYTES) throw new Error(`the answer is larger than ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** With `responseHeaders: 'raw'` undici gives a flat list of names and values, which its types do not say. */
function rawHeaders(headers: unknown): Answer['headers'] {
  return Array.isArray(headers) ? pairs(headers.map(String)) : [];
}

const unreachable = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function describeFailure(error: unknown, timedOut: boolean, timeoutMs: number): TransportFailure {
  if (timedOut) return { kind: 'timeout', reason: `no whole answer within ${timeoutMs} ms` };
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : String(error);
  if (unreachable.has(code)) return { kind: 'unreachable', reason: code };
  if (/CERT|^ERR_(TLS|SSL)|^EPROTO$/.test(code))
    return { kind: 'unreachable', reason: `no TLS connection: ${message} (${code})` };
  if (code === 'ECONNRESET' || code === 'UND_ERR_SOCKET') {
    return {
      kind: 'broken',
      reason: `the connection was closed before the answer was complete (${message})`,
    };
  }
  return { kind: 'broken', reason: `the answer is not well-formed HTTP (${message})` };
}

function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
