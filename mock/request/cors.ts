/** Lets a page on another port call the store and read all of its answer (Fetch standard, CORS). */
import type { IncomingHttpHeaders } from 'node:http';

const ALWAYS_ALLOWED = 'Authorization, Content-Type, Prefer, Accept';
const PREFLIGHT_SECONDS = '600';

/** With the names of all that the answer bears: `*` does not count for requests with credentials. */
export function withCors(
  { origin }: IncomingHttpHeaders,
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  let exposed = '';
  for (const name in headers) exposed += `${name}, `;
  exposed += 'Date, Content-Length';
  if (origin === undefined)
    return { ...headers, 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': exposed };
  return {
    ...headers,
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    Vary: 'Origin',
    'Access-Control-Expose-Headers': exposed,
  };
}

export function isPreflight(method: string, headers: IncomingHttpHeaders): boolean {
  return (
    method === 'OPTIONS' &&
    headers.origin !== undefined &&
    headers['access-control-request-method'] !== undefined
  );
}

export function preflightHeaders(
  request: IncomingHttpHeaders,
  methods: readonly string[],
): Readonly<Record<string, string>> {
  const wanted = request['access-control-request-headers'];
  const isNetworkAsked = request['access-control-request-private-network'] === 'true';
  return {
    'Access-Control-Allow-Methods': methods.join(', '),
    'Access-Control-Allow-Headers': isNameList(wanted) ? wanted : ALWAYS_ALLOWED,
    'Access-Control-Max-Age': PREFLIGHT_SECONDS,
    ...(isNetworkAsked ? { 'Access-Control-Allow-Private-Network': 'true' } : {}),
  };
}

function isNameList(text: string | undefined): text is string {
  return text !== undefined && text !== '' && /^[\w!#$%&'*+.^`|~, -]+$/.test(text);
}
