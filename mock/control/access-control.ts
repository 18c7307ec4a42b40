/**
 * Where the control API is, and who may use it: programs and pages of this machine, or clients with the control token; and
 * the headers that tell browsers.
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
  /** Why not; `undefined` for the welcome. */
  readonly accessProblem: (request: IncomingMessage) => ControlResponse | undefined;
  /** Whether pages of this origin may read the answers. */
  readonly isAllowedOrigin: (origin: string) => boolean;
}

/**
 * The control token of a mock that listens on `host`: the one given, else a random one where others can reach it.
 * Undefined where none is required. Throws `option-invalid`.
 */
export function controlTokenFor(host: string, given: string | undefined): string | undefined {
  if (given === undefined) return isLoopbackName(host) ? undefined : randomToken();
  if (/^[\x21-\x7e]+$/.test(given)) return given;
  throw new KitError('option-invalid', 'control token: expected visible ASCII characters without spaces, at least one');
}

export function randomToken(): string {
  return randomBytes(24).toString('base64url');
}

export interface AccessControlOptions {
  /** Required of every client; undefined where clients of this machine need none. */
  readonly controlToken: string | undefined;
  /** Required of pages alone, where there is no `token`; undefined where no response can run a script. Of the moment. */
  readonly pageToken: () => string | undefined;
  readonly hosts: AllowedHosts;
}

/** With a token, that alone decides: pages cannot send it unless somebody gave it to them. */
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
  const got = authorization === undefined ? 'no Authorization' : 'another Authorization';
  return problemResponse(401, `expected the control token of this store, got ${got}`, {
    fix: 'Send "Authorization: Bearer <control token>": the one given with --control-token, else the one printed at the start.',
    headers: { 'WWW-Authenticate': 'Bearer realm="store control"' },
  });
}

/** Of equal length, so that the time taken says nothing about the token. */
function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * Browsers say so (Fetch metadata), but not where the address is plain HTTP to another name than a loopback one. `Sec-Fetch-Mode`
 * alone comes from `fetch` in Node.
 */
function isFromPage({ headers }: IncomingMessage): boolean {
  const hasBrowserHeaders = headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
  return hasBrowserHeaders || !isLoopbackAuthority(headers.host);
}

const LOOPBACK_FIX =
  'Call it from the machine it runs on, as localhost or 127.0.0.1 or by a name given with --allow-host; or start the store with --control-token.';

/**
 * A page of the web that the developer has open is the stranger to fear: it may have its own name point to this machine
 * (DNS rebinding), or send a form here. A script that a response runs in a sandbox has the origin "null".
 */
function originProblem(
  { headers, socket, url = '/', method }: IncomingMessage,
  { allowsAuthority, allowsOrigin }: AllowedHosts,
): ControlResponse | undefined {
  const forbid = (expected: string, got: string) =>
    problemResponse(403, `expected ${expected}, got ${got}`, { fix: LOOPBACK_FIX });
  if (!isLoopbackAddress(socket.remoteAddress)) return forbid('a caller on this machine', 'another one');
  const { host = '', origin } = headers;
  if (!allowsAuthority(host) || !allowsAuthority(targetAuthority(url) ?? host))
    return forbid('a Host that names this machine (localhost, 127.0.0.1, [::1])', 'another one');
  if (origin !== undefined)
    return allowsOrigin(origin) ? undefined : forbid('an Origin on this machine', 'another one');
  const isNavigation = headers['sec-fetch-mode'] === 'navigate' && (method === 'GET' || method === 'HEAD');
  const isCrossSite = headers['sec-fetch-site'] === 'cross-site' && !isNavigation;
  return isCrossSite ? forbid('a page of this machine', 'one of another site') : undefined;
}

/** What no contract has: all of the control API and the console is below it. */
export const CONTROL_PATH = '/__store';

/** Of a request target in whatever form. */
export function isControlTarget(target: string): boolean {
  const [, path = ''] = /^(?:[a-z][a-z0-9+.-]*:\/\/[^/?#]*)?([^?#]*)/i.exec(target) ?? [];
  return path === CONTROL_PATH || path.startsWith(`${CONTROL_PATH}/`);
}

const EXPOSED_HEADERS = 'Allow, Content-Length, Date, Retry-After, WWW-Authenticate';

/** What every response has; the documents of the console have a policy of their own. */
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

/** Browsers ask without credentials; `undefined` for any other request. */
export function preflightResponse(
  method: string,
  headers: IncomingHttpHeaders,
  { access, methods }: { readonly access: AccessControl; readonly methods: readonly string[] },
): ControlResponse | undefined {
  if (!isPreflight(method, headers)) return undefined;
  if (headers.origin !== undefined && access.isAllowedOrigin(headers.origin))
    return { status: 204, headers: preflightHeaders(headers, methods), body: '' };
  return problemResponse(403, 'expected an Origin on this machine, got another one', {
    fix: 'Open the page from this machine; or start the store with --control-token and send that.',
  });
}
