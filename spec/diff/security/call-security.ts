/** The credentials by which a server shows in a callback or webhook who it is. */
import type { Operation } from '../../model/contract.ts';
import { NONE, type PartChange, partChange, type Sides } from '../pairing/part.ts';
import type { SchemePairs } from '../pairing/schemes.ts';
import { callRules } from '../rules/calls.ts';
import { leadsIn, type Way, waysIn, wordsOf } from './ways-in.ts';

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
