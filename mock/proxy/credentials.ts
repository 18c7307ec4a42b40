/** The credentials of one exchange: the proxy does not know which are right, only where the contract says they stand. */
import { type Mask, masking } from '../../secrets.ts';
import type { Contract, Operation } from '../../spec/contract.ts';
import type { Refusal } from '../refusals.ts';
import { type CredentialSources, createDoorkeeper, credentialIn } from '../request/auth.ts';

/** Whether the request has credentials of a form that the operation asks for; any of that form will do. */
export function missingCredentials(operation: Operation, sources: CredentialSources): Refusal | undefined {
  const schemes = operation.security.flatMap((requirement) => requirement.schemes);
  const given = schemes.flatMap((scheme) => credentialIn(scheme, sources) ?? []);
  return createDoorkeeper(given)(operation, sources);
}

/** What must not be kept or shown, wherever in the exchange it stands. */
export function secretsOf(contract: Contract, sources: CredentialSources): readonly string[] {
  const declared = contract.securitySchemes.flatMap((scheme) => credentialIn(scheme, sources) ?? []);
  const headers = ['authorization', 'proxy-authorization'].flatMap((name) => sources.header(name) ?? []);
  const bare = headers.map((value) => value.replace(/^[\w-]+ +/, ''));
  const basic = headers.filter((value) => /^basic /i.test(value)).map((value) => decodeBasic(value));
  const parts = [...declared, ...basic].filter((one) => one.includes(':')).map(passwordOf);
  const sessions = [...sources.cookies.values()].filter((value) => value.length >= SHORTEST_SESSION);
  const all = [...declared, ...bare, ...basic, ...parts, ...sessions];
  return [...new Set(all)].filter((secret) => secret.length >= SHORTEST);
}

/** Shorter ones stand everywhere by chance; where they are credentials, the header as a whole is masked. */
const SHORTEST = 6;

/** A cookie that the contract does not speak of may be a session, and may be `theme=dark`. */
const SHORTEST_SESSION = 16;

function decodeBasic(value: string): string {
  return Buffer.from(value.replace(/^\S+ +/, ''), 'base64').toString('utf8');
}

function passwordOf(pair: string): string {
  return pair.slice(pair.indexOf(':') + 1);
}

/** Replaces each of the secrets, however it is written. */
export function maskerOf(secrets: readonly string[]): Mask {
  return secrets.length === 0 ? (text) => text : masking(secrets, '***');
}
