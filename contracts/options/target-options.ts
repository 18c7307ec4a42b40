/** Validates the options that describe an implementation: its URL and its credentials. */
import { KitError } from '../../errors.ts';
import type { SpecSource } from '../../spec/loading/spec-source.ts';
import {
  booleanOption,
  checkOptions,
  documentOption,
  listOption,
  type OptionType,
  objectOption,
  recordOption,
  requiredOption,
  stringOption,
  urlOption,
} from '../../spec/options/option-validation.ts';
import type { ConnectionSettings } from './connection-settings.ts';
import type { Credentials, OtherUser } from './credentials.ts';
import { parseCustomHeader } from './custom-headers.ts';
import { hasLogin, type LoginSettings } from './login.ts';
import { parseTokenUrl, validateLogin } from './login-validation.ts';
import { parseProxyUrl } from './proxy-settings.ts';
import { readTls, type TlsOptions } from './tls-settings.ts';

/** An http(s) URL without a trailing slash. Rejects credentials in the URL, which would appear in reports. */
export function parseBaseUrl(urlText: string): string {
  const url = URL.parse(urlText);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new KitError('target-invalid', JSON.stringify(urlText.replace(/^.*@/s, '***@')));
  if (url.username !== '' || url.password !== '') {
    throw new KitError(
      'target-invalid',
      'the URL contains a user name or password; pass credentials separately, as token or auth',
    );
  }
  if (url.search !== '' || url.hash !== '')
    throw new KitError('target-invalid', `${url.origin}${url.pathname}: a base URL must not have a query or fragment`);
  return url.href.replace(/\/+$/, '');
}

/** A bearer token; `source` says where it was given. The value never appears in a message. */
export function parseToken(token: string, source: string): string {
  return rejectUnsendable(token, source, /^[\x20-\x7e]+$/);
}

/**
 * The credential of one scheme. A basic credential is sent in Base64, so characters outside ASCII are allowed here;
 * `validateCredentials`, which knows the document, rejects them for other schemes.
 */
export function parseCredential(secret: string, source: string): string {
  return rejectUnsendable(secret, source, /^\P{Cc}+$/u);
}

/** An unsendable credential would fail in every request, and the failures would be reported as false positives. */
function rejectUnsendable(secret: string, source: string, allowedCharacters: RegExp): string {
  if (allowedCharacters.test(secret) && secret.trim() === secret) return secret;
  throw new KitError(
    'option-invalid',
    `${source}: expected only visible ASCII characters, because it is sent in a header`,
  );
}

/** How to obtain tokens: from the token endpoint of the document, or from a command. */
export interface LoginOptions {
  /** For client credentials; also for a user, where the client has to authenticate. */
  readonly clientId?: string | undefined;
  /** Of the client. */
  readonly clientSecret?: string | undefined;
  /** For the password flow, and for basic authentication. */
  readonly username?: string | undefined;
  /** Of the user. */
  readonly password?: string | undefined;
  /** In place of the `tokenUrl` of the document. */
  readonly tokenUrl?: string | undefined;
  /** A shell command in place of all others: the first line of its output is the credential. */
  readonly command?: string | undefined;
}

/** Options that describe an implementation, for the API; named as in the CLI. */
export interface TargetOptions {
  /** http or https, including a base path. */
  readonly baseUrl: string | URL;
  /** The contract: the path or URL of an OpenAPI 3.0 or 3.1 document, or the document as an object. Default: the home contract. */
  readonly spec?: SpecSource | undefined;
  /**
   * The bearer token, also used for every other scheme that `auth` does not contain. Environment variables are not
   * read.
   */
  readonly token?: string | undefined;
  /** Credentials by the name of the security scheme; for basic `user:password`. */
  readonly auth?: Readonly<Record<string, string>> | undefined;
  /** Obtains tokens, in place of `token`. */
  readonly login?: LoginOptions | undefined;
  /** Added to each request, by name. Values of names such as `X-Api-Key` are masked. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The paths of PEM files: a client certificate with its key, and authorities to trust. */
  readonly tls?: TlsOptions | undefined;
  /** The URL of a proxy for all requests. */
  readonly proxy?: string | undefined;
  /** Warnings fail the run too. */
  readonly strict?: boolean | undefined;
}

export const targetOptionKinds: Readonly<Record<keyof TargetOptions, OptionType>> = {
  baseUrl: requiredOption(urlOption),
  spec: documentOption,
  token: stringOption,
  auth: recordOption(stringOption),
  login: recordOption(stringOption),
  headers: recordOption(stringOption),
  tls: objectOption,
  proxy: stringOption,
  strict: booleanOption,
};

/** Options that describe a second user, for the API; named as in the CLI. */
export interface OtherUserOptions {
  /** Credentials of a second user, without special rights, by the name of the security scheme. */
  readonly authOther?: Readonly<Record<string, string>> | undefined;
  /** Operations whose records the second user must not reach, written as for `include`. */
  readonly isolated?: readonly string[] | undefined;
}

export const otherUserOptionKinds: Readonly<Record<keyof OtherUserOptions, OptionType>> = {
  authOther: recordOption(stringOption),
  isolated: listOption(stringOption),
};

/** Throws `option-invalid` for a value that no header can carry; the message does not contain it. */
export function readCredentials({
  token,
  auth = {},
  login,
  headers,
  tls,
  proxy,
  authOther = {},
  isolated = [],
}: Pick<TargetOptions, 'token' | 'auth' | 'login' | 'headers' | 'tls' | 'proxy'> & OtherUserOptions): Credentials {
  const byScheme = parseAll(auth, 'auth');
  const other = createOtherUser(parseAll(authOther, 'authOther'), isolated, ['isolated', 'authOther']);
  return {
    token: token === undefined || token === '' ? undefined : parseToken(token, 'token'),
    byScheme,
    ...(other && { other }),
    ...(login && { login: readLogin(login) }),
    ...((headers || tls || proxy) && { connection: readConnection({ headers, tls, proxy }) }),
  };
}

const loginOptionKinds: Readonly<Record<keyof LoginOptions, OptionType>> = {
  clientId: stringOption,
  clientSecret: stringOption,
  username: stringOption,
  password: stringOption,
  tokenUrl: stringOption,
  command: stringOption,
};

/** Throws `option-invalid`. */
function readLogin({ tokenUrl, ...user }: LoginOptions): LoginSettings {
  checkOptions({ tokenUrl, ...user }, loginOptionKinds);
  const names = {
    clientId: 'login.clientId',
    clientSecret: 'login.clientSecret',
    username: 'login.username',
    password: 'login.password',
  } as const;
  validateLogin(user, names);
  if (!hasLogin(user)) throw new KitError('option-invalid', 'login: expected clientId, username or command');
  return { user, otherUser: {}, tokenUrl: tokenUrl && parseTokenUrl(tokenUrl, 'login.tokenUrl') };
}

/** Throws `option-invalid`. */
function readConnection({
  headers = {},
  tls,
  proxy,
}: Pick<TargetOptions, 'headers' | 'tls' | 'proxy'>): ConnectionSettings {
  if (tls !== undefined) checkOptions(tls, tlsOptionKinds);
  return {
    headers: Object.entries(headers).map(([name, value]) => parseCustomHeader(`${name}: ${value}`, 'headers')),
    tls: tls && readTls(tls, 'tls.'),
    proxy: proxy === undefined ? undefined : { given: parseProxyUrl(proxy, 'proxy') },
  };
}

const tlsOptionKinds: Readonly<Record<keyof TlsOptions, OptionType>> = {
  cert: stringOption,
  key: stringOption,
  ca: stringOption,
  passphrase: stringOption,
  insecure: booleanOption,
};

function parseAll(given: Readonly<Record<string, string>>, option: string): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(given).map(([name, secret]) => [name, parseCredential(secret, `${option} ${name}`)] as const),
  );
}

/** Undefined without credentials. Throws `option-invalid` if only the operations are given. */
export function createOtherUser(
  byScheme: ReadonlyMap<string, string>,
  isolated: readonly string[],
  [isolatedOption, authOption]: readonly [string, string],
): OtherUser | undefined {
  if (byScheme.size > 0) return { byScheme, isolated };
  if (isolated.length === 0) return undefined;
  throw new KitError('option-invalid', `${isolatedOption} has no effect without ${authOption}`, {
    fix: `Give the credentials of a second user with ${authOption}, or leave out ${isolatedOption}.`,
  });
}
