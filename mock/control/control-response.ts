/** What the control API is asked and what it answers, as data; and how that is sent. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ErrorCode, KitError } from '../../errors.ts';
import { type Json, stringifyJson } from '../../spec/json/exact-json.ts';
import type { HttpError } from '../http/http-error.ts';
import { STATUS_CODES } from '../http/http-message.ts';
import { drainBody } from '../http/incoming-request.ts';

/** A request that keeps openapi.yaml. */
export interface ControlRequest {
  /** HEAD where its GET is asked for the headers alone. */
  readonly method: string;
  /** By place and name, such as `query.limit`. */
  readonly parameters: ReadonlyMap<string, Json>;
  readonly body: Json | undefined;
  /** Aborted when the client leaves, or the store closes. */
  readonly signal: AbortSignal;
}

export interface ControlResponse {
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

type ControlRoute = (controlRequest: ControlRequest) => Promise<ControlResponse | ControlStream>;

/** By the id of the operation in openapi.yaml. */
export type ControlRoutes = Readonly<Record<string, ControlRoute>>;

export function jsonResponse(status: number, body: Json): ControlResponse {
  return { status, headers: { 'Content-Type': 'application/json' }, body: stringifyJson(body) };
}

export const noContent: ControlResponse = { status: 204, headers: {}, body: '' };

interface ProblemOptions {
  /** What to do about it. */
  readonly fix: string;
  readonly title?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error as RFC 9457 has it. */
export function problemResponse(
  status: number,
  detail: string,
  { fix, title, headers }: ProblemOptions,
): ControlResponse {
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
export function httpErrorResponse(httpError: HttpError): ControlResponse {
  const { status, message, title, headers } = httpError;
  const fix = httpError.kind === 'route-unknown' ? 'GET /__store/openapi.json lists the routes.' : SEE_DOCUMENT;
  return problemResponse(status, message, { title, headers, fix });
}

/** Those that callers bring about; any other failure is the store's own. */
const statusByErrorCode: { readonly [code in ErrorCode]?: number } = {
  'option-invalid': 400,
  'record-invalid': 400,
  'rule-invalid': 400,
  'wait-timeout': 408,
  'store-closed': 503,
  'storage-unreachable': 503,
};

/** Not a failure of the store's own. */
export function isExpectedError(error: unknown): error is KitError {
  return error instanceof KitError && statusByErrorCode[error.code] !== undefined;
}

/** The cause of a failure of ours is for the log alone. */
export function failureResponse(error: unknown): ControlResponse {
  if (isExpectedError(error)) {
    const { code, detail, title, fix } = error;
    return problemResponse(statusByErrorCode[code] ?? 500, detail, { title, fix });
  }
  return problemResponse(500, 'The fake store failed; its log says why.', {
    fix: 'Look at the log of the store.',
  });
}

/** The value of a parameter as a text, by its place and name. */
export function textParameter({ parameters }: ControlRequest, key: string): string | undefined {
  const value = parameters.get(key);
  return value === undefined ? undefined : String(value);
}

export function numberParameter({ parameters }: ControlRequest, key: string): number | undefined {
  const value = parameters.get(key);
  return value === undefined ? undefined : Number(value);
}

type WithoutUndefined<T> = { -readonly [name in keyof T]?: Exclude<T[name], undefined> };

/** Without the members that are undefined. */
export function withoutUndefined<T extends object>(given: T): WithoutUndefined<T> {
  const kept: WithoutUndefined<T> = { ...given };
  for (const name in kept) if (kept[name] === undefined) delete kept[name];
  return kept;
}

export async function sendControlResponse(
  request: IncomingMessage,
  response: ServerResponse,
  controlResponse: ControlResponse,
): Promise<void> {
  const isBodyUnread = hasBody(request) && !request.complete;
  response.writeHead(controlResponse.status, {
    ...controlResponse.headers,
    ...(controlResponse.status === 204 ? {} : { 'Content-Length': Buffer.byteLength(controlResponse.body) }),
    ...(isBodyUnread ? { Connection: 'close' } : {}),
  });
  if (!isBodyUnread) {
    response.end(controlResponse.body);
    return;
  }
  // The answer first, then the rest of the body, then the end: closing at once would reset what the client still reads.
  response.write(controlResponse.body);
  response.flushHeaders();
  await drainBody(request, DRAIN_MS);
  response.end();
}

/** How long a client may go on sending a body that nobody reads. */
const DRAIN_MS = 1_000;

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
