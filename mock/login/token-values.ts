/** The values for the fields of a login's response: its tokens, their lifetime and their scopes. */
import { isJsonArray, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import type { TokenField } from '../../spec/login/token-fields.ts';
import type { Contract, SecurityScheme } from '../../spec/model/contract.ts';
import { normalizeName } from '../../spec/model/name-parts.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { REFRESH_LIFETIME_MS } from '../authentication/token-lifetime.ts';
import { type FilledField, valueAt } from './fill-fields.ts';
import { looksLikeJwt, type TokenTexts } from './token-text.ts';

/** What the tokens of one login are about. */
export interface TokenFacts {
  /** 1, 2, 3, ... */
  readonly login: number;
  readonly issuedAt: number;
  readonly lifetimeMs: number;
  /** Undefined if all are granted. */
  readonly scopes: readonly string[] | undefined;
  /** As the request has them. */
  readonly sentScope: Json | undefined;
  /** The claim `sub`. */
  readonly subject: string;
  /** Further claims of an ID token: `iss`, `aud`, `email`. */
  readonly identityClaims: JsonObject;
}

export interface TokenValues {
  readonly fields: readonly FilledField[];
  /** As the response states it, where its schema does not allow the configured one. */
  readonly lifetimeMs: number;
}

export function createTokenValues(contract: Contract, texts: TokenTexts) {
  const all = declaredScopes(contract);
  return (fields: readonly TokenField[], sample: Json | undefined, given: TokenFacts): TokenValues => {
    const stated = fields.map((field) => statedLifetime(field, valueAt(sample, field.path), given));
    const lifetimeMs = stated.find((one) => one !== undefined) ?? given.lifetimeMs;
    const facts = { ...given, lifetimeMs };
    const filled = fields.flatMap((field): readonly FilledField[] => {
      const { path } = field;
      const value = fieldValue(field, { facts, all, texts, contract, sample: valueAt(sample, path) });
      return value === undefined ? [] : [{ path, value }];
    });
    return { fields: filled, lifetimeMs };
  };
}

/** All scopes of the flows, and those that operations require. */
function declaredScopes({ securitySchemes, operations }: Contract): readonly string[] {
  const ofFlows = securitySchemes.flatMap(({ flows = [] }) => flows.flatMap(({ scopes = [] }) => scopes));
  const required = operations.flatMap(({ security }) =>
    security.flatMap(({ scopes }) => [...(scopes?.values() ?? [])]),
  );
  return [...new Set([...ofFlows, ...required.flat()])];
}

interface FieldContext {
  readonly facts: TokenFacts;
  readonly all: readonly string[];
  readonly texts: TokenTexts;
  readonly contract: Contract;
  readonly sample: Json | undefined;
}

function fieldValue(field: TokenField, context: FieldContext): Json | undefined {
  const { facts, all, sample } = context;
  const { role, schema } = field;
  if (role === 'access' || role === 'identity' || role === 'refresh') return tokenText(field, context);
  // Optional facts about the token stay away where the example has none.
  if (sample === undefined) return undefined;
  if (role === 'scope') return facts.sentScope ?? scopeValue(facts.scopes ?? all, schema, sample);
  const isOfRefresh = role === 'refresh lifetime' || role === 'refresh expiry';
  const lifetimeMs = isOfRefresh ? REFRESH_LIFETIME_MS : facts.lifetimeMs;
  const values =
    role === 'lifetime' || role === 'refresh lifetime'
      ? durations(lifetimeMs, sample)
      : times(facts.issuedAt + lifetimeMs, sample);
  return values.find((value) => isValid(schema, value, 'response'));
}

function tokenText(field: TokenField, { facts, texts, contract, sample, all }: FieldContext): string | undefined {
  const { role, schema, path } = field;
  const { login, issuedAt, lifetimeMs, scopes, subject, identityClaims } = facts;
  const opaque = () => texts.opaque(schema, login, path.join('.'));
  if (!isJwt(field, sample, contract.securitySchemes)) return opaque();
  const iat = Math.floor(issuedAt / 1_000);
  const exp = Math.floor((issuedAt + (role === 'refresh' ? REFRESH_LIFETIME_MS : lifetimeMs)) / 1_000);
  const granted = (scopes ?? all).join(' ');
  const claims = {
    sub: subject,
    iat,
    exp,
    jti: `${login}.${path.join('.')}`,
    ...(granted === '' ? {} : { scope: granted }),
  };
  return texts.jwt(schema, role === 'identity' ? { ...identityClaims, ...claims } : claims) ?? opaque();
}

/** As the name, the scheme or an example says; else every bearer token, since apps often decode them. */
function isJwt(
  { role, path, schema }: TokenField,
  sample: Json | undefined,
  schemes: readonly SecurityScheme[],
): boolean {
  const name = normalizeName(path.at(-1) ?? '');
  if (looksLikeJwt(sample) || schema.examples.some(looksLikeJwt) || /jwt/.test(name)) return true;
  if (role !== 'access') return role === 'identity';
  if (schemes.some(({ bearerFormat = '' }) => /jwt/i.test(bearerFormat))) return true;
  const hasExample = schema.examples.length > 0;
  return (
    !hasExample &&
    schemes.some(({ type, scheme }) => type === 'oauth2' || type === 'openIdConnect' || scheme === 'bearer')
  );
}

function scopeValue(scopes: readonly string[], schema: Schema, sample: Json): Json | undefined {
  if (scopes.length === 0) return undefined;
  const value = isJsonArray(sample) ? scopes : scopes.join(' ');
  return isValid(schema, value, 'response') ? value : undefined;
}

/** In seconds; as text in the form of the example. */
function durations(lifetimeMs: number, sample: Json): readonly Json[] {
  const seconds = Math.max(1, Math.floor(lifetimeMs / 1_000));
  const isPlainText = typeof sample === 'string' && /^\d+$/.test(sample);
  return typeof sample === 'string' && !isPlainText ? [`${seconds}s`, String(seconds)] : [seconds, String(seconds)];
}

/** Larger numbers are milliseconds since 1970. */
const LARGEST_SECONDS = 100_000_000_000;

function times(time: number, sample: Json): readonly Json[] {
  const seconds = Math.floor(time / 1_000);
  const iso = new Date(time).toISOString();
  if (typeof sample === 'string') return [iso, iso.replace(/\.\d+/, ''), String(seconds)];
  const isMilliseconds = typeof sample === 'number' && sample > LARGEST_SECONDS;
  return isMilliseconds ? [Math.floor(time), seconds] : [seconds, Math.floor(time)];
}

/** The lifetime in the example, if the schema allows no other. */
function statedLifetime(
  { role, schema }: TokenField,
  sample: Json | undefined,
  { lifetimeMs }: TokenFacts,
): number | undefined {
  if (role !== 'lifetime' || sample === undefined) return undefined;
  if (durations(lifetimeMs, sample).some((value) => isValid(schema, value, 'response'))) return undefined;
  const seconds = Number(sample);
  return seconds > 0 && Number.isFinite(seconds) ? seconds * 1_000 : undefined;
}
