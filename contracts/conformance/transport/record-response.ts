/** Collects the response to one request as undici reports it. */
import type { Dispatcher } from 'undici';
import { sequenceFormat } from '../../../spec/wire/sequence.ts';
import { headerPairs, headerValue } from '../../http/headers.ts';
import { timeLimit } from '../../http/time-limit.ts';
import type { Exchange, ReceivedResponse } from '../model/exchange.ts';
import { type ConnectionActivity, describeFailure, MAX_RESPONSE_BYTES, tooLargeError } from './transport-failure.ts';

/** Finds the connection of each request: undici does not name it. */
export interface StartedRequests {
  /** The next request whose head is written is this one. */
  start(onConnection: (activity: ConnectionActivity) => void): void;
  assign(activity: ConnectionActivity): void;
}

export function createStartedRequests(): StartedRequests {
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
export function createRecorder({
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

/** A flat list of names and values, as bytes or text; undici types it as `unknown`. */
function parseRawHeaders(headers: unknown): ReceivedResponse['headers'] {
  return Array.isArray(headers) ? headerPairs(headers.map(headerText)) : [];
}

/** Header fields that are not ASCII are decoded as Latin-1. */
function headerText(part: unknown): string {
  return Buffer.isBuffer(part) ? part.toString('latin1') : String(part);
}
