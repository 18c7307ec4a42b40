/** What the kit itself gives for the generators of interactions: credentials as stand-ins, and fresh values. */
import type { Json } from '../../../spec/json/exact-json.ts';
import type { Contract, SecurityScheme } from '../../../spec/model/contract.ts';
import { type Draw, uuidOf } from '../../conformance/request/values/fresh-source.ts';
import { type Credentials, isBearer, secretFor } from '../../options/credentials.ts';
import type { StandIns } from './stand-ins.ts';
import type { StateValues } from './state-call.ts';

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
