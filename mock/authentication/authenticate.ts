/** Checks the credentials of a request against the security requirements of its operation. */
import { concatBytes, decodeUtf8, encodeInto, encodeUtf8, fromBase64, utf8Length } from '../../platform/bytes.ts';
import { isEqualInConstantTime } from '../../platform/crypto.ts';
import { type CredentialTemplate, fillTemplate, unchanged } from '../../shell/credential-form.ts';
import { memoize } from '../../spec/memoize.ts';
import type { Operation, SecurityRequirement, SecurityScheme } from '../../spec/model/contract.ts';
import { HttpError } from '../http/http-error.ts';
import { decodeFormValue, type QueryField } from '../http/request-target.ts';
import { plainBearer } from './authorization-header.ts';
import { authSchemeName, challengeFor, describeScheme } from './challenge.ts';
import { checkIssuedToken, findPresented, rejectIssuedToken } from './issued-credentials.ts';
import type { PresentedTokens } from './issued-tokens.ts';

/** The user name for a token without a colon in the scheme `basic`. */
const BASIC_USER = 'mock';

export interface CredentialSources {
  readonly query: readonly QueryField[];
  /** Looks up a header by its lower-case name. */
  readonly header: (name: string) => string | undefined;
  readonly cookies: ReadonlyMap<string, string>;
}

/**
 * Returns the error for rejected credentials; `undefined` if they are accepted or the operation requires none.
 * `presented` are the tokens of logins that the request has.
 */
export type Authenticator = (
  operation: Operation,
  sources: CredentialSources,
  presented?: PresentedTokens,
) => HttpError | undefined;

/** `tokens` are the accepted tokens; with `undefined` no credentials are required. */
export function createAuthenticator(tokens: readonly string[] | undefined): Authenticator {
  if (tokens === undefined) return () => undefined;
  const accepts = createCredentialMatcher(tokens);
  return (operation, sources, presented = noTokens) => {
    if (operation.security.length === 0) return undefined;
    const credentials = { sources, presented, accepts };
    const results: CredentialResult[] = [];
    for (const requirement of operation.security) {
      const result = checkRequirement(requirement, credentials);
      if (result === 'accepted') return undefined;
      results.push(result);
    }
    const issued = rejectIssuedToken(operation, presented, results.includes('lacks a scope'));
    if (issued !== undefined) return issued;
    return rejections(operation)[results.includes('wrong') ? 'credentials-wrong' : 'credentials-missing'];
  };
}

/** The credential that a client sends for a scheme: the token itself, or `user:password` for basic. */
export function credentialFor(scheme: SecurityScheme, token: string): string {
  return scheme.scheme === 'basic' ? userAndPassword(token) : token;
}

function userAndPassword(token: string): string {
  return fillTemplate(basicTemplate(token), token);
}

/** The user and password of a token for the scheme `basic`. */
export function basicTemplate(token: string): CredentialTemplate {
  return token.includes(':') ? [unchanged] : [`${BASIC_USER}:`, unchanged];
}

/** The names of the API keys in one location of a request. */
export function apiKeyNames(schemes: readonly SecurityScheme[], place: SecurityScheme['in']): readonly string[] {
  return schemes.flatMap(({ in: where, parameterName: name = '' }) => (where === place ? [name] : []));
}

const noTokens: PresentedTokens = new Map();

type CredentialResult = 'accepted' | 'wrong' | 'missing' | 'lacks a scope';
type CredentialMatcher = (scheme: SecurityScheme, credential: string) => boolean;

interface SentCredentials {
  readonly sources: CredentialSources;
  readonly presented: PresentedTokens;
  readonly accepts: CredentialMatcher;
}

/** All schemes of a requirement must be satisfied; a requirement without schemes accepts any request. */
function checkRequirement(requirement: SecurityRequirement, sent: SentCredentials): CredentialResult {
  let result: CredentialResult = 'accepted';
  for (const scheme of requirement.schemes) {
    const next = checkScheme(scheme, requirement, sent);
    if (severity[next] > severity[result]) result = next;
  }
  return result;
}

/** The worst result of several schemes is that of all. */
const severity: Readonly<Record<CredentialResult, number>> = { accepted: 0, 'lacks a scope': 1, missing: 2, wrong: 3 };

function checkScheme(
  scheme: SecurityScheme,
  requirement: SecurityRequirement,
  { sources, presented, accepts }: SentCredentials,
): CredentialResult {
  // A client certificate is not visible over plain HTTP, and a mock that rejects every call is of no use.
  if (scheme.type === 'mutualTLS') return 'accepted';
  const credential = findCredential(scheme, sources);
  if (credential === undefined) return 'missing';
  if (isBase64Encoded(scheme, sources) && accepts(scheme, credential)) return 'accepted';
  const issued = findPresented(scheme, { credential, sources, presented });
  const result = issued === undefined ? 'invalid' : checkIssuedToken(issued, scheme, requirement);
  return result === 'invalid' ? 'wrong' : result;
}

/** `undefined` if the request has no credential for the scheme. */
export function findCredential(scheme: SecurityScheme, sources: CredentialSources): string | undefined {
  if (scheme.type === 'apiKey') return findApiKey(scheme, sources);
  const authorization = sources.header('authorization') ?? '';
  const bearer = scheme.scheme === 'bearer' ? plainBearer(authorization) : undefined;
  if (bearer !== undefined) return bearer;
  const [, name, credential] = /^([^\s]+) +(.+)$/.exec(authorization) ?? [];
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

/** Returns text that is not base64 unchanged: decoding would silently skip the invalid characters. */
function decodeBase64(text: string): string {
  return base64Pattern.test(text) ? decodeUtf8(fromBase64(text)) : text;
}

const base64Pattern = /^[A-Za-z0-9+/]*={0,2}$/;

/** A user and password in plain text are rejected even if they are correct: RFC 7617 requires base64. */
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
 * The time depends on the length of the received text, not on how much of it is correct: every accepted credential is
 * padded to one length and compared in full, then the lengths are compared.
 */
function createConstantTimeMatcher(accepted: readonly string[]): (text: string) => boolean {
  const encoded = accepted.map(encodeUtf8);
  const received = new Uint8Array(Math.max(1, ...encoded.map(({ length }) => length)));
  const expected = encoded.map((one) => ({
    length: one.length,
    bytes: concatBytes([one, received]).subarray(0, received.length),
  }));
  return (text) => {
    encodeInto(text, received.fill(0));
    const length = utf8Length(text);
    let matches = 0;
    for (const one of expected)
      matches += Number(isEqualInConstantTime(one.bytes, received)) & Number(one.length === length);
    return matches > 0;
  };
}

/** The same for all requests, and so are the responses to them. */
const rejections = memoize((operation: Operation) => ({
  'credentials-missing': rejectCredentials(operation, 'credentials-missing'),
  'credentials-wrong': rejectCredentials(operation, 'credentials-wrong'),
}));

function rejectCredentials(operation: Operation, kind: 'credentials-missing' | 'credentials-wrong'): HttpError {
  const schemes = operation.security.flatMap((requirement) => requirement.schemes);
  const expectedSchemes = [...new Set(schemes.map(describeScheme))].join(' or ');
  const received = kind === 'credentials-missing' ? 'none' : 'an invalid one';
  return new HttpError(kind, `credentials: expected ${expectedSchemes}, got ${received}`, {
    headers: challengeFor(operation),
  });
}
