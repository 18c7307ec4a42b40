/** What names this machine and cannot be reached from another. */

/** A host name or an address, IPv6 with brackets or without. */
export function isLoopbackName(host: string): boolean {
  const name = host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
  return name === 'localhost' || name.endsWith('.localhost') || isLoopbackAddress(name);
}

/** As sockets give it, IPv4 within IPv6 too. */
export function isLoopbackAddress(address: string | undefined): boolean {
  return address === '::1' || /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/.test(address ?? '');
}

/** Of `host[:port]`, as in the header Host; undefined for any other text. */
export function hostIn(authority: string): string | undefined {
  return /^(\[[^\]]*\]|[^:@/?#]+)(?::\d*)?$/.exec(authority)?.[1];
}

/** `host[:port]`, as in the header Host. */
export function namesLoopback(authority: string | undefined): boolean {
  const host = hostIn(authority ?? '');
  return host !== undefined && isLoopbackName(host);
}
