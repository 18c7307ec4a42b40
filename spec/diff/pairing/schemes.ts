/** Which security scheme of the old contract is which of the new one. */
import type { Contract, SecurityScheme } from '../../model/contract.ts';
import type { Sides } from './part.ts';

/** The new scheme that takes the place of an old one, by the name of the old; none for one that is gone. */
export type SchemePairs = ReadonlyMap<string, SecurityScheme>;

/** The same name where the credential is the same, else another name for the same credential, else the same name. */
export function pairSchemes({ before, after }: Sides<Contract>): SchemePairs {
  const pairs = new Map<string, SecurityScheme>();
  const taken = new Set<SecurityScheme>();
  const pair = (fits: (old: SecurityScheme, fresh: SecurityScheme) => boolean) => {
    for (const old of before.securitySchemes) {
      if (pairs.has(old.name)) continue;
      const fresh = after.securitySchemes.find((one) => !taken.has(one) && fits(old, one));
      if (fresh === undefined) continue;
      pairs.set(old.name, fresh);
      taken.add(fresh);
    }
  };
  pair((old, fresh) => old.name === fresh.name && credentialOf(old) === credentialOf(fresh));
  pair((old, fresh) => credentialOf(old) === credentialOf(fresh));
  pair((old, fresh) => old.name === fresh.name);
  return pairs;
}

/** What is sent, and where: `apiKey in header x-key`, `http bearer`. */
export function credentialOf({ type, scheme, in: where, parameterName = '' }: SecurityScheme): string {
  if (type === 'http') return `http ${scheme}`;
  if (type !== 'apiKey') return type;
  return `apiKey in ${where} ${where === 'header' ? parameterName.toLowerCase() : parameterName}`;
}
