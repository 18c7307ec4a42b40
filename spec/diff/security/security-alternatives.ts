/**
 * The alternatives of a security requirement; those of the old contract use scheme names of the new one, so that they
 * are comparable.
 */
import type { Operation, SecurityRequirement, SecurityScheme } from '../../model/contract.ts';
import type { Place } from '../../source/source-file.ts';
import { describeCredential, type MatchedSchemes } from '../matching/match-security-schemes.ts';
import { createPartChange, NONE, type PartChange, type Sides } from '../matching/sides.ts';
import { outgoingCallRules } from '../rules/outgoing-calls.ts';

/** Credentials that are required together; an empty list allows anonymous access. */
export interface SecurityAlternative {
  readonly credentials: readonly RequiredCredential[];
  readonly place: Place;
}

export interface RequiredCredential {
  /** The scheme name in the new contract; for a removed scheme a string that is not a name. */
  readonly id: string;
  readonly scheme: SecurityScheme;
  readonly scopes: readonly string[];
  /** The new contract has another credential under this name. */
  readonly isChanged: boolean;
}

/** Reads the alternatives of the new contract, or with `matchedSchemes` those of the old one. */
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
    id: current?.name ?? `(deleted) ${scheme.name}`,
    scheme,
    scopes: scopes?.get(scheme.name) ?? [],
    isChanged: current !== undefined && describeCredential(current) !== describeCredential(scheme),
  };
}

export function allowsAnonymous({ credentials }: SecurityAlternative): boolean {
  return credentials.length === 0;
}

/** Whether a client with the old credentials is accepted by the new alternative. */
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

/** Returns the credentials that the new alternative requires and the old one does not have. */
export function missingCredentials(
  old: SecurityAlternative,
  current: SecurityAlternative,
): readonly RequiredCredential[] {
  return current.credentials.filter(({ id }) => !old.credentials.some((one) => one.id === id));
}

/** `bearerAuth and oauth (read, write)` */
export function describeAlternative({ credentials }: SecurityAlternative): string {
  if (credentials.length === 0) return 'no credentials';
  return credentials.map(describeRequiredCredential).join(' and ');
}

function describeRequiredCredential({ scheme, scopes }: RequiredCredential): string {
  return scopes.length === 0 ? scheme.name : `${scheme.name} (${scopes.join(', ')})`;
}

/** The server chooses one of the new alternatives, so the old contract must have declared each of them. */
export function* compareCallSecurity(sides: Sides<Operation>, matchedSchemes: MatchedSchemes): Generator<PartChange> {
  if (!hasOwnSecurity(sides)) return;
  const [before, after] = [
    readSecurityAlternatives(sides.before, matchedSchemes),
    readSecurityAlternatives(sides.after),
  ];
  const undeclared = after.find((alternative) => !before.some((old) => hasOldCredentials(old, alternative)));
  if (undeclared === undefined) return;
  yield createPartChange(outgoingCallRules.rule('api-call-security-changed'), {
    at: 'security',
    before: before[0]?.place,
    after: undeclared.place,
    was: before.map(describeAlternative).join(', or ') || NONE,
    is: describeAlternative(undeclared),
  });
}

/** Whether a client that checks the old credentials receives them. */
function hasOldCredentials(old: SecurityAlternative, alternative: SecurityAlternative): boolean {
  return isAcceptedBy(alternative, old) && old.credentials.every(({ isChanged }) => !isChanged);
}

/** Whether the calls declare security themselves: that of the whole contract is intended for requests of clients. */
export function hasOwnSecurity({ before, after }: Sides<Operation>): boolean {
  return before.security.length > 0 && [before, after].every(isDeclaredOnOperation);
}

function isDeclaredOnOperation({ security, place: { file, pointer } }: Operation): boolean {
  return security.every(({ place }) => place?.file === file && place.pointer.startsWith(`${pointer}/security/`));
}
