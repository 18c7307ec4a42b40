/** The credentials of a run, by security scheme. */
import { KitError } from '../../errors.ts';
import type { Contract, SecurityScheme } from '../../spec/model/contract.ts';

export interface Credentials {
  /** For every bearer scheme, and for any other without a value of its own. */
  readonly token: string | undefined;
  /** By the name of the security scheme. */
  readonly byScheme: ReadonlyMap<string, string>;
}

/** It is shown by the connection, and nothing of it stands in a request. */
export function isClientCertificate({ type }: SecurityScheme): boolean {
  return type === 'mutualTLS';
}

export function credentialFor(scheme: SecurityScheme, { token, byScheme }: Credentials): string | undefined {
  return byScheme.get(scheme.name) ?? token;
}

/**
 * Refuses a credential that names no scheme, which would be a typing error passed over in silence, and one that no request
 * can carry.
 */
export function validateCredentials(contract: Contract, { byScheme }: Credentials): void {
  const names = contract.securitySchemes.map(({ name }) => name);
  const nonBasicSchemes = contract.securitySchemes.filter((scheme) => !isBasic(scheme));
  const unsendable = nonBasicSchemes.find(({ name }) => /[^\x20-\x7e]/.test(byScheme.get(name) ?? ''));
  if (unsendable !== undefined) {
    throw new KitError(
      'option-invalid',
      `the credential for ${unsendable.name}: expected visible ASCII characters, which is what a header can carry`,
    );
  }
  const unknown = [...byScheme.keys()].find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new KitError(
      'option-invalid',
      `no security scheme is called ${unknown}: the document has the schemes ${names.join(', ') || '(none)'}`,
    );
  }
}

export function isBasic({ type, scheme }: SecurityScheme): boolean {
  return type === 'http' && scheme === 'basic';
}

/** oauth2 and openIdConnect give bearer tokens too (RFC 6750). */
export function isBearer({ type, scheme }: SecurityScheme): boolean {
  return type === 'oauth2' || type === 'openIdConnect' || (type === 'http' && scheme === 'bearer');
}
