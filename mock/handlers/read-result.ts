/** Reads what a handler returned: a body, the whole response, or a `Response` of the Fetch standard. */

import { validateHeaderName, validateHeaderValue } from '../../platform/http.ts';
import type { Json } from '../../spec/json/exact-json.ts';
import { toJsonValue } from './json-value.ts';

/** Undefined members are filled in from the contract. */
export interface ReturnedResponse {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ReturnedBody | undefined;
}

export type ReturnedBody =
  | { readonly kind: 'json'; readonly value: Json }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array };

/** Why the response cannot be sent; for all readers. */
export class UnusableResult {
  readonly problem: string;

  constructor(problem: string) {
    this.problem = problem;
  }
}

export async function readResult(returned: unknown): Promise<ReturnedResponse | UnusableResult> {
  if (returned instanceof Response) return readFetchResponse(returned);
  if (!isWholeResponse(returned)) return { status: undefined, headers: {}, body: readBody(returned) };
  const { status, headers = {}, body } = returned;
  if (!Number.isInteger(status) || status < 200 || status > 599)
    return new UnusableResult(`status: expected an integer from 200 to 599, got ${status}`);
  if (typeof headers !== 'object' || headers === null) return new UnusableResult('headers: expected an object');
  const read = readHeaders(Object.entries(headers));
  return read instanceof UnusableResult ? read : { status, headers: read, body: readBody(body) };
}

const wholeKeys: ReadonlySet<string> = new Set(['status', 'headers', 'body']);

interface WholeResponse {
  readonly status: number;
  readonly headers?: unknown;
  readonly body?: unknown;
}

/** A numeric status, and nothing that a response does not have: any other object is a body. */
function isWholeResponse(value: unknown): value is WholeResponse {
  return (
    typeof value === 'object' &&
    value !== null &&
    'status' in value &&
    typeof value.status === 'number' &&
    Object.keys(value).every((key) => wholeKeys.has(key))
  );
}

function readBody(value: unknown): ReturnedBody | undefined {
  if (value instanceof Uint8Array) return { kind: 'bytes', bytes: Uint8Array.from(value) };
  const json = toJsonValue(value);
  return json === undefined ? undefined : { kind: 'json', value: json };
}

async function readFetchResponse(response: Response): Promise<ReturnedResponse | UnusableResult> {
  const headers = readHeaders([...response.headers]);
  if (headers instanceof UnusableResult) return headers;
  const bytes = response.body === null ? undefined : new Uint8Array(await response.arrayBuffer());
  return { status: response.status, headers, body: bytes && { kind: 'bytes', bytes } };
}

/** The mock frames its messages itself, and sends them without a coding. */
const framing: ReadonlySet<string> = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

function readHeaders(
  members: readonly (readonly [string, unknown])[],
): Readonly<Record<string, string>> | UnusableResult {
  const headers: [string, string][] = [];
  for (const [name, value] of members) {
    if (value === undefined || value === null || framing.has(name.toLowerCase())) continue;
    const text = String(value);
    if (!isHeader(name, text)) return new UnusableResult(`headers: ${JSON.stringify(name)} cannot be sent`);
    headers.push([name, text]);
  }
  return Object.fromEntries(headers);
}

function isHeader(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}
