/**
 * Placeholders that the verifier gets instead of secrets, so that its log and report cannot contain any; and the
 * built-in values of provider states.
 */
import { randomBytes } from 'node:crypto';
import { createMask, type Mask } from '../../../secrets/masking.ts';
import type { Json } from '../../../spec/json/exact-json.ts';
import type { Contract, SecurityScheme } from '../../../spec/model/contract.ts';
import { type DrawInteger, hashToUuid } from '../../conformance/request/values/fresh-value-source.ts';
import { type Credentials, credentialFor, isBearer } from '../../options/credentials.ts';
import type { StateValues } from './provider-states.ts';

export interface SecretPlaceholders {
  /** The placeholder of every secret in recorded exchanges. */
  readonly recordedPlaceholder: string;
  /** Returns the same placeholder for the same secret. */
  placeholderFor(secret: string): string;
  /** Replaces placeholders with their secrets, for sending. */
  reveal(text: string, encode?: (secret: string) => string): string;
  /** Replaces all placeholders with `recordedPlaceholder`. */
  unify(text: string): string;
  isContainedIn(text: string): boolean;
  /** Masks the placeholders and the secrets known so far. */
  readonly mask: Mask;
}

export function createSecretPlaceholders(): SecretPlaceholders {
  const secrets = new Map<string, string>();
  const recordedPlaceholder = newPlaceholder();
  let mask: Mask = createMask([recordedPlaceholder]);
  const replaceAllPlaceholders = (text: string, replacement: (secret: string) => string) =>
    [...secrets].reduce(
      (changed, [placeholder, secret]) => changed.replaceAll(placeholder, () => replacement(secret)),
      text,
    );
  return {
    recordedPlaceholder,
    placeholderFor(secret) {
      const existing = [...secrets].find(([, one]) => one === secret)?.[0];
      if (existing !== undefined) return existing;
      const placeholder = newPlaceholder();
      secrets.set(placeholder, secret);
      mask = createMask([recordedPlaceholder, ...secrets.keys(), ...secrets.values()]);
      return placeholder;
    },
    reveal: (text, encode = (secret) => secret) => replaceAllPlaceholders(text, encode),
    unify: (text) => replaceAllPlaceholders(text, () => recordedPlaceholder),
    isContainedIn: (text) => [...secrets.keys()].some((placeholder) => text.includes(placeholder)),
    mask: (text) => mask(text),
  };
}

function newPlaceholder(): string {
  return `stand-in-${randomBytes(16).toString('hex')}`;
}

/**
 * The values `token`, and `credential.NAME` for each security scheme of the contract: the key, or the part after the
 * scheme name in Authorization, which is in Base64 for `basic`. Unknown credentials are left out.
 */
export function builtInValues(
  { securitySchemes }: Contract,
  credentials: Credentials,
  { placeholders, drawRandom }: { readonly placeholders: SecretPlaceholders; readonly drawRandom: DrawInteger },
): StateValues {
  const bearer = securitySchemes.find(isBearer);
  const token = credentials.token ?? (bearer === undefined ? undefined : credentialFor(bearer, credentials));
  const schemeCredentials = securitySchemes.map((scheme) => {
    const secret = credentialFor(scheme, credentials);
    return [`credential.${scheme.name}`, secret === undefined ? undefined : sentCredential(scheme, secret)] as const;
  });
  const existing = [['token', token] as const, ...schemeCredentials].flatMap(([name, secret]): [string, Json][] =>
    secret === undefined ? [] : [[name, placeholders.placeholderFor(secret)]],
  );
  return { ...Object.fromEntries(existing), ...freshValues(drawRandom) };
}

function sentCredential({ type, scheme }: SecurityScheme, secret: string): string {
  return type === 'http' && scheme === 'basic' ? Buffer.from(secret).toString('base64') : secret;
}

/**
 * Values that no earlier run has sent: a store may reject an id that it knows, and a second run must end like the
 * first. `freshId` is within ±(2^53-1), `freshLargeId` beyond it and within int64; `freshNumber` is from 1,000,000 to
 * 2^31-1, `freshWord` has eight alternating letters and digits, `freshUuid` is a UUID.
 */
function freshValues(drawRandom: DrawInteger): StateValues {
  const random = drawRandom(2 ** 47);
  return {
    freshId: 2 ** 47 + random,
    freshLargeId: 2n ** 62n + BigInt(random),
    freshNumber: 1_000_000 + drawRandom(2 ** 31 - 1_000_000),
    freshWord: freshWord(drawRandom),
    freshUuid: hashToUuid(String(drawRandom(2 ** 47))),
  };
}

/** For example `k3m9x0b7`. */
function freshWord(drawRandom: DrawInteger): string {
  return Array.from({ length: 4 }, () => `${(10 + drawRandom(26)).toString(36)}${drawRandom(10)}`).join('');
}
