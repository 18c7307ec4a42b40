/** The challenge of a 401 or 403: which credentials an operation requires (RFC 9110, section 11.6.1). */
import { findResponse, type Header, type Operation, type SecurityScheme } from '../../spec/model/contract.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { headerText } from '../format/declared-headers.ts';

/** The challenge header under its declared name; empty for an operation that requires no credentials. */
export function challengeFor(operation: Operation): Readonly<Record<string, string>> {
  return challengeHeader(operation, 401, (scheme) => schemeChallenge(scheme));
}

/** For a token that was issued: bearer schemes say what is wrong with it, where the declared header allows that. */
export function bearerErrorChallenge(
  operation: Operation,
  status: number,
  error: string,
): Readonly<Record<string, string>> {
  const withError = challengeHeader(operation, status, (scheme) =>
    authSchemeName(scheme) === 'bearer' && scheme.type !== 'apiKey' ? `Bearer ${error}` : schemeChallenge(scheme),
  );
  const isSent = Object.values(withError).some((text) => text.includes(error));
  return isSent ? withError : challengeHeader(operation, status, schemeChallenge);
}

function challengeHeader(
  operation: Operation,
  status: number,
  challengeOf: (scheme: SecurityScheme) => string,
): Readonly<Record<string, string>> {
  const schemes = operation.security.flatMap((requirement) => requirement.schemes);
  const challenges = [...new Set(schemes.map(challengeOf))];
  if (challenges.length === 0) return {};
  const declared = findResponse(operation, status)?.headers.find(isChallenge);
  const all = challenges.join(', ');
  const text = declared === undefined ? all : (validChallenge(declared, [all, ...challenges]) ?? all);
  return { [declared?.name ?? 'WWW-Authenticate']: text };
}

function isChallenge({ name }: Header): boolean {
  return name.toLowerCase() === 'www-authenticate';
}

/** The first challenge that the declared schema allows, or else a sample of the schema. */
function validChallenge(declared: Header, challenges: readonly string[]): string | undefined {
  const { schema } = declared;
  if (schema === undefined) return challenges[0];
  const valid = challenges.find((text) => isValid(schema, text, 'response'));
  return valid ?? headerText({ ...declared, required: true }, undefined);
}

function schemeChallenge(scheme: SecurityScheme): string {
  if (scheme.type === 'apiKey') return 'ApiKey';
  const name = authSchemeName(scheme);
  if (name === 'basic') return 'Basic realm="mock server", charset="UTF-8"';
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** OAuth 2 and OpenID Connect send bearer tokens (RFC 6750). */
export function authSchemeName(scheme: SecurityScheme): string {
  return scheme.type === 'http' ? (scheme.scheme ?? 'bearer') : 'bearer';
}

/** `a bearer token in Authorization` */
export function describeScheme(scheme: SecurityScheme): string {
  if (scheme.type === 'apiKey') return `an API key in the ${scheme.in} ${JSON.stringify(scheme.parameterName)}`;
  return `a ${authSchemeName(scheme)} ${authSchemeName(scheme) === 'basic' ? 'user and password' : 'token'} in Authorization`;
}
