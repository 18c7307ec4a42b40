/**
 * Handles one HTTP exchange from request to response, and always ends it. request-handler.ts decides on the response.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { EXPECTED_HOSTS } from '../http/allowed-hosts.ts';
import { withCors } from '../http/cors.ts';
import { HttpError, quoteText } from '../http/http-error.ts';
import { ClientDisconnected, mayHaveArrived, readBody } from '../http/incoming-request.ts';
import { isControlTarget } from '../http/request-target.ts';
import type { ExchangeEnding } from '../journal/create-entry.ts';
import { hasPlaceholderPath } from '../made-up/image-url.ts';
import { randomDelay, sendsResponse } from '../model/rule.ts';
import { type MaybePromise, recoverWhenReady } from '../model/when-ready.ts';
import { type HandledRequest, rejectedWithoutContext } from '../request/handled-request.ts';
import { errorResponse, type MockResponse } from '../respond/error-response.ts';
import { withSecurityHeaders } from '../respond/security-headers.ts';
import { injectFault } from './fault-injection.ts';
import { hostAccessError, hostNameError, requestHeadError, serviceWorkerError } from './request-head.ts';
import { enforceReadTimeout, sendResponse, sendUpstreamResponse } from './send-response.ts';
import { sendStream } from './send-stream.ts';
import type { Limits, ServerContext } from './server-context.ts';

/** Never throws: on any error the client gets a response or its connection is closed. */
export function handleExchange(server: ServerContext, request: IncomingMessage, response: ServerResponse): void {
  // A disconnect is not an error of the server, but an `error` event without a listener would end the process.
  request.on('error', ignoreError);
  response.on('error', ignoreError);
  const record = createRecording(server, request);
  const pipelineTurn = server.connections.waitForTurn(request, response);
  const exchange = { request, response, record };
  if (pipelineTurn !== undefined) void pipelineTurn.then((isConnected) => handleInTurn(server, exchange, !isConnected));
  // A body that is there when the request is handled is read without waiting. The microtask runs after the parser.
  else if (mayHaveArrived(request)) queueMicrotask(() => void handleInTurn(server, exchange, false));
  else void handleInTurn(server, exchange, false);
}

/** After the earlier requests on the connection. */
function handleInTurn(
  server: ServerContext,
  { request, response, record }: Omit<ExchangeContext, 'httpError'>,
  isDisconnected: boolean,
): Promise<void> {
  const httpError = requestHeadError(request);
  // The control API has stricter checks for Host.
  if (httpError === undefined && isControlTarget(request.url ?? '/'))
    return isDisconnected ? Promise.resolve() : handleControlRequest(server, request, response);
  if (isDisconnected)
    return Promise.resolve(record(unprocessedRequest, { kind: 'aborted', reason: CLIENT_DISCONNECTED }));
  return respond(server, { request, response, record, httpError: httpError ?? accessError(server, request) });
}

async function handleControlRequest(
  server: ServerContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!(await isPlaceholderServed(server, request, response))) await server.control.handle(request, response);
}

/** Whether the request is for a placeholder image or file. */
async function isPlaceholderServed(
  server: ServerContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  if (!hasPlaceholderPath(request.url ?? '') || accessError(server, request) !== undefined) return false;
  const { servePlaceholder } = await import('./serve-placeholder.ts');
  return servePlaceholder(request, response);
}

/** Checks before the contract applies, or before the upstream is called in proxy mode. */
function accessError({ hosts }: ServerContext, request: IncomingMessage): HttpError | undefined {
  return hostNameError(request) ?? hostAccessError(request, hosts) ?? serviceWorkerError(request);
}

interface ExchangeContext {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly record: ReturnType<typeof createRecording>;
  /** The error in the header section, if there is one. */
  readonly httpError: HttpError | undefined;
}

async function respond(
  server: ServerContext,
  { request, response, record, httpError }: ExchangeContext,
): Promise<void> {
  let handledRequest = incompleteRequest;
  try {
    const handled =
      httpError === undefined ? dispatchRequest(server, request, response) : rejectedWithoutContext('', httpError);
    handledRequest = rejectForeignPreflight(handled instanceof Promise ? await handled : handled, server, request);
    const milliseconds = randomDelay(handledRequest.delay ?? server.delay, Math.random());
    if (milliseconds > 0 && !handledRequest.isPreflight) await delayResponse(server, milliseconds, response);
    const { connectionFault } = handledRequest;
    const sentResponse = withCommonHeaders(handledRequest, server, request);
    const isSent = connectionFault === undefined || sendsResponse(connectionFault);
    const recorded = record(handledRequest, isSent ? { kind: 'sent', response: sentResponse } : { kind: 'broken' });
    if (recorded !== undefined) await recorded;
    if (connectionFault !== undefined)
      await injectFault(connectionFault, {
        response,
        mockResponse: sentResponse,
        endSignal: endSignal(server, request),
      });
    else if (sentResponse.upstream !== undefined)
      await sendUpstreamResponse(response, sentResponse.status, sentResponse.upstream);
    else if (isStream(sentResponse, server, request))
      await sendStream(response, sentResponse, { interval: server.streamInterval, closing: server.closing });
    else {
      const sending = sendResponse(request, response, sentResponse, server.responses.end);
      if (sending !== undefined) await sending;
    }
    if (handledRequest.callbacks.length > 0 && isSent) {
      server.responses.flush();
      server.sendCallbacks(handledRequest.callbacks);
    }
    enforceReadTimeout(response, server.limits);
  } catch (error) {
    handledRequest.response.upstream?.remainder?.destroy();
    await record(handledRequest, { kind: 'aborted', reason: abortReason(error, server) });
    response.destroy();
  }
}

function isStream({ pieces = [] }: MockResponse, { streamInterval }: ServerContext, { method }: IncomingMessage) {
  return streamInterval > 0 && pieces.length > 1 && method !== 'HEAD';
}

/** Aborted when the client disconnects or the server closes. */
function endSignal({ closing, connections }: ServerContext, { socket }: IncomingMessage): AbortSignal {
  return AbortSignal.any([closing, connections.disconnectSignal(socket)]);
}

/** Records the exchange in journal and log, with the time measured from this call. */
function createRecording(server: ServerContext, { method = 'GET', url: target = '/', headers }: IncomingMessage) {
  const started = Date.now();
  const startedAt = performance.now();
  return (handledRequest: HandledRequest, ending: ExchangeEnding) => {
    const milliseconds = performance.now() - startedAt;
    return server.recordExchange({ started, milliseconds, method, target, headers, handledRequest, ending });
  };
}

/** Rejects a preflight from a page that may not call this mock; an upstream decides about its own pages. */
function rejectForeignPreflight(
  handledRequest: HandledRequest,
  { hosts }: ServerContext,
  { headers: { origin } }: IncomingMessage,
): HandledRequest {
  const { isPreflight, response: mockResponse } = handledRequest;
  if (!isPreflight || mockResponse.upstream !== undefined || origin === undefined || hosts.allowsOrigin(origin))
    return handledRequest;
  const message = `header.Origin: expected a page from ${EXPECTED_HOSTS}, got ${quoteText(origin)}`;
  return { ...handledRequest, response: errorResponse(new HttpError('origin-unknown', message), undefined) };
}

/** Adds the headers that all responses have; the CORS headers of an upstream are forwarded unchanged. */
function withCommonHeaders(
  { response: mockResponse, operation }: HandledRequest,
  { hosts }: ServerContext,
  { headers }: IncomingMessage,
): MockResponse {
  if (mockResponse.hasSharedHeaders === true && mockResponse.upstream === undefined && headers.origin === undefined) {
    const known = commonHeaders.get(mockResponse.headers);
    if (known !== undefined) return { ...mockResponse, headers: known };
    const complete = withSecurityHeaders(
      { ...mockResponse, headers: withCors(headers, mockResponse.headers, hosts) },
      operation,
    );
    commonHeaders.set(mockResponse.headers, complete.headers);
    return complete;
  }
  const readable =
    mockResponse.upstream === undefined
      ? { ...mockResponse, headers: withCors(headers, mockResponse.headers, hosts) }
      : mockResponse;
  return withSecurityHeaders(readable, operation);
}

/** Of responses to requests without an origin, by the headers that they share. */
const commonHeaders = new WeakMap<MockResponse['headers'], MockResponse['headers']>();

/** Recorded if the client disconnected before the request was handled. */
const incompleteRequest: HandledRequest = rejectedWithoutContext(
  '',
  new HttpError('request-timeout', 'request: expected a complete request, got only a part'),
);

/** The same for a complete request that was not processed. */
const unprocessedRequest: HandledRequest = { ...incompleteRequest, violations: [] };

const CLIENT_DISCONNECTED = 'the client disconnected';

/** Rejects if the client disconnects meanwhile, or the server closes. */
async function delayResponse(server: ServerContext, milliseconds: number, response: ServerResponse): Promise<void> {
  const disconnected = new AbortController();
  response.once('close', () => disconnected.abort(new ClientDisconnected()));
  const signal = AbortSignal.any([server.closing, disconnected.signal]);
  try {
    await sleep(milliseconds, undefined, { signal });
  } catch (error) {
    throw disconnected.signal.aborted ? new ClientDisconnected() : error;
  }
}

function abortReason(error: unknown, { closing }: ServerContext): string {
  if (error instanceof ClientDisconnected) return CLIENT_DISCONNECTED;
  return closing.aborted ? 'the mock server is stopping' : internalErrorReason(error);
}

function dispatchRequest(
  server: ServerContext,
  request: IncomingMessage,
  response: ServerResponse,
): MaybePromise<HandledRequest> {
  const { method = 'GET', url: target = '/', headers, rawHeaders } = request;
  const readBodyOnce = () => {
    if (expectsContinue(request) && !isTooLarge(request, server.limits)) response.writeContinue();
    return readBody(request, server.limits.bodyBytes);
  };
  const origin = requestOrigin(server, headers.host);
  const incoming = { method, origin, target, headers, rawHeaders, readBody: readBodyOnce };
  return recoverWhenReady(() => server.dispatch(incoming), internalFailure);
}

function internalFailure(error: unknown): HandledRequest {
  if (error instanceof ClientDisconnected) throw error;
  return { ...incompleteRequest, response: internalErrorResponse(error), violations: [] };
}

function requestOrigin({ tls }: ServerContext, host: string | undefined): string | undefined {
  return host === undefined || host === '' ? undefined : `${tls === undefined ? 'http' : 'https'}://${host}`;
}

/** HTTP/1.0 clients do not understand `100 Continue` (RFC 9110, section 10.1.1). */
function expectsContinue({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.expect !== undefined && httpVersion === '1.1';
}

function isTooLarge(request: IncomingMessage, limits: Limits): boolean {
  return Number(request.headers['content-length'] ?? 0) > limits.bodyBytes;
}

/** The cause is logged and not sent to the client. */
function internalErrorResponse(error: unknown): MockResponse {
  const mockResponse = errorResponse(
    new HttpError('internal', 'The mock server could not generate a response. Its log contains the cause.'),
    undefined,
  );
  return { ...mockResponse, reason: internalErrorReason(error) };
}

function internalErrorReason(error: unknown): string {
  return `internal error: ${error instanceof Error ? error.message : String(error)}`;
}

function ignoreError(): void {}
