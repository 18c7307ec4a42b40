/** The credentials of one exchange: the proxy does not know which are right, only where the contract says they stand. */
import { type Mask, masking } from '../../secrets/masking.ts';
import type { Operation } from '../../spec/model/contract.ts';
import { type CredentialSources, createAuthenticator, credentialIn } from '../authenticate/authenticate.ts';
import { type CredentialPlaces, MASK } from '../authenticate/credential-places.ts';
import type { Call } from '../http/call.ts';
import type { Refusal } from '../http/refusals.ts';
import { decode } from '../http/target.ts';
import { parseCookies } from '../validate/parameters.ts';

/** Whether the request has credentials of a form that the operation asks for; any of that form will do. */
export function missingCredentials(operation: Operation, sources: CredentialSources): Refusal | undefined {
  const schemes = operation.security.flatMap((requirement) => requirement.schemes);
  const given = schemes.flatMap((scheme) => credentialIn(scheme, sources) ?? []);
  return createAuthenticator(given)(operation, sources);
}

/** What must not be kept or shown, wherever in the exchange it stands. */
export function secretsOf(places: CredentialPlaces, { target, headers }: Call): readonly string[] {
  const cookies = [...parseCookies(headers.cookie).values()].flatMap((one) => [one, decode(one) ?? one]);
  const sessions = cookies.filter((value) => value.length >= SHORTEST_SESSION);
  const all = [...places.credentialsOf({ target, headers }), ...sessions];
  return [...new Set(all)].filter((secret) => secret.length >= SHORTEST);
}

/** Shorter ones stand everywhere by chance; where they are credentials, the header as a whole is masked. */
const SHORTEST = 6;

/** A cookie that the contract does not speak of may be a session, and may be `theme=dark`. */
const SHORTEST_SESSION = 16;

/** Replaces each of the secrets, however it is written. */
export function maskerOf(secrets: readonly string[]): Mask {
  return secrets.length === 0 ? (text) => text : masking(secrets, MASK);
}

/** Callers whose credentials are remembered. */
const REMEMBERED = 16;

/** Masks those of an exchange and of the ones before it: a service may tell one caller what another sent. */
export function createMemory(): (secrets: readonly string[]) => Mask {
  const masks = new Map<string, Mask>();
  return (secrets) => {
    const key = JSON.stringify(secrets);
    const mask = masks.get(key) ?? maskerOf(secrets);
    // The latest stands last.
    masks.delete(key);
    if (secrets.length > 0) masks.set(key, mask);
    const [oldest = key] = masks.keys();
    if (masks.size > REMEMBERED) masks.delete(oldest);
    const known = [...masks.values()];
    return (text) => known.reduce((shown, one) => one(shown), text);
  };
}
