/** The security requirements of an operation and the credentials of a request in; out comes nothing, or a refusal with its challenge. */
import { timingSafeEqual } from 'node:crypto';
import { asIs, type CredentialTemplate, filledIn } from '../../shell/credential-form.ts';
import {
  type Header,
  type Operation,
  responseFor,
  type SecurityRequirement,
  type SecurityScheme,
} from '../../spec/model/contract.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { headerText } from '../format/declared-headers.ts';
import { Refusal } from '../http/refusals.ts';
import { decodeField, type QueryField } from '../http/target.ts';

/** The user name that goes with a token without a colon, under the scheme `basic`. */
const BASIC_USER = 'mock';

export interface CredentialSources {
  readonly query: readonly QueryField[];
  /** By lower-case name. */
  readonly header: (name: string) => string | undefined;
  readonly cookies: ReadonlyMap<string, string>;
}

/** Why the credentials of a request are rejected; `undefined` where they are accepted, or none are required. */
export type Authenticator = (operation: Operation, sources: CredentialSources) => Refusal | undefined;

/** `tokens` are those that are accepted; `undefined` requires no credentials at all. */
export function createAuthenticator(tokens: readonly string[] | undefined): Authenticator {
  if (tokens === undefined) return () => undefined;
  const accepts = createMatcher(tokens);
  return (operation, sources) => {
    if (operation.security.length === 0) return undefined;
    const verdicts = operation.security.map((requirement) => judge(requirement, sources, accepts));
    if (verdicts.includes('accepted')) return undefined;
    return refuse(operation, verdicts.includes('wrong') ? 'credentials-wrong' : 'credentials-missing');
  };
}

/** What a client sends under a scheme: the token itself, or `user:password` for basic. */
export function credentialFor(scheme: SecurityScheme, token: string): string {
  return scheme.scheme === 'basic' ? userAndPassword(token) : token;
}

function userAndPassword(token: string): string {
  return filledIn(basicTemplate(token), token);
}

/** User and password of a token, under the scheme `basic`. */
export function basicTemplate(token: string): CredentialTemplate {
  return token.includes(':') ? [asIs] : [`${BASIC_USER}:`, asIs];
}

/** What the API keys in one place of a request are called. */
export function keyNames(schemes: readonly SecurityScheme[], place: SecurityScheme['in']): readonly string[] {
  return schemes.flatMap(({ in: where, parameterName: name = '' }) => (where === place ? [name] : []));
}

type Verdict = 'accepted' | 'wrong' | 'missing';
type Matcher = (scheme: SecurityScheme, credential: string) => boolean;

/** All schemes of a requirement together; none of them means that nothing is asked for. */
function judge(requirement: SecurityRequirement, sources: CredentialSources, accepts: Matcher): Verdict {
  const verdicts = requirement.schemes.map((scheme): Verdict => {
    // A client certificate cannot be seen over plain HTTP, and a mock that refuses every call helps nobody.
    if (scheme.type === 'mutualTLS') return 'accepted';
    const credential = credentialIn(scheme, sources);
    if (credential === undefined) return 'missing';
    return isEncoded(scheme, sources) && accepts(scheme, credential) ? 'accepted' : 'wrong';
  });
  if (verdicts.every((verdict) => verdict === 'accepted')) return 'accepted';
  return verdicts.includes('wrong') ? 'wrong' : 'missing';
}

/** `undefined` where the request has none of the scheme's form. */
export function credentialIn(scheme: SecurityScheme, sources: CredentialSources): string | undefined {
  if (scheme.type === 'apiKey') return apiKeyIn(scheme, sources);
  const [, name, credential] = /^([^\s]+) +(.+)$/.exec(sources.header('authorization') ?? '') ?? [];
  if (name?.toLowerCase() !== authSchemeOf(scheme)) return undefined;
  return scheme.scheme === 'basic' ? decodeBase64(credential ?? '') : credential;
}

function apiKeyIn(scheme: SecurityScheme, sources: CredentialSources): string | undefined {
  const name = scheme.parameterName ?? '';
  if (scheme.in === 'header') return sources.header(name.toLowerCase());
  if (scheme.in === 'cookie') return sources.cookies.get(name);
  const raw = sources.query.find((field) => field.name === name)?.rawValue;
  return raw === undefined ? undefined : decodeField(raw);
}

/** What is no base64 stands for itself: Node's reader would skip whatever does not fit. */
function decodeBase64(text: string): string {
  return base64.test(text) ? Buffer.from(text, 'base64').toString('utf8') : text;
}

const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** User and password in plain text are none (RFC 7617), right as they may be. */
function isEncoded(scheme: SecurityScheme, sources: CredentialSources): boolean {
  if (scheme.type !== 'http' || scheme.scheme !== 'basic') return true;
  return base64.test((sources.header('authorization') ?? '').replace(/^\S+ +/, ''));
}

function createMatcher(tokens: readonly string[]): Matcher {
  const isToken = createComparison(tokens);
  const isPair = createComparison(tokens.map(userAndPassword));
  return (scheme, credential) =>
    scheme.type === 'http' && scheme.scheme === 'basic' ? isPair(credential) : isToken(credential);
}

/**
 * The time it takes depends on what was sent, never on how much of it is right: all bytes are compared, filled up to one
 * length, with each of the accepted, and the lengths after that.
 */
function createComparison(accepted: readonly string[]): (text: string) => boolean {
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
    for (const one of expected)
      matches += Number(timingSafeEqual(one.bytes, received)) & Number(one.length === length);
    return matches > 0;
  };
}

function refuse(operation: Operation, kind: 'credentials-missing' | 'credentials-wrong'): Refusal {
  const schemes = operation.security.flatMap((requirement) => requirement.schemes);
  const wanted = [...new Set(schemes.map(describeScheme))].join(' or ');
  const received = kind === 'credentials-missing' ? 'none' : 'one that is not accepted';
  return new Refusal(kind, `credentials: expected ${wanted}, got ${received}`, {
    headers: challengeFor(operation),
  });
}

function describeScheme(scheme: SecurityScheme): string {
  if (scheme.type === 'apiKey')
    return `an API key in the ${scheme.in} ${JSON.stringify(scheme.parameterName)}`;
  return `a ${authSchemeOf(scheme)} ${authSchemeOf(scheme) === 'basic' ? 'user and password' : 'token'} in Authorization`;
}

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
function authSchemeOf(scheme: SecurityScheme): string {
  return scheme.type === 'http' ? (scheme.scheme ?? 'bearer') : 'bearer';
}
