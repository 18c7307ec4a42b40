/**
 * The host names that requests to a mock may use, the origins of pages that may read its responses, and the names of
 * this machine. A web page can point its own name to this machine (DNS rebinding) and is then same-origin with the
 * mock: only the host name reveals it.
 */
import { KitError } from '../../errors.ts';

/** Completes "expected" in error messages. */
export const EXPECTED_HOSTS = 'localhost, 127.0.0.1, [::1] or a host of --allow-host';

export interface AllowedHosts {
  /** `host[:port]`, as in the header Host. */
  readonly allowsAuthority: (authority: string) => boolean;
  /** As in the header Origin. */
  readonly allowsOrigin: (origin: string) => boolean;
}

/**
 * On an address that other machines can reach, the names of the mock are unknown: all are allowed unless some are
 * configured. Throws `option-invalid`.
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
    // Any scheme is allowed: apps have origins such as tauri://localhost. The origin "null" has no scheme.
    allowsOrigin: (origin) => {
      const [, authority] = /^[a-z][a-z0-9+.-]*:\/\/(.+)$/i.exec(origin) ?? [];
      return authority !== undefined && allowsAuthority(authority);
    },
  };
}

/** Nearly all requests of a client have the same host. */
function memoizeLast(test: (text: string) => boolean): (text: string) => boolean {
  let last = { text: '', isAllowed: test('') };
  return (text) => {
    if (text !== last.text) last = { text, isAllowed: test(text) };
    return last.isAllowed;
  };
}

/** Whether a name is one of this machine, or of `names`. Throws `option-invalid`. */
export function createHostPredicate(names: readonly string[]): (host: string) => boolean {
  const allowedHosts = names.map(parseAllowedHost);
  const exact = new Set(allowedHosts.filter((name) => !name.startsWith('*')));
  const endings = allowedHosts.filter((name) => name.startsWith('*')).map((name) => name.slice(1));
  return (host) => {
    if (isLoopbackName(host)) return true;
    const name = normalizeHost(host);
    return exact.has(name) || endings.some((ending) => name.endsWith(ending));
  };
}

/** `shop.test`, `*.shop.test` for all names below it, or an address; a port is ignored. */
function parseAllowedHost(text: string): string {
  const host = hostOfAuthority(text);
  if (host !== undefined && /^(?:(?:\*\.)?[\w-]+(?:\.[\w-]+)*\.?|\[[\da-f:.]+\])$/i.test(host))
    return normalizeHost(host);
  throw new KitError(
    'option-invalid',
    `allowed host ${JSON.stringify(text)}: expected a host name such as shop.test or *.shop.test, or an IP address`,
    { fix: 'Give only the host, without scheme and path. Put an IPv6 address in brackets.' },
  );
}

function normalizeHost(host: string): string {
  return host.toLowerCase().replace(/\.$/, '');
}

/**
 * Whether a host name or an address (IPv6 with or without brackets) is loopback: it names this machine and other
 * machines cannot reach it.
 */
export function isLoopbackName(host: string): boolean {
  const name = host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
  return name === 'localhost' || name.endsWith('.localhost') || isLoopbackAddress(name);
}

/** The same for an address as sockets report it, including IPv4-mapped IPv6. */
export function isLoopbackAddress(address: string | undefined): boolean {
  return address === '::1' || /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/.test(address ?? '');
}

/** The host of `host[:port]`, as in the header Host; undefined for any other text. */
function hostOfAuthority(authority: string): string | undefined {
  return /^(\[[^\]]*\]|[^:@/?#]+)(?::\d*)?$/.exec(authority)?.[1];
}

/** Whether the host of `host[:port]`, as in the header Host, is loopback. */
export function isLoopbackAuthority(authority: string | undefined): boolean {
  const host = hostOfAuthority(authority ?? '');
  return host !== undefined && isLoopbackName(host);
}
