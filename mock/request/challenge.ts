/** The header WWW-Authenticate (RFC 9110, 11.6.1): what it says has to be valid where the contract declares it. */
import { type Header, type Operation, responseFor, type SecurityScheme } from '../../spec/model/contract.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { headerText } from '../answer/header-text.ts';

/** By its name as declared; none for an operation that asks for no credentials. */
export function challengeFor(operation: Operation): Readonly<Record<string, string>> {
  const schemes = operation.security.flatMap((requirement) => requirement.schemes);
  const challenges = [...new Set(schemes.map(challengeOf))];
  if (challenges.length === 0) return {};
  const declared = responseFor(operation, 401)?.headers.find(isChallenge);
  const all = challenges.join(', ');
  const text = declared === undefined ? all : (allowed(declared, [all, ...challenges]) ?? all);
  return { [declared?.name ?? 'WWW-Authenticate']: text };
}

function isChallenge({ name }: Header): boolean {
  return name.toLowerCase() === 'www-authenticate';
}

/** The first that its schema allows, else a sample of it. */
function allowed(declared: Header, challenges: readonly string[]): string | undefined {
  const { schema } = declared;
  if (schema === undefined) return challenges[0];
  const valid = challenges.find((text) => isValid(schema, text, 'response'));
  return valid ?? headerText({ ...declared, required: true }, undefined);
}

function challengeOf(scheme: SecurityScheme): string {
  if (scheme.type === 'apiKey') return 'ApiKey';
  const name = authSchemeOf(scheme);
  if (name === 'basic') return 'Basic realm="fake store", charset="UTF-8"';
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** OAuth 2 and OpenID Connect send bearer tokens (RFC 6750). */
export function authSchemeOf(scheme: SecurityScheme): string {
  return scheme.type === 'http' ? (scheme.scheme ?? 'bearer') : 'bearer';
}
