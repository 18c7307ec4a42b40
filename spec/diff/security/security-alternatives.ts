/** The alternatives of a security requirement, old ones in the names of the new contract so that they can be compared. */
import type { Operation, SecurityRequirement, SecurityScheme } from '../../model/contract.ts';
import type { Place } from '../../source/source-file.ts';
import { describeCredential, type MatchedSchemes } from '../matching/match-security-schemes.ts';
import { createPartChange, NONE, type PartChange, type Sides } from '../matching/sides.ts';
import { outgoingCallRules } from '../rules/outgoing-calls.ts';

/** All of these together let a client in; none at all lets in everybody. */
export interface SecurityAlternative {
  readonly credentials: readonly RequiredCredential[];
  readonly place: Place;
}

export interface RequiredCredential {
  /** The name in the new contract; for a scheme that is gone no name of any. */
  readonly id: string;
  readonly scheme: SecurityScheme;
  readonly scopes: readonly string[];
  /** The new contract has another credential under the name. */
  readonly isChanged: boolean;
}

/** Of the new contract, or with `pairs` of the old one. */
export function readSecurityAlternatives(
  { security, place }: Operation,
  matchedSchemes?: MatchedSchemes,
): readonly SecurityAlternative[] {
  if (security.length === 0) return [{ credentials: [], place }];
  return security.map((requirement) => ({
    credentials: requirement.schemes.map((scheme) => toRequiredCredential(requirement, scheme, matchedSchemes)),
    place: requirement.place ?? place,
  }));
}

function toRequiredCredential(
  { scopes }: SecurityRequirement,
  scheme: SecurityScheme,
  matchedSchemes: MatchedSchemes | undefined,
): RequiredCredential {
  const current = matchedSchemes === undefined ? scheme : matchedSchemes.get(scheme.name);
  return {
    id: current?.name ?? `(gone) ${scheme.name}`,
    scheme,
    scopes: scopes?.get(scheme.name) ?? [],
    isChanged: current !== undefined && describeCredential(current) !== describeCredential(scheme),
  };
}

export function allowsAnonymous({ credentials }: SecurityAlternative): boolean {
  return credentials.length === 0;
}

/** A client that comes by the old way is let in by the new one. */
export function isAcceptedBy(old: SecurityAlternative, current: SecurityAlternative): boolean {
  return current.credentials.every(({ id, scopes }) => {
    const oldCredential = old.credentials.find((one) => one.id === id);
    return (
      oldCredential !== undefined &&
      !oldCredential.isChanged &&
      scopes.every((scope) => oldCredential.scopes.includes(scope))
    );
  });
}

export function isSameAlternative(one: SecurityAlternative, other: SecurityAlternative): boolean {
  return isAcceptedBy(one, other) && isAcceptedBy(other, one);
}

/** The credentials that the new way asks for and the old one does not hold. */
export function missingCredentials(
  old: SecurityAlternative,
  current: SecurityAlternative,
): readonly RequiredCredential[] {
  return current.credentials.filter(({ id }) => !old.credentials.some((one) => one.id === id));
}

/** `bearerAuth and oauth (read, write)` */
export function describeAlternative({ credentials }: SecurityAlternative): string {
  if (credentials.length === 0) return 'open to all';
  return credentials.map(describeRequiredCredential).join(' and ');
}

function describeRequiredCredential({ scheme, scopes }: RequiredCredential): string {
  return scopes.length === 0 ? scheme.name : `${scheme.name} (${scopes.join(', ')})`;
}

/** The server chooses one of the new ways, so each has to be one that the old contract names. */
export function* compareCallSecurity(sides: Sides<Operation>, matchedSchemes: MatchedSchemes): Generator<PartChange> {
  if (!hasOwnSecurity(sides)) return;
  const [before, after] = [
    readSecurityAlternatives(sides.before, matchedSchemes),
    readSecurityAlternatives(sides.after),
  ];
  const unknown = after.find((alternative) => !before.some((old) => hasOldCredentials(old, alternative)));
  if (unknown === undefined) return;
  yield createPartChange(outgoingCallRules.rule('api-call-security-changed'), {
    at: 'security',
    before: before[0]?.place,
    after: unknown.place,
    was: before.map(describeAlternative).join(', or ') || NONE,
    is: describeAlternative(unknown),
  });
}

/** Whoever looks for the old credentials finds them. */
function hasOldCredentials(old: SecurityAlternative, alternative: SecurityAlternative): boolean {
  return isAcceptedBy(alternative, old) && old.credentials.every(({ isChanged }) => !isChanged);
}

/** Whether the calls say it: what holds for the whole contract was written with the clients in mind. */
export function hasOwnSecurity({ before, after }: Sides<Operation>): boolean {
  return before.security.length > 0 && [before, after].every(isDeclaredOnOperation);
}

function isDeclaredOnOperation({ security, place: { file, pointer } }: Operation): boolean {
  return security.every(({ place }) => place?.file === file && place.pointer.startsWith(`${pointer}/security/`));
}
