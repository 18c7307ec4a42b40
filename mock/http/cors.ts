/** Allows a page on another port to call the mock and read all of its responses (Fetch standard, CORS). */
import type { IncomingHttpHeaders } from 'node:http';
import type { AllowedHosts } from './allowed-hosts.ts';

const DEFAULT_ALLOWED_HEADERS = 'Authorization, Content-Type, Prefer, Accept';
const PREFLIGHT_SECONDS = '600';

/**
 * Lists all response header names, because `*` does not apply to requests with credentials. `Vary` prevents caches from
 * giving a page the response to a client without an origin.
 */
export function withCors(
  { origin }: IncomingHttpHeaders,
  headers: Readonly<Record<string, string>>,
  { allowsOrigin }: AllowedHosts,
): Readonly<Record<string, string>> {
  if (origin !== undefined && !allowsOrigin(origin)) return { ...headers, Vary: varyHeader(headers) };
  let exposed = '';
  for (const name in headers) exposed += `${name}, `;
  exposed += 'Date, Content-Length';
  if (origin === undefined)
    return {
      ...headers,
      'Access-Control-Allow-Origin': '*',
      Vary: varyHeader(headers),
      'Access-Control-Expose-Headers': exposed,
    };
  return {
    ...headers,
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    Vary: varyHeader(headers),
    'Access-Control-Expose-Headers': exposed,
  };
}

function varyHeader({ Vary: declared }: Readonly<Record<string, string>>): string {
  return declared === undefined ? 'Origin' : `${declared}, Origin`;
}

export function isPreflight(method: string, headers: IncomingHttpHeaders): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
}

export function preflightHeaders(
  request: IncomingHttpHeaders,
  methods: readonly string[],
): Readonly<Record<string, string>> {
  const requestedHeaders = request['access-control-request-headers'];
  const requestsPrivateNetwork = request['access-control-request-private-network'] === 'true';
  return {
    'Access-Control-Allow-Methods': methods.join(', '),
    'Access-Control-Allow-Headers': isHeaderNameList(requestedHeaders) ? requestedHeaders : DEFAULT_ALLOWED_HEADERS,
    'Access-Control-Max-Age': PREFLIGHT_SECONDS,
    ...(requestsPrivateNetwork ? { 'Access-Control-Allow-Private-Network': 'true' } : {}),
  };
}

function isHeaderNameList(text: string | undefined): text is string {
  return text !== undefined && text !== '' && /^[\w!#$%&'*+.^`|~, -]+$/.test(text);
}
