/** The credentials of a run, by security scheme. */
import { KitError } from '../../errors.ts';
import { type Contract, isSecured, type Operation, type SecurityScheme } from '../../spec/model/contract.ts';

export interface Credentials {
  /** For every bearer scheme, and for any other scheme that `byScheme` does not contain. */
  readonly token: string | undefined;
  /** By the name of the security scheme. */
  readonly byScheme: ReadonlyMap<string, string>;
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
export function validateCredentials(contract: Contract, { byScheme }: Credentials): void {
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
