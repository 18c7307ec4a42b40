/** The credentials of one exchange: the proxy does not know which are right, only where the contract says they stand. */
import { createMask, type Mask } from '../../secrets/masking.ts';
import type { Operation } from '../../spec/model/contract.ts';
import { type CredentialSources, createAuthenticator, findCredential } from '../authentication/authenticate.ts';
import { type CredentialLocations, MASK } from '../authentication/credential-locations.ts';
import type { HttpError } from '../http/http-error.ts';
import type { IncomingRequest } from '../http/incoming-request.ts';
import { percentDecode } from '../http/request-target.ts';
import { parseCookies } from '../validate/validate-parameter.ts';

/** Whether the request has credentials of a form that the operation asks for; any of that form will do. */
export function missingCredentials(operation: Operation, sources: CredentialSources): HttpError | undefined {
  const schemes = operation.security.flatMap((requirement) => requirement.schemes);
  const credentials = schemes.flatMap((scheme) => findCredential(scheme, sources) ?? []);
  return createAuthenticator(credentials)(operation, sources);
}

/** What must not be kept or shown, wherever in the exchange it stands. */
export function exchangeSecrets(
  locations: CredentialLocations,
  { target, headers }: IncomingRequest,
): readonly string[] {
  const cookies = [...parseCookies(headers.cookie).values()].flatMap((one) => [one, percentDecode(one) ?? one]);
  const sessions = cookies.filter((value) => value.length >= MIN_SESSION_LENGTH);
  const all = [...locations.findCredentials({ target, headers }), ...sessions];
  return [...new Set(all)].filter((secret) => secret.length >= MIN_SECRET_LENGTH);
}

/** Shorter ones stand everywhere by chance; where they are credentials, the header as a whole is masked. */
const MIN_SECRET_LENGTH = 6;

/** A cookie that the contract does not speak of may be a session, and may be `theme=dark`. */
const MIN_SESSION_LENGTH = 16;

/** Replaces each of the secrets, however it is written. */
export function maskerOf(secrets: readonly string[]): Mask {
  return secrets.length === 0 ? (text) => text : createMask(secrets, MASK);
}

/** Callers whose credentials are remembered. */
const MAX_REMEMBERED_CALLERS = 16;

/** Masks those of an exchange and of the ones before it: a service may tell one caller what another sent. */
export function createSecretMemory(): (secrets: readonly string[]) => Mask {
  const masks = new Map<string, Mask>();
  return (secrets) => {
    const key = JSON.stringify(secrets);
    const mask = masks.get(key) ?? maskerOf(secrets);
    // The latest stands last.
    masks.delete(key);
    if (secrets.length > 0) masks.set(key, mask);
    const [oldest = key] = masks.keys();
    if (masks.size > MAX_REMEMBERED_CALLERS) masks.delete(oldest);
    const rememberedMasks = [...masks.values()];
    return (text) => rememberedMasks.reduce((shown, one) => one(shown), text);
  };
}
