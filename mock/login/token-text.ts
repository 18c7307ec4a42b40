/** The texts of new tokens: a signed JWT, or a random text that the declared schema allows. */
import { encodeUtf8, firstInt32, toBase64Url, toHex } from '../../platform/bytes.ts';
import { hmacSha256, randomBytes, sha256 } from '../../platform/crypto.ts';
import { type Json, type JsonObject, stringifyJson } from '../../spec/json/exact-json.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { flattenSchema } from '../../spec/sampling/flatten-schema.ts';
import { generateStrings } from '../../spec/sampling/sample-strings.ts';
import { isValid } from '../../spec/validation/validate.ts';

export interface TokenTexts {
  /** Undefined if the schema allows no text that a header can carry. `use` distinguishes the tokens of a login. */
  opaque(schema: Schema | undefined, login: number, use: string): string | undefined;
  /** Undefined if the schema does not allow it. */
  jwt(schema: Schema | undefined, claims: JsonObject): string | undefined;
}

/** The same seed gives the same texts; without one they are random. */
export function createTokenTexts(seed: string | undefined): TokenTexts {
  const key = seed === undefined ? randomBytes(32) : sha256(`key of ${seed}`);
  return {
    opaque: (schema, login, use) => {
      const origin = seed === undefined ? crypto.randomUUID() : `${seed} ${login} ${use}`;
      return candidates(schema, sha256(origin)).find((text) => isAllowed(schema, text));
    },
    jwt: (schema, claims) => [signedJwt(claims, key)].find((text) => isAllowed(schema, text)),
  };
}

function isAllowed(schema: Schema | undefined, text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text) && (schema === undefined || isValid(schema, text, 'response'));
}

/** RFC 7519, signed with HS256. */
function signedJwt(claims: JsonObject, key: Uint8Array): string {
  const signed = `${encodePart({ alg: 'HS256', typ: 'JWT' })}.${encodePart(claims)}`;
  return `${signed}.${toBase64Url(hmacSha256(key, signed))}`;
}

function encodePart(value: Json): string {
  return toBase64Url(encodeUtf8(stringifyJson(value)));
}

export function looksLikeJwt(value: Json | undefined): boolean {
  return typeof value === 'string' && /^eyJ[\w-]*\.[\w-]+\.[\w-]*$/.test(value);
}

function candidates(schema: Schema | undefined, digest: Uint8Array): readonly string[] {
  const [plain, hex] = [toBase64Url(digest), toHex(digest)];
  const { minLength = 0, maxLength = Infinity, pattern } = schema === undefined ? {} : flattenSchema(schema);
  const fitted = minLength > MAX_LENGTH ? [] : [plain, hex].map((text) => fitText(text, minLength, maxLength));
  return [...fitted, uuidFrom(hex), ...(pattern === undefined ? [] : textsMatching(pattern, digest))];
}

/** A header cannot carry a longer one. */
const MAX_LENGTH = 4_096;

function fitText(text: string, minLength: number, maxLength: number): string {
  return text
    .repeat(Math.max(1, Math.ceil(minLength / text.length)))
    .slice(0, Math.min(maxLength, Math.max(minLength, text.length)));
}

/** Has the form of a version 4 UUID. */
function uuidFrom(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function textsMatching(pattern: RegExp, digest: Uint8Array): readonly string[] {
  try {
    return generateStrings(pattern, { seed: firstInt32(digest), numRuns: 20 });
  } catch {
    return [];
  }
}
