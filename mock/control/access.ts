/** Who may use the control API: this machine's own programs and pages, or whoever has the control token. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { KitError } from '../../errors.ts';
import { isLoopbackAddress, isLoopbackName, isLoopbackOrigin, namesLoopback } from './loopback.ts';
import { type ControlReply, problem } from './reply.ts';

export interface Access {
  /** Why not; `undefined` for the welcome. */
  readonly refuse: (request: IncomingMessage) => ControlReply | undefined;
  /** Whether pages of this origin may read the answers. */
  readonly isWelcome: (origin: string) => boolean;
}

/**
 * The control token of a store that listens on `host`: the one given, else a random one where others can reach it.
 * Undefined where none is asked for. Throws `option-invalid`.
 */
export function controlTokenFor(host: string, given: string | undefined): string | undefined {
  if (given === undefined) return isLoopbackName(host) ? undefined : randomBytes(24).toString('base64url');
  if (/^[\x21-\x7e]+$/.test(given)) return given;
  throw new KitError(
    'option-invalid',
    'control token: expected visible ASCII characters without spaces, at least one',
  );
}

/** With a token, that alone decides: pages cannot send it unless somebody gave it to them. */
export function createAccess(token: string | undefined): Access {
  return token === undefined
    ? { refuse: refuseStrangers, isWelcome: isLoopbackOrigin }
    : { refuse: createTokenCheck(token), isWelcome: () => true };
}

function createTokenCheck(token: string): Access['refuse'] {
  const expected = digest(token);
  return ({ headers: { authorization } }) => {
    const [, received] = /^bearer +(\S+) *$/i.exec(authorization ?? '') ?? [];
    if (received !== undefined && timingSafeEqual(digest(received), expected)) return undefined;
    const got = authorization === undefined ? 'no Authorization' : 'another Authorization';
    return problem(401, `expected the control token of this store, got ${got}`, {
      fix: 'Send "Authorization: Bearer <control token>": the one given with --control-token, else the one told at the start.',
      headers: { 'WWW-Authenticate': 'Bearer realm="store control"' },
    });
  };
}

/** Of equal length, so that the time taken says nothing about the token. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

const ASK_LOOPBACK =
  'Call it from the machine it runs on, as localhost or 127.0.0.1; or start the store with --control-token.';

/**
 * A page of the web that the developer has open is the stranger to fear: it may have its own name point to this machine
 * (DNS rebinding), or send a form here.
 */
function refuseStrangers({ headers, socket, url = '/', method }: IncomingMessage): ControlReply | undefined {
  const forbid = (expected: string, got: string) =>
    problem(403, `expected ${expected}, got ${got}`, { fix: ASK_LOOPBACK });
  if (!isLoopbackAddress(socket.remoteAddress)) return forbid('a caller on this machine', 'another one');
  const [, authority = headers.host] = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(url) ?? [];
  if (!namesLoopback(headers.host) || !namesLoopback(authority))
    return forbid('a Host that names this machine (localhost, 127.0.0.1, [::1])', 'another one');
  if (headers.origin !== undefined)
    return isLoopbackOrigin(headers.origin) ? undefined : forbid('an Origin on this machine', 'another one');
  const isOpened = headers['sec-fetch-mode'] === 'navigate' && (method === 'GET' || method === 'HEAD');
  const isForeign = headers['sec-fetch-site'] === 'cross-site' && !isOpened;
  return isForeign ? forbid('a page of this machine', 'one of another site') : undefined;
}
