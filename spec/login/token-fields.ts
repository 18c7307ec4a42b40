/** The tokens in the response to a login, and what the response says about them. */
import { memoize } from '../memoize.ts';
import { normalizeName } from '../model/name-parts.ts';
import type { Schema } from '../model/schema.ts';
import { declaredProperties, declaredTypes } from '../model/schema-view.ts';
import { isText } from './login-words.ts';

export type TokenRole = 'access' | 'identity' | 'refresh';

/** `lifetime` is a duration in seconds, `expiry` a time. */
export type TokenFieldRole = TokenRole | 'lifetime' | 'expiry' | 'refresh lifetime' | 'refresh expiry' | 'scope';

export interface TokenField {
  readonly role: TokenFieldRole;
  /** The names of the properties down to it: `data`, `token`. */
  readonly path: readonly string[];
  readonly schema: Schema;
}

/** `{ "data": { "tokens": { "access": { "token": ... } } } }` */
const MAX_DEPTH = 4;

export const findTokenFields = memoize((schema: Schema): readonly TokenField[] => collectFields(schema, []));

function collectFields(schema: Schema, path: readonly string[]): readonly TokenField[] {
  if (path.length >= MAX_DEPTH) return [];
  const properties = declaredProperties(schema);
  const isPaired = [...pairedNames.keys()].every((name) => properties.has(name));
  return [...properties].flatMap(([name, part]): readonly TokenField[] => {
    const own = [...path, name];
    const role = (isPaired && isText(part) ? pairedNames.get(name) : undefined) ?? fieldRole(own, part);
    if (role !== undefined) return [{ role, path: own, schema: part }];
    return declaredTypes(part).has('array') || part === schema ? [] : collectFields(part, own);
  });
}

const tokenNames: ReadonlyMap<string, TokenRole> = new Map([
  ...[
    ...['token', 'jwt', 'jwttoken', 'accesstoken', 'authtoken', 'authenticationtoken', 'authorizationtoken'],
    ...['bearertoken', 'sessiontoken', 'usertoken', 'apitoken', 'accessjwt'],
  ].map((name) => [name, 'access'] as const),
  ['idtoken', 'identity'],
  ['refreshtoken', 'refresh'],
  ['refreshjwt', 'refresh'],
]);

/** `{ "access": ..., "refresh": ... }`: one of these names alone may mean anything. */
const pairedNames: ReadonlyMap<string, TokenRole> = new Map([
  ['access', 'access'],
  ['refresh', 'refresh'],
]);

const LIFETIME = /^(?:access|auth)?(?:token)?(?:expiresin|expiresinseconds|expiresinsec|ttl|lifetime)$/;
const EXPIRY =
  /^(?:access|auth)?(?:token)?(?:expiresat|expireson|expires|expiry|expirydate|expiration|expirationdate|exp|validuntil)$/;

function fieldRole(path: readonly string[], schema: Schema): TokenFieldRole | undefined {
  const [parent, name] = [normalizeName(path.at(-2) ?? ''), normalizeName(path.at(-1) ?? '')];
  const isOfRefresh = /refresh/.test(parent);
  const token = tokenNames.get(name);
  if (token !== undefined) return isText(schema) ? (isOfRefresh ? 'refresh' : token) : undefined;
  if (name === 'scope' || name === 'scopes') return 'scope';
  const plain = name.replace(/^refresh/, '');
  if (!isScalar(schema)) return undefined;
  const isRefresh = isOfRefresh || plain !== name;
  if (LIFETIME.test(plain)) return isRefresh ? 'refresh lifetime' : 'lifetime';
  if (EXPIRY.test(plain)) return isRefresh ? 'refresh expiry' : 'expiry';
  return undefined;
}

function isScalar(schema: Schema): boolean {
  const types = declaredTypes(schema);
  return ['string', 'integer', 'number'].some((type) => [...types].some((one) => one === type));
}

export function isToken(role: TokenFieldRole): role is TokenRole {
  return role === 'access' || role === 'identity' || role === 'refresh';
}

/** A property of a request that holds a refresh token. */
export function isRefreshTokenName(name: string): boolean {
  return tokenNames.get(normalizeName(name)) === 'refresh' || name === 'refresh';
}

export function isTokenName(name: string): boolean {
  return tokenNames.has(normalizeName(name));
}
