/** Which security scheme of the old contract is which of the new one. */
import type { Contract, SecurityScheme } from '../../model/contract.ts';
import type { Sides } from './sides.ts';

/** The new scheme that takes the place of an old one, by the name of the old; none for one that is gone. */
export type MatchedSchemes = ReadonlyMap<string, SecurityScheme>;

/** The same name where the credential is the same, else another name for the same credential, else the same name. */
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

/** What is sent, and where: `apiKey in header x-key`, `http bearer`. */
export function describeCredential({ type, scheme, in: where, parameterName = '' }: SecurityScheme): string {
  if (type === 'http') return `http ${scheme}`;
  if (type !== 'apiKey') return type;
  return `apiKey in ${where} ${where === 'header' ? parameterName.toLowerCase() : parameterName}`;
}
