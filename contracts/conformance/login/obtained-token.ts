/** A credential that was obtained for a run, and the time that it is valid for. */
import { isJsonObject, type Json, type JsonObject, parseJson } from '../../../spec/json/exact-json.ts';

export interface ObtainedToken {
  readonly token: string;
  /** In seconds, from when it was requested; undefined if unknown. */
  readonly lifetime?: number | undefined;
  /** Gets the next token without the credentials of the user (RFC 6749, section 6). */
  readonly refreshToken?: string | undefined;
}

/** Obtains a token; `previous` is the one that it replaces. Throws `login-failed`. */
export type TokenSource = (previous?: ObtainedToken) => Promise<ObtainedToken>;

/**
 * The lifetime that a JWT states of itself, in seconds: of its issuer's clock alone, where it says when it was issued.
 */
export function jwtLifetime(token: string, now: number): number | undefined {
  const [, claims] = /^eyJ[\w-]+\.([\w-]+)\.[\w-]*$/.exec(token) ?? [];
  const parsed = claims === undefined ? undefined : parseClaims(claims);
  const expires = readSeconds(parsed?.['exp']);
  if (expires === undefined) return undefined;
  const lifetime = expires - (readSeconds(parsed?.['iat']) ?? now / 1000);
  return lifetime > 0 ? lifetime : undefined;
}

/** A positive number, also as text; undefined for anything else. */
export function readSeconds(value: Json | undefined): number | undefined {
  const seconds = typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
  return typeof seconds === 'number' && seconds > 0 ? seconds : undefined;
}

function parseClaims(claims: string): JsonObject | undefined {
  const parsed = parseJson(Buffer.from(claims, 'base64url').toString('utf8'));
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : undefined;
}
