/** The address and credentials of a Pact Broker. Only the proxy uses the credentials. */
import { KitError } from '../../../errors.ts';
import { createMask, type Mask } from '../../../secrets/masking.ts';
import type { HeadersForUrl } from '../file/pact-file.ts';
import { pathBelowBroker } from './link-rewriter.ts';

export interface BrokerAccess {
  /** An http or https URL, with or without a base path, without a trailing slash. */
  readonly baseUrl: string;
  readonly credentials: BrokerCredentials | undefined;
  /** Milliseconds for each response of the broker; default 30,000. */
  readonly timeoutMs?: number | undefined;
  /** PEM certificates to trust for an https broker. */
  readonly ca?: string | undefined;
  /** A `pact` binary to use instead of the one from @pact-foundation/pact-cli. */
  readonly binary?: string | undefined;
}

export type BrokerCredentials =
  | { readonly kind: 'bearer'; readonly token: string }
  | { readonly kind: 'basic'; readonly username: string; readonly password: string };

/** Validates the base URL. Throws `target-invalid` without repeating the URL, which may contain credentials. */
export function brokerUrl(baseUrl: string): string {
  const url = URL.parse(baseUrl);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new KitError('target-invalid', 'the broker URL is not an http or https URL', {
      fix: 'Set it with --broker or PACT_BROKER_BASE_URL, for example to http://127.0.0.1:9292.',
    });
  if (url.username !== '' || url.password !== '')
    throw new KitError('target-invalid', 'the broker URL contains a user name or password', {
      fix: 'Set PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD, instead.',
    });
  if (url.search !== '' || url.hash !== '')
    throw new KitError('target-invalid', 'the base URL of a broker must not have a query or fragment');
  return url.href.replace(/\/+$/, '');
}

/**
 * Reads the environment variables of the Pact tools. A token together with a user name is rejected, because tools
 * differ in which of them they use. Throws `option-invalid`.
 */
export function brokerCredentials(env: NodeJS.ProcessEnv): BrokerCredentials | undefined {
  const token = readVariable(env, 'PACT_BROKER_TOKEN');
  const username = readVariable(env, 'PACT_BROKER_USERNAME');
  const password = readVariable(env, 'PACT_BROKER_PASSWORD');
  if (token !== undefined && username !== undefined)
    throw new KitError('option-invalid', 'PACT_BROKER_TOKEN and PACT_BROKER_USERNAME are both set', {
      fix: 'Set either the token, or the user name and the password.',
    });
  if (token !== undefined && /[^\t\x20-\x7e\x80-\xff]/.test(token))
    throw new KitError('option-invalid', 'PACT_BROKER_TOKEN contains a character that is not allowed in a header');
  if (token !== undefined) return { kind: 'bearer', token };
  if (username !== undefined) return { kind: 'basic', username, password: password ?? '' };
  if (password === undefined) return undefined;
  throw new KitError('option-invalid', 'PACT_BROKER_PASSWORD is set without PACT_BROKER_USERNAME');
}

function readVariable(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = env[name] ?? '';
  if (value === '') return undefined;
  if (!/[\r\n\0]/.test(value)) return value;
  throw new KitError('option-invalid', `${name} contains a line break, which is not allowed in a header`);
}

/** The value of the Authorization header. */
export function authorization(credentials: BrokerCredentials): string {
  if (credentials.kind === 'bearer') return `Bearer ${credentials.token}`;
  const { username, password } = credentials;
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/**
 * The headers for pacts given by their URL at the broker of the environment; other servers do not get its credentials.
 */
export function brokerHeaders(env: NodeJS.ProcessEnv): HeadersForUrl {
  return ({ href }) => {
    const baseUrl = env['PACT_BROKER_BASE_URL'] ?? '';
    if (baseUrl === '' || pathBelowBroker(href, brokerUrl(baseUrl)) === undefined) return {};
    const credentials = brokerCredentials(env);
    return credentials === undefined ? {} : { authorization: authorization(credentials) };
  };
}

/** A user name is not secret, and a name such as `pact` would be masked everywhere in the text. */
export function maskOf({ credentials }: BrokerAccess): Mask {
  if (credentials === undefined) return (text) => text;
  if (credentials.kind === 'bearer') return createMask([credentials.token], '$PACT_BROKER_TOKEN');
  const { username, password } = credentials;
  return createMask([password, `${username}:${password}`], '$PACT_BROKER_PASSWORD');
}
