/** Handles one request of the proxy: edits and forwards it, reads the response and rewrites its links. */
import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Mask } from '../../../secrets/masking.ts';
import { type Json, parseJson, parseJsonBytes, stringifyJson } from '../../../spec/json/exact-json.ts';
import type { Exchange, ReceivedResponse } from '../../conformance/model/exchange.ts';
import { type HeaderLine, headerValue } from '../../http/headers.ts';
import { type ForwardedRequest, type ForwardTarget, forwardRequest } from '../provider/local-server.ts';
import { authorization, type BrokerAccess, maskOf } from './broker-access.ts';
import type { BrokerExchange, BrokerFailure, BrokerRequest, BrokerResponse } from './broker-exchange.ts';
import { type LinkRewriter, replaceStrings } from './link-rewriter.ts';

/**
 * Changes that a command makes to requests and responses; a returned failure is sent instead of the broker's response.
 */
export interface ProxyHooks {
  onRequest?(request: BrokerRequest): BrokerRequest | BrokerFailure | Promise<BrokerRequest | BrokerFailure>;
  /** Called for 2xx responses. Returns the text for the client, before links are rewritten. */
  onResponse?(
    request: BrokerRequest,
    response: BrokerResponse,
  ): string | BrokerFailure | Promise<string | BrokerFailure>;
}

interface ProxyContext {
  readonly access: BrokerAccess;
  readonly hooks: ProxyHooks;
  readonly links: LinkRewriter;
}

export interface ProxyResponse {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

interface ProxyResult {
  readonly exchange: BrokerExchange;
  readonly response: ProxyResponse;
}

export async function proxyRequest(
  request: BrokerRequest,
  headers: IncomingHttpHeaders,
  context: ProxyContext,
): Promise<ProxyResult> {
  const { links, hooks, access } = context;
  const foreignTarget = links.foreignTarget(request.path);
  if (foreignTarget !== undefined) return failedResult(request, foreignLinkFailure(foreignTarget, access), 0);
  const rewritten = { ...request, body: Buffer.from(links.toBroker(request.body.toString('utf8'))) };
  const edited = (await hooks.onRequest?.(rewritten)) ?? rewritten;
  if ('category' in edited) return failedResult(rewritten, edited, 0);
  const { outcome, attempts } = await sendWithRetries(brokerDestination(access), {
    method: edited.method,
    path: `${new URL(access.baseUrl).pathname.replace(/\/+$/, '')}${edited.path}`,
    headers: requestHeaders(headers, edited.body, access),
    body: edited.body,
  });
  const read = readOutcome(outcome, access);
  if (read.kind === 'failure') return failedResult(edited, read, attempts);
  const isEdited = read.status >= 200 && read.status < 300;
  const text = isEdited ? ((await hooks.onResponse?.(edited, read)) ?? read.text) : read.text;
  if (typeof text !== 'string') return failedResult(edited, text, attempts);
  return {
    exchange: { request: edited, outcome: read, attempts },
    response: { ...read, text: read.json === undefined ? text : links.toProxy(text, edited.path) },
  };
}

/** A status that clients do not retry, because the proxy already has. */
const STATUS_NO_RETRY = 424;

function failedResult(request: BrokerRequest, failure: BrokerFailure, attempts: number): ProxyResult {
  const error: Json = { error: { message: failure.reason } };
  return {
    exchange: { request, outcome: failure, attempts },
    response: { status: STATUS_NO_RETRY, contentType: 'application/hal+json', text: stringifyJson(error) },
  };
}

function foreignLinkFailure(link: string, { baseUrl }: BrokerAccess): BrokerFailure {
  return {
    kind: 'failure',
    category: 'unusable',
    reason: `the broker at ${baseUrl} links to ${stripUserInfo(link)}, which is outside its own base URL; no credentials are sent there`,
  };
}

/** A link may contain credentials. */
function stripUserInfo(link: string): string {
  return link.replace(/\/\/[^/?#]*@/, '//');
}

const REQUEST_TIMEOUT_MS = 30_000;

function brokerDestination({ baseUrl, timeoutMs = REQUEST_TIMEOUT_MS, ca }: BrokerAccess) {
  return { baseUrl: new URL(baseUrl), timeoutMs, ca };
}

/** Only the client's headers about content, none about the client or its connection to the proxy. */
function requestHeaders(
  { accept = 'application/hal+json', 'content-type': contentType, 'user-agent': agent }: IncomingHttpHeaders,
  body: Buffer,
  { baseUrl, credentials }: BrokerAccess,
): readonly HeaderLine[] {
  const optionalHeaders = {
    'content-type': contentType,
    'content-length': body.byteLength === 0 && contentType === undefined ? undefined : String(body.byteLength),
    'user-agent': agent,
    authorization: credentials === undefined ? undefined : authorization(credentials),
  };
  const presentHeaders = Object.entries(optionalHeaders).flatMap(([name, value]): HeaderLine[] =>
    value === undefined ? [] : [[name, value]],
  );
  return [['host', new URL(baseUrl).host], ['accept', accept], ['accept-encoding', 'identity'], ...presentHeaders];
}

function readOutcome(outcome: Exchange['outcome'], access: BrokerAccess): BrokerResponse | BrokerFailure {
  if (outcome.kind === 'failure')
    return {
      kind: 'failure',
      category: 'unreachable',
      reason: `${access.baseUrl}: ${maskOf(access)(outcome.failure.reason)}`,
    };
  const { status, headers } = outcome.response;
  if (status >= 300 && status < 400) return redirectFailure(outcome.response, access);
  if (isRetryable(status))
    return { kind: 'failure', category: 'failing', reason: `the broker keeps responding with ${status}` };
  const read = parseResponse(outcome.response, headerValue(headers, 'content-type') ?? 'application/octet-stream');
  return status < 400 || read.kind === 'failure' ? read : maskResponse(read, maskOf(access));
}

function redirectFailure({ status, headers }: ReceivedResponse, access: BrokerAccess): BrokerFailure {
  const to = maskOf(access)(headerValue(headers, 'location') ?? '(no Location)');
  const reason = `the broker responds with ${status}, a redirect to ${to}; no credentials are sent there`;
  return { kind: 'failure', category: 'unusable', reason };
}

/** Error responses are shown and may repeat the request. */
function maskResponse(errorResponse: BrokerResponse, mask: Mask): BrokerResponse {
  const { text, json } = errorResponse;
  if (json === undefined) return { ...errorResponse, text: mask(text) };
  const shown = replaceStrings(text, ({ value }) => mask(value));
  const parsed = parseJson(shown);
  return { ...errorResponse, text: shown, json: parsed.ok ? parsed.value : undefined };
}

function parseResponse({ status, body }: ReceivedResponse, contentType: string): BrokerResponse | BrokerFailure {
  const text = Buffer.from(body).toString('utf8');
  if (!/^application\/([\w.-]+\+)?json\b/i.test(contentType) || text === '')
    return { kind: 'response', status, contentType, text, json: undefined };
  const parsed = parseJsonBytes(body);
  if (parsed.ok) return { kind: 'response', status, contentType, text, json: parsed.value };
  if (status >= 400) return { kind: 'response', status, contentType: 'text/plain', text, json: undefined };
  const reason = `the broker responds with ${status} and invalid JSON (${parsed.reason})`;
  return { kind: 'failure', category: 'unusable', reason };
}

interface RetryResult {
  readonly outcome: Exchange['outcome'];
  readonly attempts: number;
}

const MAX_ATTEMPTS = 3;

/** Milliseconds from the first attempt within which another may start. */
const RETRY_WINDOW_MS = 10_000;

const FIRST_RETRY_DELAY_MS = 500;

/**
 * Sends a request, with retries, but not for long: the native client would retry for two minutes. The last outcome
 * counts. All requests to a broker are idempotent.
 */
async function sendWithRetries(target: ForwardTarget, outgoing: ForwardedRequest): Promise<RetryResult> {
  const started = performance.now();
  for (let attempts = 1; ; attempts += 1) {
    const outcome = await forwardRequest(target, outgoing);
    const delay = retryDelay(outcome, attempts);
    const elapsed = performance.now() - started;
    if (delay === undefined || attempts === MAX_ATTEMPTS || elapsed + delay > RETRY_WINDOW_MS)
      return { outcome, attempts };
    await pause(delay);
  }
}

/** Undefined if a retry is pointless. */
function retryDelay(outcome: Exchange['outcome'], attempts: number): number | undefined {
  const defaultDelay = FIRST_RETRY_DELAY_MS * 2 ** (attempts - 1);
  if (outcome.kind === 'failure') return defaultDelay;
  return isRetryable(outcome.response.status) ? (parseRetryAfter(outcome.response) ?? defaultDelay) : undefined;
}

/** Statuses for which a retry may succeed (RFC 9110, RFC 6585). */
function isRetryable(status: number): boolean {
  return status >= 500 || status === 429 || status === 408;
}

/** Retry-After in milliseconds; the header holds seconds or a date (RFC 9110, 10.2.3). */
function parseRetryAfter({ headers }: ReceivedResponse): number | undefined {
  const value = headerValue(headers, 'retry-after')?.trim();
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
