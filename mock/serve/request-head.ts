/** What Node reads of a request's head and HTTP does not allow. */
import type { IncomingMessage } from 'node:http';
import { type AllowedHosts, EXPECTED_HOSTS } from '../http/allowed-hosts.ts';
import { HttpError, quoteText } from '../http/http-error.ts';
import { targetAuthority } from '../http/request-target.ts';
import { unsupportedVersion } from './client-errors.ts';

/** Undefined for a version that is spoken here, with one Host (RFC 9112, 3.2); HTTP/1.0 may have none. */
export function requestHeadError({ httpVersion, rawHeaders }: IncomingMessage): HttpError | undefined {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return unsupportedVersion();
  const hosts = countHostHeaders(rawHeaders);
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return undefined;
  return hostMalformed(`exactly one, got ${hosts}`);
}

/** Undefined where Host, if there is one, can be a host; whether it is this one is not asked. */
export function hostNameError({ headers: { host = '' } }: IncomingMessage): HttpError | undefined {
  return isHost(host) ? undefined : hostMalformed('the name or the address of a host, got another text');
}

/**
 * Undefined where the request is for this mock (RFC 9110, 7.4): Host and the authority of an absolute target both name it.
 * Browsers always name a host; without one a client speaks HTTP/1.0.
 */
export function hostAccessError(
  { url = '', headers: { host = '' } }: IncomingMessage,
  { allowsAuthority }: AllowedHosts,
): HttpError | undefined {
  const unknown = [host, targetAuthority(url) ?? ''].find((one) => one !== '' && !allowsAuthority(one));
  if (unknown === undefined) return undefined;
  // Before the last @ there may be a password.
  const got = quoteText(unknown.replace(/^.*@/s, ''));
  return new HttpError('host-unknown', `header.Host: expected ${EXPECTED_HOSTS}, got ${got}`);
}

/** It would stand between the browser and all of the origin, the console too, and stay there after the mock has ended. */
export function serviceWorkerError({ headers }: IncomingMessage): HttpError | undefined {
  if (headers['service-worker'] === undefined) return undefined;
  return new HttpError(
    'service-worker',
    'header.Service-Worker: expected none (responses cannot be service workers), got one',
  );
}

function countHostHeaders(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') count += 1;
  return count;
}

/** RFC 3986, 3.2.2 and 3.2.3, with a zone as Node sends it (RFC 6874). Empty where the target has no authority. */
function isHost(text: string): boolean {
  return /^(?:\[[\da-f:.]+(?:%[\w.~%-]+)?\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/i.test(text);
}

function hostMalformed(expected: string): HttpError {
  return new HttpError('host-malformed', `header.Host: expected ${expected}`);
}
