/** The alternatives of a security requirement, old ones in the names of the new contract so that they can be compared. */
import type { Operation, SecurityRequirement, SecurityScheme } from '../../model/contract.ts';
import type { Place } from '../../source/source-file.ts';
import { NONE, type PartChange, partChange, type Sides } from '../pairing/part.ts';
import { credentialOf, type SchemePairs } from '../pairing/schemes.ts';
import { callRules } from '../rules/calls.ts';

/** All of these together let a client in; none at all lets in everybody. */
export interface Way {
  readonly credentials: readonly Credential[];
  readonly place: Place;
}

export interface Credential {
  /** The name in the new contract; for a scheme that is gone no name of any. */
  readonly id: string;
  readonly scheme: SecurityScheme;
  readonly scopes: readonly string[];
  /** The new contract has another credential under the name. */
  readonly isChanged: boolean;
}

/** Of the new contract, or with `pairs` of the old one. */
export function waysIn({ security, place }: Operation, pairs?: SchemePairs): readonly Way[] {
  if (security.length === 0) return [{ credentials: [], place }];
  return security.map((requirement) => ({
    credentials: requirement.schemes.map((scheme) => credential(requirement, scheme, pairs)),
    place: requirement.place ?? place,
  }));
}

function credential(
  { scopes }: SecurityRequirement,
  scheme: SecurityScheme,
  pairs: SchemePairs | undefined,
): Credential {
  const fresh = pairs === undefined ? scheme : pairs.get(scheme.name);
  return {
    id: fresh?.name ?? `(gone) ${scheme.name}`,
    scheme,
    scopes: scopes?.get(scheme.name) ?? [],
    isChanged: fresh !== undefined && credentialOf(fresh) !== credentialOf(scheme),
  };
}

export function isAnonymous({ credentials }: Way): boolean {
  return credentials.length === 0;
}

/** A client that comes by the old way is let in by the new one. */
export function leadsIn(old: Way, fresh: Way): boolean {
  return fresh.credentials.every(({ id, scopes }) => {
    const held = old.credentials.find((one) => one.id === id);
    return held !== undefined && !held.isChanged && scopes.every((scope) => held.scopes.includes(scope));
  });
}

export function isSameWay(one: Way, other: Way): boolean {
  return leadsIn(one, other) && leadsIn(other, one);
}

/** The credentials that the new way asks for and the old one does not hold. */
export function missingOf(old: Way, fresh: Way): readonly Credential[] {
  return fresh.credentials.filter(({ id }) => !old.credentials.some((one) => one.id === id));
}

/** `bearerAuth and oauth (read, write)` */
export function wordsOf({ credentials }: Way): string {
  if (credentials.length === 0) return 'open to all';
  return credentials.map(credentialWords).join(' and ');
}

function credentialWords({ scheme, scopes }: Credential): string {
  return scopes.length === 0 ? scheme.name : `${scheme.name} (${scopes.join(', ')})`;
}

/** The server chooses one of the new ways, so each has to be one that the old contract names. */
export function* compareCallSecurity(sides: Sides<Operation>, pairs: SchemePairs): Generator<PartChange> {
  if (!isSecuredItself(sides)) return;
  const [before, after] = [waysIn(sides.before, pairs), waysIn(sides.after)];
  const strange = after.find((way) => !before.some((old) => isKnownBy(old, way)));
  if (strange === undefined) return;
  yield partChange(callRules.rule('api-call-security-changed'), {
    at: 'security',
    before: before[0]?.place,
    after: strange.place,
    was: before.map(wordsOf).join(', or ') || NONE,
    is: wordsOf(strange),
  });
}

/** Whoever looks for the old credentials finds them. */
function isKnownBy(old: Way, way: Way): boolean {
  return leadsIn(way, old) && old.credentials.every(({ isChanged }) => !isChanged);
}

/** Whether the calls say it: what holds for the whole contract was written with the clients in mind. */
export function isSecuredItself({ before, after }: Sides<Operation>): boolean {
  return before.security.length > 0 && [before, after].every(isOwn);
}

function isOwn({ security, place: { file, pointer } }: Operation): boolean {
  return security.every(
    ({ place }) => place?.file === file && place.pointer.startsWith(`${pointer}/security/`),
  );
}
