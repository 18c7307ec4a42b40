/**
 * What the verifier is given in the place of secrets: nothing that it writes, to its log or its report, can hold one. And
 * the values that every provider state gives.
 */
import { randomBytes } from 'node:crypto';
import { type Mask, masking } from '../../../secrets/masking.ts';
import type { Json } from '../../../spec/json/exact-json.ts';
import type { Contract, SecurityScheme } from '../../../spec/model/contract.ts';
import { type Draw, uuidOf } from '../../conformance/request/values/fresh-source.ts';
import { type Credentials, isBearer, secretFor } from '../../options/credentials.ts';
import type { StateValues } from './states.ts';

export interface StandIns {
  /** What a secret is recorded as, whichever it is. */
  readonly recorded: string;
  /** The same one for the same secret. */
  of(secret: string): string;
  /** Secrets in the place of their stand-ins, as it goes out. */
  revealed(text: string, spelled?: (secret: string) => string): string;
  /** What was given out, in the place of what it stands for, as `recorded`. */
  unified(text: string): string;
  isIn(text: string): boolean;
  /** Masks the stand-ins and the secrets that are known by now. */
  readonly mask: Mask;
}

export function standIns(): StandIns {
  const secrets = new Map<string, string>();
  const recorded = newStandIn();
  let mask: Mask = masking([recorded]);
  const all = (text: string, by: (secret: string) => string) =>
    [...secrets].reduce((changed, [standIn, secret]) => changed.replaceAll(standIn, () => by(secret)), text);
  return {
    recorded,
    of(secret) {
      const known = [...secrets].find(([, one]) => one === secret)?.[0];
      if (known !== undefined) return known;
      const standIn = newStandIn();
      secrets.set(standIn, secret);
      mask = masking([recorded, ...secrets.keys(), ...secrets.values()]);
      return standIn;
    },
    revealed: (text, spelled = (secret) => secret) => all(text, spelled),
    unified: (text) => all(text, () => recorded),
    isIn: (text) => [...secrets.keys()].some((standIn) => text.includes(standIn)),
    mask: (text) => mask(text),
  };
}

function newStandIn(): string {
  return `stand-in-${randomBytes(16).toString('hex')}`;
}

/**
 * `token`, and `credential.NAME` for each security scheme of the contract: the key, or what stands behind the word of the
 * scheme, which for `basic` is in Base64. Those that are not known are not given.
 */
export function builtInValues(
  { securitySchemes }: Contract,
  credentials: Credentials,
  { standIns, draw }: { readonly standIns: StandIns; readonly draw: Draw },
): StateValues {
  const bearer = securitySchemes.find(isBearer);
  const token = credentials.token ?? (bearer === undefined ? undefined : secretFor(bearer, credentials));
  const named = securitySchemes.map((scheme) => {
    const secret = secretFor(scheme, credentials);
    return [`credential.${scheme.name}`, secret === undefined ? undefined : sent(scheme, secret)] as const;
  });
  const known = [['token', token] as const, ...named].flatMap(([name, secret]): [string, Json][] =>
    secret === undefined ? [] : [[name, standIns.of(secret)]],
  );
  return { ...Object.fromEntries(known), ...freshValues(draw) };
}

function sent({ type, scheme }: SecurityScheme, secret: string): string {
  return type === 'http' && scheme === 'basic' ? Buffer.from(secret).toString('base64') : secret;
}

/**
 * Values that no earlier run has sent: a store may refuse an id that it knows, and a second run must end like the first.
 * `freshId` is within ±(2^53-1), `freshLargeId` beyond it and within int64; `freshNumber` is from 1,000,000 to 2^31-1,
 * `freshWord` eight letters and digits in turn, `freshUuid` a UUID.
 */
function freshValues(draw: Draw): StateValues {
  const random = draw(2 ** 47);
  return {
    freshId: 2 ** 47 + random,
    freshLargeId: 2n ** 62n + BigInt(random),
    freshNumber: 1_000_000 + draw(2 ** 31 - 1_000_000),
    freshWord: freshWord(draw),
    freshUuid: uuidOf(String(draw(2 ** 47))),
  };
}

/** Such as `k3m9x0b7`. */
function freshWord(draw: Draw): string {
  return Array.from({ length: 4 }, () => `${(10 + draw(26)).toString(36)}${draw(10)}`).join('');
}
