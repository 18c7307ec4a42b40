/** Where a Pact Broker is and how it is entered. Only the relay ever uses the credentials. */
import { KitError } from '../../../errors.ts';
import { createMask, type Mask } from '../../../secrets/masking.ts';
import type { HeadersForUrl } from '../file/pact-file.ts';
import { pathBelowBroker } from './link-rewriter.ts';

export interface BrokerAccess {
  /** http or https, with or without a base path, without a trailing slash. */
  readonly baseUrl: string;
  readonly credentials: BrokerCredentials | undefined;
  /** Milliseconds for each answer of the broker; 30 000 unless told. */
  readonly timeoutMs?: number | undefined;
  /** PEM certificates to trust for an https broker. */
  readonly ca?: string | undefined;
  /** Another `pact` binary than the one of @pact-foundation/pact-cli. */
  readonly binary?: string | undefined;
}

export type BrokerCredentials =
  | { readonly kind: 'bearer'; readonly token: string }
  | { readonly kind: 'basic'; readonly username: string; readonly password: string };

/** The base URL as given, checked. Throws `target-invalid` without repeating what it may hold. */
export function brokerUrl(given: string): string {
  const url = URL.parse(given);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new KitError('target-invalid', 'the broker is no http or https URL', {
      fix: 'Give one such as http://127.0.0.1:9292 with --broker or in PACT_BROKER_BASE_URL.',
    });
  if (url.username !== '' || url.password !== '')
    throw new KitError('target-invalid', 'the URL of the broker holds a user name or password', {
      fix: 'Give them in the environment: PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD.',
    });
  if (url.search !== '' || url.hash !== '')
    throw new KitError('target-invalid', 'the base URL of a broker has no query or fragment');
  return url.href.replace(/\/+$/, '');
}

/**
 * From the variables that the Pact tools know. A token and a user at once are refused: which of them counts would
 * differ between tools. Throws `option-invalid`.
 */
export function brokerCredentials(env: NodeJS.ProcessEnv): BrokerCredentials | undefined {
  const token = readVariable(env, 'PACT_BROKER_TOKEN');
  const username = readVariable(env, 'PACT_BROKER_USERNAME');
  const password = readVariable(env, 'PACT_BROKER_PASSWORD');
  if (token !== undefined && username !== undefined)
    throw new KitError('option-invalid', 'PACT_BROKER_TOKEN and PACT_BROKER_USERNAME are both set', {
      fix: 'Set the token, or the user name and the password.',
    });
  if (token !== undefined && /[^\t\x20-\x7e\x80-\xff]/.test(token))
    throw new KitError('option-invalid', 'PACT_BROKER_TOKEN holds a character which no header can carry');
  if (token !== undefined) return { kind: 'bearer', token };
  if (username !== undefined) return { kind: 'basic', username, password: password ?? '' };
  if (password === undefined) return undefined;
  throw new KitError('option-invalid', 'PACT_BROKER_PASSWORD is set, and PACT_BROKER_USERNAME is not');
}

function readVariable(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = env[name] ?? '';
  if (value === '') return undefined;
  if (!/[\r\n\0]/.test(value)) return value;
  throw new KitError('option-invalid', `${name} holds a line break, which no header can carry`);
}

/** The value of the header Authorization. */
export function authorization(credentials: BrokerCredentials): string {
  if (credentials.kind === 'bearer') return `Bearer ${credentials.token}`;
  const { username, password } = credentials;
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** For pacts that are named by their address at the broker of the environment; nothing else gets its credentials. */
export function brokerHeaders(env: NodeJS.ProcessEnv): HeadersForUrl {
  return ({ href }) => {
    const baseUrl = env['PACT_BROKER_BASE_URL'] ?? '';
    if (baseUrl === '' || pathBelowBroker(href, brokerUrl(baseUrl)) === undefined) return {};
    const credentials = brokerCredentials(env);
    return credentials === undefined ? {} : { authorization: authorization(credentials) };
  };
}

/** A user name is no secret, and one such as `pact` would be masked all over the text. */
export function maskOf({ credentials }: BrokerAccess): Mask {
  if (credentials === undefined) return (text) => text;
  if (credentials.kind === 'bearer') return createMask([credentials.token], '$PACT_BROKER_TOKEN');
  const { username, password } = credentials;
  return createMask([password, `${username}:${password}`], '$PACT_BROKER_PASSWORD');
}
