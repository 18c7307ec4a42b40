/** What is said of an implementation, checked at the door: where it is, and what opens it. */
import { KitError } from '../../errors.ts';

/** An http(s) URL without a trailing slash. Refuses credentials in it, which would end up in reports. */
export function baseUrl(given: string): string {
  const url = URL.parse(given);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new KitError('target-invalid', JSON.stringify(given.replace(/^.*@/s, '***@')));
  if (url.username !== '' || url.password !== '') {
    throw new KitError(
      'target-invalid',
      'the URL holds a user name or password; give credentials apart, as token or auth',
    );
  }
  if (url.search !== '' || url.hash !== '')
    throw new KitError('target-invalid', `${url.origin}${url.pathname}: a base URL has no query or fragment`);
  return url.href.replace(/\/+$/, '');
}

/** A bearer token; `source` says where it was given. The value is never repeated in a message. */
export function sendableToken(token: string, source: string): string {
  return sendable(token, source, /^[\x20-\x7e]+$/);
}

/**
 * The credential of one scheme. What is sent in Base64 may have more letters than a header can carry: which that is, the
 * document says.
 */
export function sendableSecret(secret: string, source: string): string {
  return sendable(secret, source, /^\P{Cc}+$/u);
}

/** Sent all the same it would fail in every request, and the implementation would be blamed. */
function sendable(secret: string, source: string, letters: RegExp): string {
  if (letters.test(secret) && secret.trim() === secret) return secret;
  throw new KitError(
    'option-invalid',
    `${source}: expected visible ASCII characters, which is what a header can carry`,
  );
}
