/** Sends the items of a stream one after the other. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MockResponse } from '../respond/error-response.ts';

export interface StreamTiming {
  /** Milliseconds between two items. */
  readonly interval: number;
  /** Aborted when the server closes, which breaks the stream. */
  readonly closing: AbortSignal;
}

/** Resolves when everything is sent or the client has disconnected. Never rejects. */
export async function sendStream(
  response: ServerResponse,
  { status, headers, pieces = [] }: MockResponse,
  { interval, closing }: StreamTiming,
): Promise<void> {
  const ended = new AbortController();
  response.once('close', () => ended.abort());
  const signal = AbortSignal.any([ended.signal, closing]);
  response.writeHead(status, headers);
  try {
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) await sleep(interval, undefined, { signal });
      if (!response.write(piece)) await once(response, 'drain', { signal });
    }
    response.end();
  } catch {
    response.destroy();
  }
}
