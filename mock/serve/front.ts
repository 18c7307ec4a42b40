/** Sockets in, replies out: limits, timeouts, and an end for every exchange. What is answered is decided in handle.ts. */

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Reply, refusalReply } from '../answer/replies.ts';
import type { Control } from '../control/control.ts';
import { isControlTarget } from '../control/path.ts';
import { type Handled, refused } from '../handle.ts';
import { createServer } from '../node-http.ts';
import { sendForeign } from '../proxy/send-foreign.ts';
import { Refusal } from '../refusals.ts';
import { ClientGone, drain, readBody } from '../request/body.ts';
import { withCors } from '../request/cors.ts';
import { type Delay, drawDelay } from '../scenario/delay.ts';
import { isBodiless } from '../statuses.ts';
import { createClientErrors } from './client-error.ts';
import type { Dispatcher } from './dispatch.ts';
import { isAnswered, sendBroken } from './faults.ts';
import type { Exchanged } from './record.ts';
import type { Recorder } from './recorder.ts';
import { headFault, hostNameFault } from './request-head.ts';
import { turnOf } from './turn.ts';
import { dropUnread } from './unread.ts';
import { unknownMethod } from './unreadable.ts';

export interface Limits {
  readonly bodyBytes: number;
  readonly headerBytes: number;
  /** Milliseconds for the header section, and for the whole request, to arrive. */
  readonly headersTimeout: number;
  readonly requestTimeout: number;
  /** Bytes a second, at which a client has to read its answers. */
  readonly readRate: number;
  /** At the same time. */
  readonly connections: number;
}

export interface Front {
  readonly dispatch: Dispatcher;
  readonly control: Control;
  readonly limits: Limits;
  /** Into journal and log. */
  readonly record: Recorder;
  /** Before each answer, unless the request or a rule says otherwise. */
  readonly delay: Delay;
  /** Aborted when the store closes. */
  readonly closing: AbortSignal;
  readonly tls: TlsIdentity | undefined;
}

/** In PEM. */
export interface TlsIdentity {
  readonly cert: string;
  readonly key: string;
}

/** Not yet listening. */
export function createFront(front: Front): Server {
  const { headerBytes, headersTimeout, requestTimeout, connections } = front.limits;
  const options = {
    maxHeaderSize: headerBytes,
    headersTimeout,
    requestTimeout,
    connectionsCheckingInterval: Math.min(1_000, headersTimeout, requestTimeout),
    // Refused as other faults are.
    requireHostHeader: false,
  };
  const server =
    front.tls === undefined
      ? createServer(options)
      : createTlsServer({ ...options, ...front.tls, handshakeTimeout: headersTimeout });
  server.maxConnections = connections;
  const clientErrors = createClientErrors();
  const answering = (request: IncomingMessage, response: ServerResponse) => {
    clientErrors.watch(request, response);
    void exchange(front, request, response);
  };
  server.on('request', answering);
  server.on('checkContinue', answering);
  server.on('checkExpectation', (request, response) => {
    clientErrors.watch(request, response);
    void refuseExpectation(request, response);
  });
  server.on('connect', (_request, socket) => {
    socket.on('error', ignore);
    clientErrors.refuse(unknownMethod(), socket);
  });
  server.on('clientError', clientErrors.answer);
  server.on('tlsClientError', ignore);
  return server;
}

/** Never rejects: whatever happens inside, the client gets an answer or its connection is closed. */
async function exchange(front: Front, request: IncomingMessage, response: ServerResponse): Promise<void> {
  // A client that breaks off is no error of ours, and an error without a listener would end the process.
  request.on('error', ignore);
  response.on('error', ignore);
  const { method = 'GET', url: target = '/', headers } = request;
  const started = Date.now();
  const begun = performance.now();
  const record = ({ handled, sent, aborted }: Pick<Exchanged, 'handled' | 'sent' | 'aborted'>) => {
    const milliseconds = performance.now() - begun;
    return front.record({ started, milliseconds, method, target, headers, handled, sent, aborted });
  };
  const turn = turnOf(request, response);
  const isGone = turn !== undefined && !(await turn);
  const headRefusal = headFault(request);
  // The control API asks more of Host than that it is one.
  if (headRefusal === undefined && isControlTarget(target))
    return isGone ? undefined : front.control.handle(request, response);
  const refusal = headRefusal ?? hostNameFault(request);
  if (isGone) {
    await record({ handled: unheard, sent: undefined, aborted: CLIENT_GONE });
    return;
  }
  let handled = abandoned;
  try {
    handled = refusal === undefined ? await handledBy(front, request, response) : refused(refusal);
    const milliseconds = drawDelay(handled.delay ?? front.delay, Math.random());
    if (milliseconds > 0 && !handled.isPreflight) await holdBack(front, milliseconds, response);
    const { fault, reply } = handled;
    const sent =
      reply.foreign === undefined ? { ...reply, headers: withCors(headers, reply.headers) } : reply;
    const recorded = record({ handled, sent: fault === undefined || isAnswered(fault) ? sent : undefined });
    if (recorded !== undefined) await recorded;
    if (fault !== undefined) await sendBroken(fault, { response, ...sent, closing: front.closing });
    else if (sent.foreign !== undefined) await sendForeign(response, sent.status, sent.foreign);
    else await send(request, response, sent);
    if (response.writableLength > 0) dropUnread(response, front.limits);
  } catch (error) {
    handled.reply.foreign?.rest?.destroy();
    await record({ handled, sent: undefined, aborted: abortReason(error, front) });
    response.destroy();
  }
}

/** Stands for what was never decided, since the client went away before. */
const abandoned: Handled = refused(
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

/** How long a client may go on sending a body that was refused. */
const DRAIN_MS = 1_000;

/** Gives a promise only where a rest of the request is still on its way. */
function send(request: IncomingMessage, response: ServerResponse, reply: Reply): Promise<void> | undefined {
  const { status, headers, body } = reply;
  const isEmpty = isBodiless(status);
  const head = isEmpty ? headers : { ...headers, 'Content-Length': String(Buffer.byteLength(body)) };
  if (!request.complete && !isSoonOver(request))
    return sendEarly(request, response, { ...reply, headers: head });
  response.writeHead(status, head);
  response.end(body);
  return undefined;
}

/** The answer first, then the rest of the body, then the end: closing at once would reset what the client still reads. */
async function sendEarly(request: IncomingMessage, response: ServerResponse, reply: Reply): Promise<void> {
  response.writeHead(reply.status, { ...reply.headers, Connection: 'close' });
  response.write(isBodiless(reply.status) ? '' : reply.body);
  response.flushHeaders();
  await drain(request, DRAIN_MS);
  response.end();
}

/** A short rest that is on its way is read and dropped by Node, and the connection lives on. */
function isSoonOver({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers.expect === undefined && length !== undefined && Number(length) <= SHORT_BODY_BYTES;
}

const SHORT_BODY_BYTES = 65_536;

async function refuseExpectation(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const message = 'header.Expect: expected 100-continue, got another expectation';
  try {
    await send(request, response, refusalReply(new Refusal('expectation', message), undefined));
  } catch {
    response.destroy();
  }
}
