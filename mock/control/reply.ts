/** What the control API is asked and what it answers, as data; and how that is sent. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ErrorCode, KitError } from '../../errors.ts';
import { type Json, stringifyJson } from '../../spec/json/exact-json.ts';
import { drain } from '../http/call.ts';
import { STATUS_CODES } from '../http/message.ts';
import type { Refusal } from '../http/refusals.ts';

/** A request that keeps openapi.yaml. */
export interface ControlCall {
  /** HEAD where its GET is asked for the headers alone. */
  readonly method: string;
  /** By place and name, such as `query.limit`. */
  readonly parameters: ReadonlyMap<string, Json>;
  readonly body: Json | undefined;
  /** Aborted when the client leaves, or the store closes. */
  readonly signal: AbortSignal;
}

export interface ControlReply {
  readonly status: number;
  /** Without Content-Length. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** An answer that takes as long as the client stays. */
export interface ControlStream {
  readonly headers: Readonly<Record<string, string>>;
  /** Resolves when nothing more is to come. */
  readonly write: (response: ServerResponse) => Promise<void>;
}

type ControlRoute = (call: ControlCall) => Promise<ControlReply | ControlStream>;

/** By the id of the operation in openapi.yaml. */
export type ControlRoutes = Readonly<Record<string, ControlRoute>>;

export function json(status: number, body: Json): ControlReply {
  return { status, headers: { 'Content-Type': 'application/json' }, body: stringifyJson(body) };
}

export const nothing: ControlReply = { status: 204, headers: {}, body: '' };

interface ProblemOptions {
  /** What to do about it. */
  readonly fix: string;
  readonly title?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error as RFC 9457 has it. */
export function problem(
  status: number,
  detail: string,
  { fix, title, headers }: ProblemOptions,
): ControlReply {
  const body = {
    type: 'about:blank',
    title: title ?? STATUS_CODES[status] ?? 'Problem',
    status,
    detail,
    fix,
  };
  return {
    status,
    headers: { 'Content-Type': 'application/problem+json', ...headers },
    body: stringifyJson(body),
  };
}

const SEE_DOCUMENT = 'GET /__store/openapi.json says what may be sent.';

/** A refusal as an error of the control API. */
export function problemOf(refusal: Refusal): ControlReply {
  const { status, message, title, headers } = refusal;
  const fix = refusal.kind === 'route-unknown' ? 'GET /__store/openapi.json lists the routes.' : SEE_DOCUMENT;
  return problem(status, message, { title, headers, fix });
}

/** Those that callers bring about; any other failure is the store's own. */
const statuses: { readonly [code in ErrorCode]?: number } = {
  'option-invalid': 400,
  'record-invalid': 400,
  'rule-invalid': 400,
  'wait-timeout': 408,
  'store-closed': 503,
  'storage-unreachable': 503,
};

/** Not a failure of the store's own. */
export function isExpected(error: unknown): error is KitError {
  return error instanceof KitError && statuses[error.code] !== undefined;
}

/** The cause of a failure of ours is for the log alone. */
export function failureReply(error: unknown): ControlReply {
  if (isExpected(error)) {
    const { code, detail, title, fix } = error;
    return problem(statuses[code] ?? 500, detail, { title, fix });
  }
  return problem(500, 'The fake store failed; its log says why.', { fix: 'Look at the log of the store.' });
}

/** The value of a parameter as a text, by its place and name. */
export function textIn({ parameters }: ControlCall, key: string): string | undefined {
  const value = parameters.get(key);
  return value === undefined ? undefined : String(value);
}

export function numberIn({ parameters }: ControlCall, key: string): number | undefined {
  const value = parameters.get(key);
  return value === undefined ? undefined : Number(value);
}

type Defined<T> = { -readonly [name in keyof T]?: Exclude<T[name], undefined> };

/** Without the members that are undefined. */
export function defined<T extends object>(given: T): Defined<T> {
  const kept: Defined<T> = { ...given };
  for (const name in kept) if (kept[name] === undefined) delete kept[name];
  return kept;
}

export async function sendReply(
  request: IncomingMessage,
  response: ServerResponse,
  reply: ControlReply,
): Promise<void> {
  const isUnread = hasBody(request) && !request.complete;
  response.writeHead(reply.status, {
    ...reply.headers,
    ...(reply.status === 204 ? {} : { 'Content-Length': Buffer.byteLength(reply.body) }),
    ...(isUnread ? { Connection: 'close' } : {}),
  });
  if (!isUnread) {
    response.end(reply.body);
    return;
  }
  // The answer first, then the rest of the body, then the end: closing at once would reset what the client still reads.
  response.write(reply.body);
  response.flushHeaders();
  await drain(request, DRAIN_MS);
  response.end();
}

/** How long a client may go on sending a body that nobody reads. */
const DRAIN_MS = 1_000;

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
