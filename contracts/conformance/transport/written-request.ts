/** What undici writes for a request: its target, its header fields, and its body in one piece or in several. */
import { Readable } from 'node:stream';
import { setTimeout as pause, setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { KitError } from '../../../errors.ts';
import type { SentRequest } from '../model/exchange.ts';
import { throughProxy } from './proxy.ts';
import type { Route } from './route.ts';

/** undici rejects such a request, and its pool sends nothing after it. */
export function throwIfUnwritable({ headers, delivery }: SentRequest): void {
  if (delivery === 'verbatim head') return;
  const invalidHeader = headers.find(
    ([name, value]) => !/^[!#$%&'*+.^_`|~\w-]+$/.test(name) || /[\x00-\x08\x0a-\x1f\x7f]/.test(value),
  );
  if (invalidHeader === undefined) return;
  throw new KitError(
    'nothing-checked',
    `the header ${JSON.stringify(invalidHeader[0])} cannot have this value: header values have no control characters`,
    {
      fix: 'Use a value without control characters for the parameter or credential.',
    },
  );
}

export function dispatchOptions(request: SentRequest, { proxy }: Route): Dispatcher.DispatchOptions {
  const { method, url, delivery, body } = request;
  const path = url.slice(url.indexOf('/', url.indexOf('://') + 3));
  const lines = delivery === 'verbatim head' ? [] : request.headers;
  const headers = lines.flatMap(([name, value]) => [name, headerBytes(value)]);
  // undici sends an iterable chunked, unless Content-Length is set.
  if (delivery === 'in pieces') headers.push('Content-Length', String(body?.byteLength ?? 0));
  const sent = { method, body: dispatchBody(request) };
  if (proxy === undefined || url.startsWith('https:')) return { ...sent, path, headers };
  const proxied = throughProxy(url, proxy);
  return { ...sent, path: proxied.path, headers: [...headers, ...proxied.headers] };
}

/** undici writes each character as a byte: text that does not fit into bytes is sent as UTF-8. */
function headerBytes(value: string): string {
  return /[^\x00-\xff]/.test(value) ? Buffer.from(value, 'utf8').toString('latin1') : value;
}

function dispatchBody({ body, delivery }: SentRequest): Uint8Array | Readable | null {
  if (body === undefined) return null;
  const inOnePiece = delivery === 'whole' || delivery === 'read slowly' || delivery === 'verbatim head';
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
export async function pauseAndPoll(ms: number): Promise<void> {
  await pause(ms);
  await yieldToEventLoop();
}
