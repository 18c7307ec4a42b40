/** What is said of an implementation, checked at the door: where it is, and what opens it. */
import { KitError } from '../../errors.ts';
import type { SpecSource } from '../../spec/loading/given.ts';
import {
  address,
  document,
  flag,
  type Kind,
  namesTo,
  needed,
  text,
} from '../../spec/options/option-kinds.ts';
import type { Credentials } from './credentials.ts';

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

/** What imports are told of an implementation, in the words of the commands: where it is, and what opens it. */
export interface TargetOptions {
  /** http or https; a base path included. */
  readonly baseUrl: string | URL;
  /** The contract: the path or URL of an OpenAPI 3.0 or 3.1 document, or the document as an object. The Plant Store unless given. */
  readonly spec?: SpecSource | undefined;
  /** The bearer token, and the credential of every other scheme that has none of its own. No environment variable is read. */
  readonly token?: string | undefined;
  /** The credential of a security scheme, by its name; for basic `user:password`. */
  readonly auth?: Readonly<Record<string, string>> | undefined;
  /** Advice fails too. */
  readonly strict?: boolean | undefined;
}

export const targetKinds: Readonly<Record<keyof TargetOptions, Kind>> = {
  baseUrl: needed(address),
  spec: document,
  token: text,
  auth: namesTo(text),
  strict: flag,
};

/** Throws `option-invalid` for what no header can carry, and does not repeat it. */
export function credentialsOf({ token, auth = {} }: Pick<TargetOptions, 'token' | 'auth'>): Credentials {
  const byScheme = Object.entries(auth).map(
    ([name, secret]) => [name, sendableSecret(secret, `auth ${name}`)] as const,
  );
  return {
    token: token === undefined || token === '' ? undefined : sendableToken(token, 'token'),
    byScheme: new Map(byScheme),
  };
}
