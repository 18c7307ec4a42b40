/**
 * The hosts that a mock is called by, those of the pages that may read what it sends, and the names of this machine. A page
 * of the web can have its own name point to this machine (DNS rebinding), and is then of the same origin as the mock: only
 * the name gives it away.
 */
import { KitError } from '../../errors.ts';

/** Completes "expected", for those who are refused. */
export const EXPECTED_HOSTS = 'localhost, 127.0.0.1, [::1] or a host of --allow-host';

export interface AllowedHosts {
  /** `host[:port]`, as in the header Host. */
  readonly allowsAuthority: (authority: string) => boolean;
  /** As in the header Origin. */
  readonly allowsOrigin: (origin: string) => boolean;
}

/**
 * On an address that others can reach, the names of the mock are not known: all are allowed there unless some are given.
 * Throws `option-invalid`.
 */
export function createAllowedHosts(listenHost: string, names: readonly string[]): AllowedHosts {
  const isAllowed = createHostPredicate(names);
  if (names.length === 0 && !isLoopbackName(listenHost))
    return { allowsAuthority: () => true, allowsOrigin: () => true };
  const allowsAuthority = memoizeLast((authority) => {
    const host = hostOfAuthority(authority);
    return host !== undefined && isAllowed(host);
  });
  return {
    allowsAuthority,
    // Of any scheme: apps have origins such as tauri://localhost. The origin "null" has none.
    allowsOrigin: (origin) => {
      const [, authority] = /^[a-z][a-z0-9+.-]*:\/\/(.+)$/i.exec(origin) ?? [];
      return authority !== undefined && allowsAuthority(authority);
    },
  };
}

/** Nearly all requests of a client name the same host. */
function memoizeLast(test: (text: string) => boolean): (text: string) => boolean {
  let last = { text: '', isAllowed: test('') };
  return (text) => {
    if (text !== last.text) last = { text, isAllowed: test(text) };
    return last.isAllowed;
  };
}

function createHostPredicate(names: readonly string[]): (host: string) => boolean {
  const allowedHosts = names.map(parseAllowedHost);
  const exact = new Set(allowedHosts.filter((name) => !name.startsWith('*')));
  const endings = allowedHosts.filter((name) => name.startsWith('*')).map((name) => name.slice(1));
  return (host) => {
    if (isLoopbackName(host)) return true;
    const name = normalizeHost(host);
    return exact.has(name) || endings.some((ending) => name.endsWith(ending));
  };
}

/** `shop.test`, `*.shop.test` for all names below it, an address; a port counts for nothing. */
function parseAllowedHost(given: string): string {
  const host = hostOfAuthority(given);
  if (host !== undefined && /^(?:(?:\*\.)?[\w-]+(?:\.[\w-]+)*\.?|\[[\da-f:.]+\])$/i.test(host))
    return normalizeHost(host);
  throw new KitError(
    'option-invalid',
    `allowed host ${JSON.stringify(given)}: expected a host name such as shop.test or *.shop.test, or an IP address`,
    { fix: 'Give the host alone, without scheme and path; an IPv6 address in brackets.' },
  );
}

function normalizeHost(host: string): string {
  return host.toLowerCase().replace(/\.$/, '');
}

/**
 * Whether a host name or an address, IPv6 with brackets or without, names this machine and cannot be reached from another.
 */
export function isLoopbackName(host: string): boolean {
  const name = host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
  return name === 'localhost' || name.endsWith('.localhost') || isLoopbackAddress(name);
}

/** The same of an address as sockets give it, IPv4 within IPv6 too. */
export function isLoopbackAddress(address: string | undefined): boolean {
  return address === '::1' || /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/.test(address ?? '');
}

/** Of `host[:port]`, as in the header Host; undefined for any other text. */
function hostOfAuthority(authority: string): string | undefined {
  return /^(\[[^\]]*\]|[^:@/?#]+)(?::\d*)?$/.exec(authority)?.[1];
}

/** The same of `host[:port]`, as in the header Host. */
export function isLoopbackAuthority(authority: string | undefined): boolean {
  const host = hostOfAuthority(authority ?? '');
  return host !== undefined && isLoopbackName(host);
}
