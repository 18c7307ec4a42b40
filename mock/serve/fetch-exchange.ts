/** Handles a request of the Fetch API without a server: for tools that intercept requests in the process of the client. */
import { encodeUtf8 } from '../../platform/bytes.ts';
import { sleep } from '../../platform/sleep.ts';
import { HttpError } from '../http/http-error.ts';
import { hasNoResponseBody } from '../http/http-message.ts';
import type { IncomingRequest } from '../http/incoming-request.ts';
import { randomDelay, sendsResponse } from '../model/rule.ts';
import { type HandledRequest, rejectedWithoutContext } from '../request/handled-request.ts';
import type { MockResponse } from '../respond/error-response.ts';
import type { MockCore } from './mock-core.ts';

export interface FetchTarget {
  /** Path and query, relative to the mock. */
  readonly target: string;
  /** How the client addressed the mock: `https://api.example.com`. */
  readonly origin: string;
}

/** The largest body that is read, in bytes. */
const MAX_BODY_BYTES = 10_000_000;

/** Never rejects. A connection fault, and the end of the mock, is an error response, as of a failed connection. */
export async function handleFetch(
  core: MockCore,
  request: Request,
  { target, origin }: FetchTarget,
): Promise<Response> {
  const started = Date.now();
  const startedAt = performance.now();
  const headers = Object.fromEntries(request.headers);
  const handledRequest = await dispatch(core, toIncoming(request, { target, origin, headers }));
  try {
    const wait = randomDelay(handledRequest.delay ?? core.delay, Math.random());
    if (wait > 0) await sleep(wait, core.closing.signal);
  } catch {
    return Response.error();
  }
  const { connectionFault, response, callbacks } = handledRequest;
  const isSent = connectionFault === undefined || sendsResponse(connectionFault);
  await core.recordExchange({
    ...{
      started,
      milliseconds: performance.now() - startedAt,
      method: request.method,
      target,
      headers,
      handledRequest,
    },
    ending: isSent ? { kind: 'sent', response } : { kind: 'broken' },
  });
  if (callbacks.length > 0 && isSent) core.sendCallbacks(callbacks);
  if (connectionFault === 'hang') await ended(AbortSignal.any([core.closing.signal, request.signal]));
  return connectionFault === undefined ? toResponse(core, response, request.method) : Response.error();
}

function ended(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

async function dispatch(core: MockCore, incoming: IncomingRequest): Promise<HandledRequest> {
  try {
    return await core.dispatch(incoming);
  } catch (error) {
    const reason = `internal error: ${error instanceof Error ? error.message : String(error)}`;
    const message = 'The mock could not generate a response. Its log contains the cause.';
    const rejected = rejectedWithoutContext('', new HttpError('internal', message));
    return { ...rejected, response: { ...rejected.response, reason }, violations: [] };
  }
}

function toIncoming(
  request: Request,
  { target, origin, headers }: FetchTarget & { readonly headers: Readonly<Record<string, string>> },
): IncomingRequest {
  return {
    method: request.method.toUpperCase(),
    origin,
    target,
    headers: { host: new URL(origin).host, ...headers },
    rawHeaders: [...request.headers].flat(),
    readBody: async () => {
      const body = new Uint8Array(await request.arrayBuffer());
      if (body.length <= MAX_BODY_BYTES) return body;
      return new HttpError(
        'body-too-large',
        `body: expected at most ${MAX_BODY_BYTES} bytes, got ${body.length} bytes`,
      );
    },
  };
}

function toResponse(core: MockCore, response: MockResponse, method: string): Response {
  // Only a proxy forwards responses.
  if (response.upstream !== undefined) return Response.error();
  const { status, headers, body, pieces = [] } = response;
  const init = { status, headers: { ...headers } };
  if (hasNoResponseBody(method, status)) return new Response(null, init);
  if (pieces.length > 1 && core.streamInterval > 0) return new Response(streamOf(core, pieces), init);
  return new Response(typeof body === 'string' ? body : new Uint8Array(body), init);
}

/** The items at their pace; it breaks when the mock closes. */
function streamOf({ streamInterval, closing: { signal } }: MockCore, pieces: readonly string[]): ReadableStream {
  let next = 0;
  return new ReadableStream({
    async pull(controller) {
      if (next > 0) await sleep(streamInterval, signal);
      controller.enqueue(encodeUtf8(pieces[next] ?? ''));
      next += 1;
      if (next === pieces.length) controller.close();
    },
  });
}
