/**
 * Where the control API is, and who may use it: programs and pages of this machine, or clients with the control token; and
 * the headers that tell browsers.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { KitError } from '../../errors.ts';
import {
  type AllowedHosts,
  isLoopbackAddress,
  isLoopbackName,
  namesLoopback,
} from '../http/allowed-hosts.ts';
import { isPreflight, preflightHeaders } from '../http/cors.ts';
import { authorityIn } from '../http/target.ts';
import { securityHeaders } from '../respond/security-headers.ts';
import { type ControlReply, problem } from './reply.ts';

export interface Access {
  /** Why not; `undefined` for the welcome. */
  readonly refuse: (request: IncomingMessage) => ControlReply | undefined;
  /** Whether pages of this origin may read the answers. */
  readonly isWelcome: (origin: string) => boolean;
}

/**
 * The control token of a mock that listens on `host`: the one given, else a random one where others can reach it.
 * Undefined where none is required. Throws `option-invalid`.
 */
export function controlTokenFor(host: string, given: string | undefined): string | undefined {
  if (given === undefined) return isLoopbackName(host) ? undefined : randomToken();
  if (/^[\x21-\x7e]+$/.test(given)) return given;
  throw new KitError(
    'option-invalid',
    'control token: expected visible ASCII characters without spaces, at least one',
  );
}

export function randomToken(): string {
  return randomBytes(24).toString('base64url');
}

export interface AccessOptions {
  /** Required of every client; undefined where clients of this machine need none. */
  readonly token: string | undefined;
  /** Required of pages alone, where there is no `token`; undefined where no response can run a script. Of the moment. */
  readonly pageToken: () => string | undefined;
  readonly hosts: AllowedHosts;
}

/** With a token, that alone decides: pages cannot send it unless somebody gave it to them. */
export function createAccess({ token, pageToken, hosts }: AccessOptions): Access {
  if (token !== undefined)
    return { refuse: (request) => tokenProblem(request, token), isWelcome: () => true };
  return {
    refuse: (request) => {
      const wanted = pageToken();
      const problem = strangerProblem(request, hosts);
      if (problem !== undefined || wanted === undefined || !isFromPage(request)) return problem;
      return tokenProblem(request, wanted);
    },
    isWelcome: hosts.allowsOrigin,
  };
}

function tokenProblem(
  { headers: { authorization } }: IncomingMessage,
  expected: string,
): ControlReply | undefined {
  const [, received] = /^bearer +(\S+) *$/i.exec(authorization ?? '') ?? [];
  if (received !== undefined && timingSafeEqual(digest(received), digest(expected))) return undefined;
  const got = authorization === undefined ? 'no Authorization' : 'another Authorization';
  return problem(401, `expected the control token of this store, got ${got}`, {
    fix: 'Send "Authorization: Bearer <control token>": the one given with --control-token, else the one printed at the start.',
    headers: { 'WWW-Authenticate': 'Bearer realm="store control"' },
  });
}

/** Of equal length, so that the time taken says nothing about the token. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * Browsers say so (Fetch metadata), but not where the address is plain HTTP to another name than a loopback one. `Sec-Fetch-Mode`
 * alone comes from `fetch` in Node.
 */
function isFromPage({ headers }: IncomingMessage): boolean {
  const isMarked = headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
  return isMarked || !namesLoopback(headers.host);
}

const ASK_LOOPBACK =
  'Call it from the machine it runs on, as localhost or 127.0.0.1 or by a name given with --allow-host; or start the store with --control-token.';

/**
 * A page of the web that the developer has open is the stranger to fear: it may have its own name point to this machine
 * (DNS rebinding), or send a form here. A script that a response runs in a sandbox has the origin "null".
 */
function strangerProblem(
  { headers, socket, url = '/', method }: IncomingMessage,
  { allowsAuthority, allowsOrigin }: AllowedHosts,
): ControlReply | undefined {
  const forbid = (expected: string, got: string) =>
    problem(403, `expected ${expected}, got ${got}`, { fix: ASK_LOOPBACK });
  if (!isLoopbackAddress(socket.remoteAddress)) return forbid('a caller on this machine', 'another one');
  const { host = '', origin } = headers;
  if (!allowsAuthority(host) || !allowsAuthority(authorityIn(url) ?? host))
    return forbid('a Host that names this machine (localhost, 127.0.0.1, [::1])', 'another one');
  if (origin !== undefined)
    return allowsOrigin(origin) ? undefined : forbid('an Origin on this machine', 'another one');
  const isOpened = headers['sec-fetch-mode'] === 'navigate' && (method === 'GET' || method === 'HEAD');
  const isForeign = headers['sec-fetch-site'] === 'cross-site' && !isOpened;
  return isForeign ? forbid('a page of this machine', 'one of another site') : undefined;
}

/** What no contract has: all of the control API and the console is below it. */
export const CONTROL_PATH = '/__store';

/** Of a request target in whatever form. */
export function isControlTarget(target: string): boolean {
  const [, path = ''] = /^(?:[a-z][a-z0-9+.-]*:\/\/[^/?#]*)?([^?#]*)/i.exec(target) ?? [];
  return path === CONTROL_PATH || path.startsWith(`${CONTROL_PATH}/`);
}

const EXPOSED = 'Allow, Content-Length, Date, Retry-After, WWW-Authenticate';

/** What every response has; the documents of the console have a policy of their own. */
export function answerHeaders({ origin }: IncomingHttpHeaders, { isWelcome }: Access) {
  return {
    'Cache-Control': 'no-store',
    ...securityHeaders,
    'Cross-Origin-Resource-Policy': 'same-origin',
    Vary: 'Origin',
    ...(origin === undefined || !isWelcome(origin)
      ? {}
      : { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': EXPOSED }),
  };
}

/** Browsers ask without credentials; `undefined` for any other request. */
export function preflightReply(
  method: string,
  headers: IncomingHttpHeaders,
  { access, methods }: { readonly access: Access; readonly methods: readonly string[] },
): ControlReply | undefined {
  if (!isPreflight(method, headers)) return undefined;
  if (headers.origin !== undefined && access.isWelcome(headers.origin))
    return { status: 204, headers: preflightHeaders(headers, methods), body: '' };
  return problem(403, 'expected an Origin on this machine, got another one', {
    fix: 'Open the page from this machine; or start the store with --control-token and send that.',
  });
}
