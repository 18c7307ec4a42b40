/**
 * Where the control API is and who may use it: programs and pages on this machine, or clients with the control token.
 * Also the CORS and security headers.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { KitError } from '../../errors.ts';
import { type AllowedHosts, isLoopbackAddress, isLoopbackAuthority, isLoopbackName } from '../http/allowed-hosts.ts';
import { isPreflight, preflightHeaders } from '../http/cors.ts';
import { targetAuthority } from '../http/request-target.ts';
import { securityHeaders } from '../respond/security-headers.ts';
import { type ControlResponse, problemResponse } from './control-response.ts';

export interface AccessControl {
  /** Why the request is rejected; `undefined` if it is allowed. */
  readonly accessProblem: (request: IncomingMessage) => ControlResponse | undefined;
  /** Whether pages of this origin may read the responses. */
  readonly isAllowedOrigin: (origin: string) => boolean;
}

/**
 * The control token of a mock that listens on `host`: the configured one, or a random one if other machines can reach
 * it. Undefined if none is required. Throws `option-invalid`.
 */
export function controlTokenFor(host: string, configured: string | undefined): string | undefined {
  if (configured === undefined) return isLoopbackName(host) ? undefined : randomToken();
  if (/^[\x21-\x7e]+$/.test(configured)) return configured;
  throw new KitError('option-invalid', 'control token: expected at least one visible ASCII character and no spaces');
}

export function randomToken(): string {
  return randomBytes(24).toString('base64url');
}

export interface AccessControlOptions {
  /** Required of every client; undefined if clients on this machine need none. */
  readonly controlToken: string | undefined;
  /**
   * Required of pages only, if there is no `controlToken`; undefined if no response can run a script. Read for each
   * request.
   */
  readonly pageToken: () => string | undefined;
  readonly hosts: AllowedHosts;
}

/** If a control token is configured, it is the only check: a page cannot send a token that it was not given. */
export function createAccessControl({ controlToken, pageToken, hosts }: AccessControlOptions): AccessControl {
  if (controlToken !== undefined)
    return { accessProblem: (request) => tokenProblem(request, controlToken), isAllowedOrigin: () => true };
  return {
    accessProblem: (request) => {
      const requiredToken = pageToken();
      const problem = originProblem(request, hosts);
      if (problem !== undefined || requiredToken === undefined || !isFromPage(request)) return problem;
      return tokenProblem(request, requiredToken);
    },
    isAllowedOrigin: hosts.allowsOrigin,
  };
}

function tokenProblem({ headers: { authorization } }: IncomingMessage, expected: string): ControlResponse | undefined {
  const [, received] = /^bearer +(\S+) *$/i.exec(authorization ?? '') ?? [];
  if (received !== undefined && timingSafeEqual(sha256(received), sha256(expected))) return undefined;
  const got = authorization === undefined ? 'no Authorization header' : 'another Authorization header';
  return problemResponse(401, `expected the control token of this mock server, got ${got}`, {
    fix: 'Send "Authorization: Bearer <control token>". The token is the value of --control-token, or the one printed at startup.',
    headers: { 'WWW-Authenticate': 'Bearer realm="mock server control"' },
  });
}

/** Hashes have equal length, so that the comparison takes the same time for every token. */
function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * Browsers send Fetch metadata, except over plain HTTP to a name that is not loopback. `fetch` in Node sends only
 * `Sec-Fetch-Mode`.
 */
function isFromPage({ headers }: IncomingMessage): boolean {
  const hasBrowserHeaders = headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
  return hasBrowserHeaders || !isLoopbackAuthority(headers.host);
}

const LOOPBACK_FIX =
  'Call the mock server from its own machine, as localhost, 127.0.0.1 or a host of --allow-host; or start it with --control-token.';

/**
 * The threat is a web page that the developer has open: it may point its own name to this machine (DNS rebinding), or
 * submit a form here. A script that a response runs in a sandbox has the origin "null".
 */
function originProblem(
  { headers, socket, url = '/', method }: IncomingMessage,
  { allowsAuthority, allowsOrigin }: AllowedHosts,
): ControlResponse | undefined {
  const forbid = (expected: string, got: string) =>
    problemResponse(403, `expected ${expected}, got ${got}`, { fix: LOOPBACK_FIX });
  if (!isLoopbackAddress(socket.remoteAddress)) return forbid('a client on this machine', 'one on another machine');
  const { host = '', origin } = headers;
  if (!allowsAuthority(host) || !allowsAuthority(targetAuthority(url) ?? host))
    return forbid('a Host that names this machine (localhost, 127.0.0.1, [::1])', 'another host');
  if (origin !== undefined)
    return allowsOrigin(origin) ? undefined : forbid('an Origin on this machine', 'another origin');
  const isNavigation = headers['sec-fetch-mode'] === 'navigate' && (method === 'GET' || method === 'HEAD');
  const isCrossSite = headers['sec-fetch-site'] === 'cross-site' && !isNavigation;
  return isCrossSite ? forbid('a page on this machine', 'a page of another site') : undefined;
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

const EXPOSED_HEADERS = 'Allow, Content-Length, Date, Retry-After, WWW-Authenticate';

/** Headers of every response; the documents of the console have their own content security policy. */
export function commonHeaders({ origin }: IncomingHttpHeaders, { isAllowedOrigin }: AccessControl) {
  return {
    'Cache-Control': 'no-store',
    ...securityHeaders,
    'Cross-Origin-Resource-Policy': 'same-origin',
    Vary: 'Origin',
    ...(origin === undefined || !isAllowedOrigin(origin)
      ? {}
      : { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': EXPOSED_HEADERS }),
  };
}

/** Browsers send preflight requests without credentials; `undefined` for any other request. */
export function preflightResponse(
  method: string,
  headers: IncomingHttpHeaders,
  { access, methods }: { readonly access: AccessControl; readonly methods: readonly string[] },
): ControlResponse | undefined {
  if (!isPreflight(method, headers)) return undefined;
  if (headers.origin !== undefined && access.isAllowedOrigin(headers.origin))
    return { status: 204, headers: preflightHeaders(headers, methods), body: '' };
  return problemResponse(403, 'expected an Origin on this machine, got another origin', {
    fix: 'Open the page from this machine. Or start the mock server with --control-token and send the token.',
  });
}
