/** Checks the header section of a request for errors that Node accepts and HTTP forbids. */
import type { IncomingMessage } from 'node:http';
import { memoizeString } from '../../spec/memoize.ts';
import { type AllowedHosts, EXPECTED_HOSTS } from '../http/allowed-hosts.ts';
import { HttpError, quoteText } from '../http/http-error.ts';
import { targetAuthority } from '../http/request-target.ts';
import { unsupportedVersion } from './client-errors.ts';

/** Undefined for a supported version with exactly one Host (RFC 9112, section 3.2); HTTP/1.0 may omit it. */
export function requestHeadError({ httpVersion, rawHeaders }: IncomingMessage): HttpError | undefined {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return unsupportedVersion();
  const hosts = countHostHeaders(rawHeaders);
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return undefined;
  return hostMalformed(`exactly one, got ${hosts}`);
}

/** Undefined if Host, where present, has valid syntax; does not check which host it names. */
export function hostNameError({ headers: { host = '' } }: IncomingMessage): HttpError | undefined {
  return isHost(host) ? undefined : hostMalformed('a host name or address, got an invalid value');
}

/**
 * Undefined if the request is for this mock (RFC 9110, section 7.4): Host and the authority of an absolute target both
 * name it. Browsers always send a host; only HTTP/1.0 clients omit it.
 */
export function hostAccessError(
  { url = '', headers: { host = '' } }: IncomingMessage,
  { allowsAuthority }: AllowedHosts,
): HttpError | undefined {
  const isUnknown = (one: string | undefined) => one !== undefined && one !== '' && !allowsAuthority(one);
  const authority = targetAuthority(url);
  if (!isUnknown(host) && !isUnknown(authority)) return undefined;
  const unknown = isUnknown(host) ? host : (authority ?? '');
  // There may be a password before the last @.
  const got = quoteText(unknown.replace(/^.*@/s, ''));
  return new HttpError('host-unknown', `header.Host: expected ${EXPECTED_HOSTS}, got ${got}`);
}

/**
 * A service worker would control the whole origin, including the console, and would remain registered after the mock
 * has ended.
 */
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

/**
 * RFC 3986, sections 3.2.2 and 3.2.3, with a zone as Node sends it (RFC 6874). Empty if the target has no authority.
 */
const isHost = memoizeString((text) => /^(?:\[[\da-f:.]+(?:%[\w.~%-]+)?\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/i.test(text));

function hostMalformed(expected: string): HttpError {
  return new HttpError('host-malformed', `header.Host: expected ${expected}`);
}
