/** Matches the security schemes of the old contract with those of the new one. */
import type { Contract, SecurityScheme } from '../../model/contract.ts';
import type { Sides } from './sides.ts';

/** The new scheme that replaces an old one, by the name of the old one; no entry for a removed scheme. */
export type MatchedSchemes = ReadonlyMap<string, SecurityScheme>;

/** Matches schemes with the same name and credential, then with the same credential, then with the same name. */
export function matchSecuritySchemes({ before, after }: Sides<Contract>): MatchedSchemes {
  const matches = new Map<string, SecurityScheme>();
  const matched = new Set<SecurityScheme>();
  const matchWhere = (isMatch: (oldScheme: SecurityScheme, newScheme: SecurityScheme) => boolean) => {
    for (const oldScheme of before.securitySchemes) {
      if (matches.has(oldScheme.name)) continue;
      const newScheme = after.securitySchemes.find((one) => !matched.has(one) && isMatch(oldScheme, one));
      if (newScheme === undefined) continue;
      matches.set(oldScheme.name, newScheme);
      matched.add(newScheme);
    }
  };
  matchWhere(
    (oldScheme, newScheme) =>
      oldScheme.name === newScheme.name && describeCredential(oldScheme) === describeCredential(newScheme),
  );
  matchWhere((oldScheme, newScheme) => describeCredential(oldScheme) === describeCredential(newScheme));
  matchWhere((oldScheme, newScheme) => oldScheme.name === newScheme.name);
  return matches;
}

/** The credential and its location: `apiKey in header x-key`, `http bearer`. */
export function describeCredential({ type, scheme, in: location, parameterName = '' }: SecurityScheme): string {
  if (type === 'http') return `http ${scheme}`;
  if (type !== 'apiKey') return type;
  return `apiKey in ${location} ${location === 'header' ? parameterName.toLowerCase() : parameterName}`;
}
