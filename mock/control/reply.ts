/** What the control API answers, as data. */

import { type ErrorCode, KitError } from '../../errors.ts';
import { type Json, stringifyJson } from '../../spec/json/exact-json.ts';
import { STATUS_CODES } from '../node-http.ts';
import type { Refusal } from '../refusals.ts';

export interface ControlReply {
  readonly status: number;
  /** Without Content-Length. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

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

/** RFC 9457 */
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
