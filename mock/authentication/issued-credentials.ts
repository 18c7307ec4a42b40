/** Whether a token of a login satisfies a security scheme, and the error if it does not. */
import {
  findResponse,
  type Operation,
  type SecurityRequirement,
  type SecurityScheme,
} from '../../spec/model/contract.ts';
import { HttpError } from '../http/http-error.ts';
import { bearerToken } from './authorization-header.ts';
import { bearerErrorChallenge } from './challenge.ts';
import type { IssuedToken, PresentedTokens } from './issued-tokens.ts';

export type IssuedTokenResult = 'accepted' | 'invalid' | 'lacks a scope';

/** `invalid` also for a refresh token, which is no credential, and for the scheme `basic`. */
export function checkIssuedToken(
  { kind, state, scopes }: IssuedToken,
  scheme: SecurityScheme,
  requirement: SecurityRequirement,
): IssuedTokenResult {
  if (kind !== 'access' || state !== 'valid' || scheme.scheme === 'basic') return 'invalid';
  const required = requirement.scopes?.get(scheme.name) ?? [];
  return scopes === undefined || required.every((scope) => scopes.includes(scope)) ? 'accepted' : 'lacks a scope';
}

interface SentCredential {
  readonly credential: string;
  readonly sources: { readonly header: (name: string) => string | undefined };
  readonly presented: PresentedTokens;
}

/** The token of a login that the credential is. */
export function findPresented(
  scheme: SecurityScheme,
  { credential, sources, presented }: SentCredential,
): IssuedToken | undefined {
  const exact = presented.get(credential);
  const isAuthorizationKey = scheme.in === 'header' && scheme.parameterName?.toLowerCase() === 'authorization';
  return exact ?? (isAuthorizationKey ? presented.get(bearerToken(sources) ?? '') : undefined);
}

/** Undefined if the request presents no token of a login. */
export function rejectIssuedToken(
  operation: Operation,
  presented: PresentedTokens,
  lacksScope: boolean,
): HttpError | undefined {
  const [token] = presented.values();
  // A valid one is not what is wrong with the request.
  if (token === undefined || (!lacksScope && token.state === 'valid' && token.kind === 'access')) return undefined;
  const status = lacksScope ? scopeStatus(operation) : 401;
  const error = lacksScope ? 'error="insufficient_scope"' : 'error="invalid_token"';
  const expected = lacksScope ? `the scopes ${requiredScopes(operation).join(' ')}` : 'a token that is valid';
  return new HttpError(
    status === 403 ? 'scope-missing' : 'credentials-wrong',
    `credentials: expected ${expected}, got ${lacksScope ? `${token.scopes?.join(' ') || 'none'}` : describeToken(token)}`,
    { headers: bearerErrorChallenge(operation, status, error) },
  );
}

/** 403 as in RFC 6750, unless the contract knows only the other rejection of credentials. */
function scopeStatus(operation: Operation): 401 | 403 {
  return findResponse(operation, 403) === undefined && findResponse(operation, 401) !== undefined ? 401 : 403;
}

function requiredScopes({ security }: Operation): readonly string[] {
  return [...new Set(security.flatMap(({ scopes }) => [...(scopes?.values() ?? [])].flat()))];
}

function describeToken({ kind, state }: IssuedToken): string {
  if (state === 'expired') return 'one that has expired';
  if (state === 'logged out') return 'one whose session has ended';
  if (state === 'replaced') return 'one that a refresh replaced';
  return kind === 'refresh' ? 'a refresh token' : 'another one';
}
