/** The places of a request that carry credentials. Schemes with the same place share one credential. */
import type { SecurityScheme } from '../../../../spec/model/contract.ts';
import { isClientCertificate } from '../../../options/credentials.ts';

export interface CredentialPosition {
  readonly in: 'header' | 'query' | 'cookie' | 'body';
  readonly name: string;
}

/** `Authorization` for all schemes except API keys. Not for client certificates, which no request carries. */
export function credentialPosition({ type, in: location = 'header', parameterName: name = '' }: SecurityScheme) {
  return type === 'apiKey' ? { in: location, name } : authorization;
}

const authorization = { in: 'header', name: 'Authorization' } as const;

/** Equal for the same place: names of headers are case-insensitive. */
export function carrierKey({ in: location, name }: CredentialPosition): string {
  return `${location} ${location === 'header' ? name.toLowerCase() : name}`;
}

/** Whether two schemes are sent in the same place, which holds only one credential. */
export function shareCarrier(one: SecurityScheme, other: SecurityScheme): boolean {
  if (isClientCertificate(one) || isClientCertificate(other)) return false;
  return carrierKey(credentialPosition(one)) === carrierKey(credentialPosition(other));
}

/** The schemes that a request carries a credential for: the first of each place. */
export function carriedSchemes(schemes: readonly SecurityScheme[]): readonly SecurityScheme[] {
  return schemes.filter(
    (scheme, index) =>
      !isClientCertificate(scheme) && !schemes.slice(0, index).some((one) => shareCarrier(one, scheme)),
  );
}
