/** The security requirements of an operation and the credentials of a request in; out comes nothing, or a refusal with its challenge. */
import { timingSafeEqual } from 'node:crypto';
import { type CredentialTemplate, fillTemplate, unchanged } from '../../shell/credential-form.ts';
import {
  findResponse,
  type Header,
  type Operation,
  type SecurityRequirement,
  type SecurityScheme,
} from '../../spec/model/contract.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { headerText } from '../format/declared-headers.ts';
import { HttpError } from '../http/http-error.ts';
import { decodeFormValue, type QueryField } from '../http/request-target.ts';

/** The user name that goes with a token without a colon, under the scheme `basic`. */
const BASIC_USER = 'mock';

export interface CredentialSources {
  readonly query: readonly QueryField[];
  /** By lower-case name. */
  readonly header: (name: string) => string | undefined;
  readonly cookies: ReadonlyMap<string, string>;
}

/** Why the credentials of a request are rejected; `undefined` where they are accepted, or none are required. */
export type Authenticator = (operation: Operation, sources: CredentialSources) => HttpError | undefined;

/** `tokens` are those that are accepted; `undefined` requires no credentials at all. */
export function createAuthenticator(tokens: readonly string[] | undefined): Authenticator {
  if (tokens === undefined) return () => undefined;
  const accepts = createCredentialMatcher(tokens);
  return (operation, sources) => {
    if (operation.security.length === 0) return undefined;
    const results = operation.security.map((requirement) => checkRequirement(requirement, sources, accepts));
    if (results.includes('accepted')) return undefined;
    return rejectCredentials(operation, results.includes('wrong') ? 'credentials-wrong' : 'credentials-missing');
  };
}

/** What a client sends under a scheme: the token itself, or `user:password` for basic. */
export function credentialFor(scheme: SecurityScheme, token: string): string {
  return scheme.scheme === 'basic' ? userAndPassword(token) : token;
}

function userAndPassword(token: string): string {
  return fillTemplate(basicTemplate(token), token);
}

/** User and password of a token, under the scheme `basic`. */
export function basicTemplate(token: string): CredentialTemplate {
  return token.includes(':') ? [unchanged] : [`${BASIC_USER}:`, unchanged];
}

/** What the API keys in one place of a request are called. */
export function apiKeyNames(schemes: readonly SecurityScheme[], place: SecurityScheme['in']): readonly string[] {
  return schemes.flatMap(({ in: where, parameterName: name = '' }) => (where === place ? [name] : []));
}

type CredentialResult = 'accepted' | 'wrong' | 'missing';
type CredentialMatcher = (scheme: SecurityScheme, credential: string) => boolean;

/** All schemes of a requirement together; none of them means that nothing is asked for. */
function checkRequirement(
  requirement: SecurityRequirement,
  sources: CredentialSources,
  accepts: CredentialMatcher,
): CredentialResult {
  const results = requirement.schemes.map((scheme): CredentialResult => {
    // A client certificate cannot be seen over plain HTTP, and a mock that refuses every call helps nobody.
    if (scheme.type === 'mutualTLS') return 'accepted';
    const credential = findCredential(scheme, sources);
    if (credential === undefined) return 'missing';
    return isBase64Encoded(scheme, sources) && accepts(scheme, credential) ? 'accepted' : 'wrong';
  });
  if (results.every((result) => result === 'accepted')) return 'accepted';
  return results.includes('wrong') ? 'wrong' : 'missing';
}

/** `undefined` where the request has none of the scheme's form. */
export function findCredential(scheme: SecurityScheme, sources: CredentialSources): string | undefined {
  if (scheme.type === 'apiKey') return findApiKey(scheme, sources);
  const [, name, credential] = /^([^\s]+) +(.+)$/.exec(sources.header('authorization') ?? '') ?? [];
  if (name?.toLowerCase() !== authSchemeName(scheme)) return undefined;
  return scheme.scheme === 'basic' ? decodeBase64(credential ?? '') : credential;
}

function findApiKey(scheme: SecurityScheme, sources: CredentialSources): string | undefined {
  const name = scheme.parameterName ?? '';
  if (scheme.in === 'header') return sources.header(name.toLowerCase());
  if (scheme.in === 'cookie') return sources.cookies.get(name);
  const raw = sources.query.find((field) => field.name === name)?.rawValue;
  return raw === undefined ? undefined : decodeFormValue(raw);
}

/** What is no base64 stands for itself: Node's reader would skip whatever does not fit. */
function decodeBase64(text: string): string {
  return base64Pattern.test(text) ? Buffer.from(text, 'base64').toString('utf8') : text;
}

const base64Pattern = /^[A-Za-z0-9+/]*={0,2}$/;

/** User and password in plain text are none (RFC 7617), right as they may be. */
function isBase64Encoded(scheme: SecurityScheme, sources: CredentialSources): boolean {
  if (scheme.type !== 'http' || scheme.scheme !== 'basic') return true;
  return base64Pattern.test((sources.header('authorization') ?? '').replace(/^\S+ +/, ''));
}

function createCredentialMatcher(tokens: readonly string[]): CredentialMatcher {
  const isToken = createConstantTimeMatcher(tokens);
  const isUserAndPassword = createConstantTimeMatcher(tokens.map(userAndPassword));
  return (scheme, credential) =>
    scheme.type === 'http' && scheme.scheme === 'basic' ? isUserAndPassword(credential) : isToken(credential);
}

/**
 * The time it takes depends on what was sent, never on how much of it is right: all bytes are compared, filled up to one
 * length, with each of the accepted, and the lengths after that.
 */
function createConstantTimeMatcher(accepted: readonly string[]): (text: string) => boolean {
  const encoded = accepted.map((one) => Buffer.from(one));
  const received = Buffer.alloc(Math.max(1, ...encoded.map(({ length }) => length)));
  const expected = encoded.map((one) => ({
    length: one.length,
    bytes: Buffer.concat([one], received.length),
  }));
  return (text) => {
    received.fill(0).write(text);
    const length = Buffer.byteLength(text);
    let matches = 0;
    for (const one of expected) matches += Number(timingSafeEqual(one.bytes, received)) & Number(one.length === length);
    return matches > 0;
  };
}

function rejectCredentials(operation: Operation, kind: 'credentials-missing' | 'credentials-wrong'): HttpError {
  const schemes = operation.security.flatMap((requirement) => requirement.schemes);
  const expectedSchemes = [...new Set(schemes.map(describeScheme))].join(' or ');
  const received = kind === 'credentials-missing' ? 'none' : 'one that is not accepted';
  return new HttpError(kind, `credentials: expected ${expectedSchemes}, got ${received}`, {
    headers: challengeFor(operation),
  });
}

function describeScheme(scheme: SecurityScheme): string {
  if (scheme.type === 'apiKey') return `an API key in the ${scheme.in} ${JSON.stringify(scheme.parameterName)}`;
  return `a ${authSchemeName(scheme)} ${authSchemeName(scheme) === 'basic' ? 'user and password' : 'token'} in Authorization`;
}

/** By its name as declared; none for an operation that asks for no credentials. */
export function challengeFor(operation: Operation): Readonly<Record<string, string>> {
  const schemes = operation.security.flatMap((requirement) => requirement.schemes);
  const challenges = [...new Set(schemes.map(schemeChallenge))];
  if (challenges.length === 0) return {};
  const declared = findResponse(operation, 401)?.headers.find(isChallenge);
  const all = challenges.join(', ');
  const text = declared === undefined ? all : (validChallenge(declared, [all, ...challenges]) ?? all);
  return { [declared?.name ?? 'WWW-Authenticate']: text };
}

function isChallenge({ name }: Header): boolean {
  return name.toLowerCase() === 'www-authenticate';
}

/** The first that its schema allows, else a sample of it. */
function validChallenge(declared: Header, challenges: readonly string[]): string | undefined {
  const { schema } = declared;
  if (schema === undefined) return challenges[0];
  const valid = challenges.find((text) => isValid(schema, text, 'response'));
  return valid ?? headerText({ ...declared, required: true }, undefined);
}

function schemeChallenge(scheme: SecurityScheme): string {
  if (scheme.type === 'apiKey') return 'ApiKey';
  const name = authSchemeName(scheme);
  if (name === 'basic') return 'Basic realm="fake store", charset="UTF-8"';
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** OAuth 2 and OpenID Connect send bearer tokens (RFC 6750). */
function authSchemeName(scheme: SecurityScheme): string {
  return scheme.type === 'http' ? (scheme.scheme ?? 'bearer') : 'bearer';
}
