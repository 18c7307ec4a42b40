/** The credentials of one exchange: the proxy cannot verify them and only knows where the contract expects them. */
import { createMask, type Mask } from '../../secrets/masking.ts';
import type { Operation } from '../../spec/model/contract.ts';
import { type CredentialSources, createAuthenticator, findCredential } from '../authentication/authenticate.ts';
import { type CredentialLocations, MASK } from '../authentication/credential-locations.ts';
import type { HttpError } from '../http/http-error.ts';
import type { IncomingRequest } from '../http/incoming-request.ts';
import { percentDecode } from '../http/request-target.ts';
import { parseCookies } from '../validate/validate-parameter.ts';

/** Checks that the request has credentials in the form that the operation requires; any value is accepted. */
export function missingCredentials(operation: Operation, sources: CredentialSources): HttpError | undefined {
  const schemes = operation.security.flatMap((requirement) => requirement.schemes);
  const credentials = schemes.flatMap((scheme) => findCredential(scheme, sources) ?? []);
  return createAuthenticator(credentials)(operation, sources);
}

/** Values that must be masked wherever they occur in the exchange. */
export function exchangeSecrets(
  locations: CredentialLocations,
  { target, headers }: IncomingRequest,
): readonly string[] {
  const cookies = [...parseCookies(headers.cookie).values()].flatMap((one) => [one, percentDecode(one) ?? one]);
  const sessions = cookies.filter((value) => value.length >= MIN_SESSION_LENGTH);
  const all = [...locations.findCredentials({ target, headers }), ...sessions];
  return [...new Set(all)].filter((secret) => secret.length >= MIN_SECRET_LENGTH);
}

/** Shorter values occur in ordinary text; a header with a credential is masked as a whole. */
const MIN_SECRET_LENGTH = 6;

/** An undeclared cookie may be a session, or `theme=dark`. */
const MIN_SESSION_LENGTH = 16;

/** Masks each of the secrets in any encoding. */
export function maskerOf(secrets: readonly string[]): Mask {
  return secrets.length === 0 ? (text) => text : createMask(secrets, MASK);
}

/** The number of recent callers whose credentials are masked. */
const MAX_RECENT_CALLERS = 16;

/** Masks the credentials of this exchange and of earlier ones: a service may show one caller what another sent. */
export function createSecretMemory(): (secrets: readonly string[]) => Mask {
  const masks = new Map<string, Mask>();
  return (secrets) => {
    const key = JSON.stringify(secrets);
    const mask = masks.get(key) ?? maskerOf(secrets);
    // Moves the latest to the end.
    masks.delete(key);
    if (secrets.length > 0) masks.set(key, mask);
    const [oldest = key] = masks.keys();
    if (masks.size > MAX_RECENT_CALLERS) masks.delete(oldest);
    const recentMasks = [...masks.values()];
    return (text) => recentMasks.reduce((shown, one) => one(shown), text);
  };
}
