/** The credentials of a run, by security scheme. */
import { KitError } from '../../errors.ts';
import type { NamedSecret } from '../../shell/credential-text.ts';
import { type Contract, isSecured, type Operation, type SecurityScheme } from '../../spec/model/contract.ts';
import { type ConnectionSettings, connectionSecrets } from './connection-settings.ts';
import { validateCustomHeaders } from './custom-headers.ts';
import type { LearnedSecrets } from './learned-secrets.ts';
import { type CredentialRenewal, type LoginSettings, loginSecrets } from './login.ts';
import { createMatcher, findOperations } from './permitted-operations.ts';

export interface Credentials {
  /** For every bearer scheme, and for any other scheme that `byScheme` does not contain. */
  readonly token: string | undefined;
  /** By the name of the security scheme. */
  readonly byScheme: ReadonlyMap<string, string>;
  /** Undefined if no credentials of a second user are given. */
  readonly other?: OtherUser | undefined;
  /** Client certificate, trusted authorities and further headers of each request. */
  readonly connection?: ConnectionSettings | undefined;
  /** How to obtain further ones; undefined if all are given. */
  readonly login?: LoginSettings | undefined;
  /** Set when further ones were obtained: they change in place. */
  readonly renewal?: CredentialRenewal | undefined;
  /** Values of requests that are no credentials, and are masked too. */
  readonly alsoSecret?: readonly NamedSecret[] | undefined;
  /** Others that the run learns while it lasts. */
  readonly learned?: LearnedSecrets | undefined;
}

/** The same with secrets that are learned later. A token that is renewed stays the current one. */
export function withLearnedSecrets(credentials: Credentials, learned: LearnedSecrets | undefined): Credentials {
  return learned === undefined ? credentials : withAlso(credentials, { learned });
}

/** The same with other values that are masked too. */
export function withAlso(
  credentials: Credentials,
  { alsoSecret = credentials.alsoSecret, learned = credentials.learned }: Pick<Credentials, 'alsoSecret' | 'learned'>,
): Credentials {
  const { byScheme, other, connection, login, renewal } = credentials;
  return {
    get token() {
      return credentials.token;
    },
    ...{ byScheme, other, connection, login, renewal, alsoSecret, learned },
  };
}

/** A second user, who must not reach what belongs to the first one where the contract or the option says so. */
export interface OtherUser {
  /** By the name of the security scheme. */
  readonly byScheme: ReadonlyMap<string, string>;
  /** Patterns of the operations whose records are isolated, although the contract need not say so. */
  readonly isolated: readonly string[];
}

/** All that has to be masked: the secrets of both users, also those that were replaced, and others. */
export function allSecrets(credentials: Credentials): readonly string[] {
  const { token, byScheme, other, connection, login, renewal, alsoSecret = [], learned } = credentials;
  const current = [token, ...byScheme.values(), ...(other?.byScheme.values() ?? [])];
  const further = [
    ...(connection === undefined ? [] : connectionSecrets(connection)),
    ...(login === undefined ? [] : loginSecrets(login)),
    ...(renewal?.secrets() ?? []),
    ...alsoSecret.map(({ secret }) => secret),
    ...(learned?.secrets() ?? []),
  ];
  return [...current.filter((secret) => secret !== undefined), ...further];
}

/** The credentials of the second user alone. */
export function credentialsOfOther({ other, renewal }: Credentials): Credentials {
  return { token: undefined, byScheme: other?.byScheme ?? new Map(), renewal };
}

/** A client certificate belongs to the TLS connection, not to a request. */
export function isClientCertificate({ type }: SecurityScheme): boolean {
  return type === 'mutualTLS';
}

/** Whether a request without any credential satisfies no alternative. */
export function requiresCredential(operation: Operation): boolean {
  return isSecured(operation) && !operation.security.some(({ schemes }) => schemes.every(isClientCertificate));
}

export function credentialFor(scheme: SecurityScheme, { token, byScheme }: Credentials): string | undefined {
  return byScheme.get(scheme.name) ?? token;
}

/**
 * Rejects a credential for an unknown scheme, which is most likely a typing error, and one that no request can carry.
 * Throws `option-invalid`.
 */
export function validateCredentials(contract: Contract, credentials: Credentials): void {
  const { byScheme, other, connection } = credentials;
  validateCustomHeaders(contract, connection?.headers ?? []);
  validateByScheme(contract, byScheme);
  if (other === undefined) return;
  validateByScheme(contract, other.byScheme);
  const same = [...other.byScheme].find(([name, secret]) => (byScheme.get(name) ?? credentials.token) === secret);
  if (same !== undefined)
    throw new KitError(
      'option-invalid',
      `both users have the same credential for ${same[0]}: give that of another user`,
    );
}

/** Whether the user says that the records of an operation are isolated. */
export function isDeclaredIsolated({ other }: Credentials, operation: Operation): boolean {
  return (other?.isolated ?? []).some((pattern) => createMatcher(pattern)(operation));
}

/** Throws `option-invalid` for a pattern that names no operation of the whole contract. */
export function validateIsolated({ operations }: Pick<Contract, 'operations'>, { other }: Credentials): void {
  for (const pattern of other?.isolated ?? []) findOperations(pattern, operations, 'isolated');
}

function validateByScheme(contract: Contract, byScheme: Credentials['byScheme']): void {
  const names = contract.securitySchemes.map(({ name }) => name);
  const nonBasicSchemes = contract.securitySchemes.filter((scheme) => !isBasic(scheme));
  const unsendable = nonBasicSchemes.find(({ name }) => /[^\x20-\x7e]/.test(byScheme.get(name) ?? ''));
  if (unsendable !== undefined) {
    throw new KitError(
      'option-invalid',
      `the credential for ${unsendable.name}: expected only visible ASCII characters, because it is sent in a header`,
    );
  }
  const unknown = [...byScheme.keys()].find((name) => !names.includes(name) && !isParameterName(contract, name));
  if (unknown !== undefined) {
    throw new KitError(
      'option-invalid',
      `unknown security scheme ${unknown}; the document declares ${names.join(', ') || '(none)'}`,
    );
  }
}

/** A credential may be declared as a parameter. Names of headers are case-insensitive. */
function isParameterName({ operations }: Contract, name: string): boolean {
  return operations
    .flatMap(({ parameters, authorizationParameter }) => [
      ...parameters,
      ...(authorizationParameter === undefined ? [] : [authorizationParameter]),
    ])
    .some((parameter) =>
      parameter.in === 'header'
        ? parameter.name.toLowerCase() === name.toLowerCase()
        : parameter.in !== 'path' && parameter.name === name,
    );
}

export function isBasic({ type, scheme }: SecurityScheme): boolean {
  return type === 'http' && scheme === 'basic';
}

/** oauth2 and openIdConnect use bearer tokens too (RFC 6750). */
export function isBearer({ type, scheme }: SecurityScheme): boolean {
  return type === 'oauth2' || type === 'openIdConnect' || (type === 'http' && scheme === 'bearer');
}
