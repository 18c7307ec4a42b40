/**
 * The request target (RFC 9112, section 3.2): origin form, absolute form or `*`. Does not use `new URL`, which throws
 * for `//` and `/[`.
 */
import { HttpError, quoteText } from './http-error.ts';

export interface RequestTarget {
  /** Still percent-encoded; `*` for `OPTIONS *`. */
  readonly path: string;
  readonly query: readonly QueryField[];
}

export interface QueryField {
  readonly name: string;
  /** Still percent-encoded, because the delimiters of array styles only count if they are not encoded. */
  readonly rawValue: string;
}

/** A target whose percent-encoding cannot be decoded is rejected as a whole. */
export function parseTarget(raw: string): RequestTarget | HttpError {
  if (isPlainPath(raw)) return { path: raw, query: noQueryFields };
  const [withoutFragment = ''] = raw.split('#');
  const originFormTarget = originForm(withoutFragment);
  const [path = '', ...query] = originFormTarget.split('?');
  if (path !== '' && path !== '*' && !path.startsWith('/')) return targetMalformed(raw, 'a path that starts with "/"');
  if (percentDecode(path) === undefined) return targetMalformed(raw, 'valid percent-encoding of UTF-8');
  const fields = parseQuery(query.join('?'));
  if (fields === undefined) return targetMalformed(raw, 'valid percent-encoding of UTF-8');
  return { path: path === '' ? '/' : path, query: fields };
}

const noQueryFields: readonly QueryField[] = [];

/** The common case: no query and no percent-encoding. */
function isPlainPath(target: string): boolean {
  return target.startsWith('/') && !/[#?%]/.test(target);
}

/** Removes the scheme and authority of an absolute form. */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  return target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, '');
}

/** The authority of an absolute form; undefined for the other forms. */
export function targetAuthority(target: string): string | undefined {
  if (target.startsWith('/')) return undefined;
  return /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(target)?.[1];
}

/** `undefined` if a part cannot be decoded. Also parses a body of application/x-www-form-urlencoded. */
export function parseQuery(raw: string): readonly QueryField[] | undefined {
  const fields: QueryField[] = [];
  for (const pair of raw.split('&')) {
    if (pair === '') continue;
    const [rawName = '', ...rest] = pair.split('=');
    const name = decodeFormValue(rawName);
    const rawValue = rest.join('=');
    if (name === undefined || decodeFormValue(rawValue) === undefined) return undefined;
    fields.push({ name, rawValue });
  }
  return fields;
}

/** `undefined` for invalid percent-encoding or invalid UTF-8. */
export function percentDecode(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Like `percentDecode`, with `+` for a space. */
export function decodeFormValue(text: string): string | undefined {
  return percentDecode(text.replaceAll('+', ' '));
}

function targetMalformed(raw: string, expected: string): HttpError {
  return new HttpError('target-malformed', `request target: expected ${expected}, got ${quoteText(raw)}`);
}

/** A path that no contract declares; the control API and the console are below it. */
export const CONTROL_PATH = '/__store';

/** Accepts a request target in any form of RFC 9112, section 3.2. */
export function isControlTarget(target: string): boolean {
  // Nearly all requests are for a contract.
  if (target.startsWith('/') && !target.startsWith(CONTROL_PATH)) return false;
  const [, path = ''] = /^(?:[a-z][a-z0-9+.-]*:\/\/[^/?#]*)?([^?#]*)/i.exec(target) ?? [];
  return path === CONTROL_PATH || path.startsWith(`${CONTROL_PATH}/`);
}
