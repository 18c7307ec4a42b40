/** What is said of an implementation, checked at the door: where it is, and what opens it. */
import { KitError } from '../../errors.ts';
import type { SpecSource } from '../../spec/loading/spec-source.ts';
import {
  booleanOption,
  documentOption,
  type OptionType,
  recordOption,
  requiredOption,
  stringOption,
  urlOption,
} from '../../spec/options/option-validation.ts';
import type { Credentials } from './credentials.ts';

/** An http(s) URL without a trailing slash. Refuses credentials in it, which would end up in reports. */
export function parseBaseUrl(urlText: string): string {
  const url = URL.parse(urlText);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new KitError('target-invalid', JSON.stringify(urlText.replace(/^.*@/s, '***@')));
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
export function parseToken(token: string, source: string): string {
  return rejectUnsendable(token, source, /^[\x20-\x7e]+$/);
}

/**
 * The credential of one scheme. What is sent in Base64 may have more letters than a header can carry: which that is, the
 * document says.
 */
export function parseCredential(secret: string, source: string): string {
  return rejectUnsendable(secret, source, /^\P{Cc}+$/u);
}

/** Sent all the same it would fail in every request, and the implementation would be blamed. */
function rejectUnsendable(secret: string, source: string, allowedCharacters: RegExp): string {
  if (allowedCharacters.test(secret) && secret.trim() === secret) return secret;
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

export const targetOptionKinds: Readonly<Record<keyof TargetOptions, OptionType>> = {
  baseUrl: requiredOption(urlOption),
  spec: documentOption,
  token: stringOption,
  auth: recordOption(stringOption),
  strict: booleanOption,
};

/** Throws `option-invalid` for what no header can carry, and does not repeat it. */
export function readCredentials({ token, auth = {} }: Pick<TargetOptions, 'token' | 'auth'>): Credentials {
  const byScheme = Object.entries(auth).map(
    ([name, secret]) => [name, parseCredential(secret, `auth ${name}`)] as const,
  );
  return {
    token: token === undefined || token === '' ? undefined : parseToken(token, 'token'),
    byScheme: new Map(byScheme),
  };
}
