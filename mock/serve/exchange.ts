/** One request to its reply, and an end for every exchange. What is answered is decided in handle.ts. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { isControlTarget } from '../control/access.ts';
import { EXPECTED_HOSTS } from '../http/allowed-hosts.ts';
import { ClientGone, readBody } from '../http/call.ts';
import { withCors } from '../http/cors.ts';
import { quoted, Refusal } from '../http/refusals.ts';
import type { Ending } from '../journal/record.ts';
import { drawDelay } from '../model/rule.ts';
import { type Handled, refusedEarly } from '../request/handled.ts';
import { type Reply, refusalReply } from '../respond/replies.ts';
import { withSecurityHeaders } from '../respond/security-headers.ts';
import { isAnswered, sendBroken } from './faults.ts';
import { headFault, hostAccessFault, hostNameFault, serviceWorkerFault } from './request-head.ts';
import { dropUnread, send, sendForeign } from './send.ts';
import type { Front, Limits } from './settings.ts';

/** Never rejects: whatever happens inside, the client gets an answer or its connection is closed. */
export async function exchange(
  front: Front,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // A client that breaks off is no error of ours, and an error without a listener would end the process.
  request.on('error', ignore);
  response.on('error', ignore);
  const record = recording(front, request);
  const turn = front.connections.turnOf(request, response);
  const isGone = turn !== undefined && !(await turn);
  const refusal = headFault(request);
  // The control API asks more of Host than that it is one.
  if (refusal === undefined && isControlTarget(request.url ?? '/'))
    return isGone ? undefined : front.control.handle(request, response);
  if (isGone) {
    await record(unheard, { kind: 'aborted', why: CLIENT_GONE });
    return;
  }
  return answer(front, { request, response, record, refusal: refusal ?? accessFault(front, request) });
}

/** What the contract is not asked about, in proxy mode the upstream neither. */
function accessFault({ hosts }: Front, request: IncomingMessage): Refusal | undefined {
  return hostNameFault(request) ?? hostAccessFault(request, hosts) ?? serviceWorkerFault(request);
}

interface Answering {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly record: ReturnType<typeof recording>;
  /** Of the head, where something is wrong with it. */
  readonly refusal: Refusal | undefined;
}

async function answer(front: Front, { request, response, record, refusal }: Answering): Promise<void> {
  let handled = abandoned;
  try {
    handled =
      refusal === undefined
        ? withOrigin(await handledBy(front, request, response), front, request)
        : refusedEarly('', refusal);
    const milliseconds = drawDelay(handled.delay ?? front.delay, Math.random());
    if (milliseconds > 0 && !handled.isPreflight) await holdBack(front, milliseconds, response);
    const { fault } = handled;
    const sent = sendable(handled, front, request);
    const isSent = fault === undefined || isAnswered(fault);
    const recorded = record(handled, isSent ? { kind: 'sent', reply: sent } : { kind: 'broken' });
    if (recorded !== undefined) await recorded;
    if (fault !== undefined) await sendBroken(fault, { response, reply: sent, over: endOf(front, request) });
    else if (sent.foreign !== undefined) await sendForeign(response, sent.status, sent.foreign);
    else await send(request, response, sent);
    if (response.writableLength > 0) dropUnread(response, front.limits);
  } catch (error) {
    handled.reply.foreign?.rest?.destroy();
    await record(handled, { kind: 'aborted', why: abortReason(error, front) });
    response.destroy();
  }
}

/** Aborted when the client goes away or the store closes. */
function endOf({ closing, connections }: Front, { socket }: IncomingMessage): AbortSignal {
  return AbortSignal.any([closing, connections.goneSignal(socket)]);
}

/** Into journal and log, with the time that it took from now on. */
function recording(front: Front, { method = 'GET', url: target = '/', headers }: IncomingMessage) {
  const started = Date.now();
  const begun = performance.now();
  return (handled: Handled, ending: Ending) => {
    const milliseconds = performance.now() - begun;
    return front.record({ started, milliseconds, method, target, headers, handled, ending });
  };
}

/** A preflight of a page that may not call this mock is refused; an upstream decides about its own pages. */
function withOrigin(handled: Handled, { hosts }: Front, { headers: { origin } }: IncomingMessage): Handled {
  const { isPreflight, reply } = handled;
  if (!isPreflight || reply.foreign !== undefined || origin === undefined || hosts.allowsOrigin(origin))
    return handled;
  const message = `header.Origin: expected a page of ${EXPECTED_HOSTS}, got ${quoted(origin)}`;
  return { ...handled, reply: refusalReply(new Refusal('origin-unknown', message), undefined) };
}

/** With what all responses have: the upstream's own say about CORS is passed on as it is. */
function sendable({ reply, operation }: Handled, { hosts }: Front, { headers }: IncomingMessage): Reply {
  const readable =
    reply.foreign === undefined ? { ...reply, headers: withCors(headers, reply.headers, hosts) } : reply;
  return withSecurityHeaders(readable, operation);
}

/** Stands for what was never decided, since the client went away before. */
const abandoned: Handled = refusedEarly(
  '',
  new Refusal('request-timeout', 'request: expected to arrive whole, got only a part'),
);

/** The same for what arrived whole, and of which nothing was done. */
const unheard: Handled = { ...abandoned, violations: [] };

const CLIENT_GONE = 'the client went away';

/** Rejects when the client goes away meanwhile, or the store closes. */
async function holdBack(front: Front, milliseconds: number, response: ServerResponse): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort(new ClientGone()));
  const signal = AbortSignal.any([front.closing, gone.signal]);
  try {
    await sleep(milliseconds, undefined, { signal });
  } catch (error) {
    throw gone.signal.aborted ? new ClientGone() : error;
  }
}

function abortReason(error: unknown, { closing }: Front): string {
  if (error instanceof ClientGone) return CLIENT_GONE;
  return closing.aborted ? 'the store is closing' : internalReason(error);
}

function handledBy(front: Front, request: IncomingMessage, response: ServerResponse): Promise<Handled> {
  const { method = 'GET', url: target = '/', headers, rawHeaders } = request;
  const readBodyOnce = () => {
    if (isWaiting(request) && !isTooLarge(request, front.limits)) response.writeContinue();
    return readBody(request, front.limits.bodyBytes);
  };
  const origin = originOf(front, headers.host);
  return front
    .dispatch({ method, origin, target, headers, rawHeaders, readBody: readBodyOnce })
    .catch(internalFailure);
}

function internalFailure(error: unknown): Handled {
  if (error instanceof ClientGone) throw error;
  return { ...abandoned, reply: internalReply(error), violations: [] };
}

function originOf({ tls }: Front, host: string | undefined): string | undefined {
  return host === undefined || host === '' ? undefined : `${tls === undefined ? 'http' : 'https'}://${host}`;
}

/** A client of HTTP/1.0 cannot know what `100 Continue` is (RFC 9110, 10.1.1). */
function isWaiting({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.expect !== undefined && httpVersion === '1.1';
}

function isTooLarge(request: IncomingMessage, limits: Limits): boolean {
  return Number(request.headers['content-length'] ?? 0) > limits.bodyBytes;
}

/** The cause goes to the log, not to the client. */
function internalReply(error: unknown): Reply {
  const reply = refusalReply(
    new Refusal('internal', 'The fake store could not make an answer; its log says why.'),
    undefined,
  );
  return { ...reply, why: internalReason(error) };
}

function internalReason(error: unknown): string {
  return `internal error: ${error instanceof Error ? error.message : String(error)}`;
}

function ignore(): void {}
