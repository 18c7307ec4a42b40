/** Requests and responses of the control API as data, and how a response is sent. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ErrorCode, KitError, splitError } from '../../errors.ts';
import { STATUS_CODES } from '../../platform/http.ts';
import { type Json, stringifyJson } from '../../spec/json/exact-json.ts';
import type { HttpError } from '../http/http-error.ts';
import { drainBody, hasUnreadBody } from '../http/incoming-request.ts';
import { InvalidRuleError } from '../rules/rule-node.ts';

/** A request that conforms to openapi.yaml. */
export interface ControlRequest {
  /** HEAD if only the headers of the GET are requested. */
  readonly method: string;
  /** By location and name, such as `query.limit`. */
  readonly parameters: ReadonlyMap<string, Json>;
  readonly body: Json | undefined;
  /** Aborted when the client disconnects or the server closes. */
  readonly signal: AbortSignal;
}

export interface ControlResponse {
  readonly status: number;
  /** Without Content-Length. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** A response that lasts as long as the client stays connected. */
export interface ControlStream {
  readonly headers: Readonly<Record<string, string>>;
  /** Resolves when the stream has ended. */
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
  /** How to fix the problem. */
  readonly fix: string;
  readonly title?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What is wrong in the body, by JSON Pointer. */
  readonly violations?: readonly { readonly pointer: string; readonly message: string }[];
}

/** An error response in the format of RFC 9457. */
export function problemResponse(
  status: number,
  detail: string,
  { fix, title, headers, violations }: ProblemOptions,
): ControlResponse {
  const body = {
    type: 'about:blank',
    title: title ?? STATUS_CODES[status] ?? 'Problem',
    status,
    detail,
    fix,
    ...(violations !== undefined && { violations: violations.map((one) => ({ ...one })) }),
  };
  return {
    status,
    headers: { 'Content-Type': 'application/problem+json', ...headers },
    body: stringifyJson(body),
  };
}

const SEE_DOCUMENT = 'See GET /__store/openapi.json for the valid requests.';

/** An HTTP error as a response of the control API. */
export function httpErrorResponse(httpError: HttpError): ControlResponse {
  const { status, message, title, headers } = httpError;
  const fix = httpError.kind === 'route-unknown' ? 'GET /__store/openapi.json lists the routes.' : SEE_DOCUMENT;
  return problemResponse(status, message, { title, headers, fix });
}

/** Errors that callers cause; any other is an internal error. */
const statusByErrorCode: { readonly [code in ErrorCode]?: number } = {
  'option-invalid': 400,
  'record-invalid': 400,
  'rule-invalid': 400,
  'wait-timeout': 408,
  'store-closed': 503,
  'storage-unreachable': 503,
};

/** Whether the error is caused by the caller or the environment, not by a defect of the server. */
export function isExpectedError(error: unknown): error is KitError {
  return error instanceof KitError && statusByErrorCode[error.code] !== undefined;
}

/** The cause of an internal error is only logged. */
export function failureResponse(error: unknown): ControlResponse {
  if (isExpectedError(error)) {
    const { code, detail, title, fix } = error;
    const violations = splitError(error)
      .filter((part) => part instanceof InvalidRuleError)
      .map(({ pointer, problem }) => ({ pointer, message: problem }));
    return problemResponse(statusByErrorCode[code] ?? 500, detail, {
      ...{ title, fix },
      ...(violations.length > 0 && { violations }),
    });
  }
  return problemResponse(500, 'The mock server failed. Its log contains the cause.', {
    fix: 'Read the log of the mock server.',
  });
}

/** The value of a parameter as text, by its location and name. */
export function textParameter({ parameters }: ControlRequest, key: string): string | undefined {
  const value = parameters.get(key);
  return value === undefined ? undefined : String(value);
}

export function numberParameter({ parameters }: ControlRequest, key: string): number | undefined {
  const value = parameters.get(key);
  return value === undefined ? undefined : Number(value);
}

type WithoutUndefined<T> = { -readonly [name in keyof T]?: Exclude<T[name], undefined> };

/** A copy without the members that are undefined. */
export function withoutUndefined<T extends object>(object: T): WithoutUndefined<T> {
  const copy: WithoutUndefined<T> = { ...object };
  for (const name in copy) if (copy[name] === undefined) delete copy[name];
  return copy;
}

export async function sendControlResponse(
  request: IncomingMessage,
  response: ServerResponse,
  controlResponse: ControlResponse,
): Promise<void> {
  const isBodyUnread = hasUnreadBody(request);
  response.writeHead(controlResponse.status, {
    ...controlResponse.headers,
    ...(controlResponse.status === 204 ? {} : { 'Content-Length': Buffer.byteLength(controlResponse.body) }),
    ...(isBodyUnread ? { Connection: 'close' } : {}),
  });
  if (!isBodyUnread) {
    response.end(controlResponse.body);
    return;
  }
  // Send the response, then drain the body, then end: closing immediately would reset the connection while the client
  // still reads.
  response.write(controlResponse.body);
  response.flushHeaders();
  await drainBody(request, DRAIN_MS);
  response.end();
}

/** How long a client may continue to send a body that the server ignores. */
const DRAIN_MS = 1_000;
