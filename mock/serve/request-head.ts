/** What Node reads of a request's head and HTTP does not allow. */
import type { IncomingMessage } from 'node:http';
import { type AllowedHosts, EXPECTED_HOSTS } from '../http/allowed-hosts.ts';
import { quoted, Refusal } from '../http/refusals.ts';
import { authorityIn } from '../http/target.ts';
import { unknownVersion } from './client-error.ts';

/** Undefined for a version that is spoken here, with one Host (RFC 9112, 3.2); HTTP/1.0 may have none. */
export function headFault({ httpVersion, rawHeaders }: IncomingMessage): Refusal | undefined {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return unknownVersion();
  const hosts = hostsIn(rawHeaders);
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return undefined;
  return hostFault(`exactly one, got ${hosts}`);
}

/** Undefined where Host, if there is one, can be a host; whether it is this one is not asked. */
export function hostNameFault({ headers: { host = '' } }: IncomingMessage): Refusal | undefined {
  return isHost(host) ? undefined : hostFault('the name or the address of a host, got another text');
}

/**
 * Undefined where the request is for this mock (RFC 9110, 7.4): Host and the authority of an absolute target both name it.
 * Browsers always name a host; without one a client speaks HTTP/1.0.
 */
export function hostAccessFault(
  { url = '', headers: { host = '' } }: IncomingMessage,
  { allowsAuthority }: AllowedHosts,
): Refusal | undefined {
  const unknown = [host, authorityIn(url) ?? ''].find((one) => one !== '' && !allowsAuthority(one));
  if (unknown === undefined) return undefined;
  // Before the last @ there may be a password.
  const got = quoted(unknown.replace(/^.*@/s, ''));
  return new Refusal('host-unknown', `header.Host: expected ${EXPECTED_HOSTS}, got ${got}`);
}

/** It would stand between the browser and all of the origin, the console too, and stay there after the mock has ended. */
export function serviceWorkerFault({ headers }: IncomingMessage): Refusal | undefined {
  if (headers['service-worker'] === undefined) return undefined;
  return new Refusal(
    'service-worker',
    'header.Service-Worker: expected none (responses cannot be service workers), got one',
  );
}

function hostsIn(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') count += 1;
  return count;
}

/** RFC 3986, 3.2.2 and 3.2.3, with a zone as Node sends it (RFC 6874). Empty where the target has no authority. */
function isHost(text: string): boolean {
  return /^(?:\[[\da-f:.]+(?:%[\w.~%-]+)?\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/i.test(text);
}

function hostFault(expected: string): Refusal {
  return new Refusal('host-malformed', `header.Host: expected ${expected}`);
}
