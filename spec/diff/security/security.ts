/** Who is let in: for each way that the old contract knows, whether it still leads in. */
import type { Operation } from '../../model/contract.ts';
import { NONE, type PartChange, partChange, type Sides } from '../pairing/part.ts';
import { credentialOf, type SchemePairs } from '../pairing/schemes.ts';
import { securityRules } from '../rules/security.ts';
import { compareFlows } from './flows.ts';
import {
  type Credential,
  isAnonymous,
  isSameWay,
  leadsIn,
  missingOf,
  type Way,
  waysIn,
  wordsOf,
} from './ways-in.ts';

type Id = Parameters<typeof securityRules.rule>[0];
type Ways = readonly Way[];

/** `pairs` says which scheme has taken the place of which. */
export function* compareSecurity(sides: Sides<Operation>, pairs: SchemePairs): Generator<PartChange> {
  const ways = { before: waysIn(sides.before, pairs), after: waysIn(sides.after) };
  const explained = new Set<Way>();
  for (const way of ways.before) {
    const open = stillOpen(way, ways);
    const other = open ?? nearest(way, ways);
    if (other !== undefined) explained.add(other);
    yield* open === undefined ? [closed(way, other, ways.after)] : opened(way, open);
  }
  yield* additions(ways, explained);
  yield* compareFlows(sides.before, pairs);
}

/** Where everybody was let in already, a credential made its bearer known: to be let in as nobody is not the same. */
function stillOpen(way: Way, { before, after }: Sides<Ways>): Way | undefined {
  const isKnown = !isAnonymous(way) && before.some(isAnonymous);
  const ways = isKnown ? after.filter((one) => !isAnonymous(one)) : after;
  return ways.find((one) => isSameWay(way, one)) ?? ways.find((one) => leadsIn(way, one));
}

/** Of the new ways that no old one is, the one that has most in common with this one. */
function nearest(way: Way, { before, after }: Sides<Ways>): Way | undefined {
  const fresh = after.filter((one) => !before.some((old) => isSameWay(old, one)));
  const shared = (one: Way) => one.credentials.length - missingOf(way, one).length;
  const [best] = fresh.toSorted((one, other) => shared(other) - shared(one));
  return best !== undefined && (shared(best) > 0 || isAnonymous(way)) ? best : undefined;
}

function closed(way: Way, other: Way | undefined, after: Ways): PartChange {
  const id = closedId(way, other);
  if (id === 'api-security-scheme-changed' && other !== undefined) return schemeChanged(way, other);
  const isWhole = id === 'api-security-alternative-removed' || id === 'api-security-added';
  return changed(id, {
    before: way,
    after: other,
    was: wordsOf(way),
    is: isWhole || other === undefined ? after.map(wordsOf).join(', or ') : wordsOf(other),
  });
}

/** At the schemes themselves, which is where they have changed. */
function schemeChanged(way: Way, other: Way): PartChange {
  const old = way.credentials.find(({ isChanged }) => isChanged);
  const fresh = other.credentials.find(({ id }) => id === old?.id);
  return changed('api-security-scheme-changed', {
    before: old?.scheme,
    after: fresh?.scheme,
    was: schemeWords(old),
    is: schemeWords(fresh),
  });
}

function schemeWords(credential: Credential | undefined): string {
  return credential === undefined ? NONE : `${credential.scheme.name}: ${credentialOf(credential.scheme)}`;
}

function closedId(way: Way, other: Way | undefined): Id {
  if (isAnonymous(way)) return 'api-security-added';
  if (other === undefined || missingOf(other, way).length > 0) return 'api-security-alternative-removed';
  if (way.credentials.some(({ isChanged }) => isChanged)) return 'api-security-scheme-changed';
  return missingOf(way, other).length > 0 ? 'api-security-scheme-added' : 'api-security-scope-added';
}

/** Still a way in; with less than before it is told. That all are let in now is told once for all ways. */
function* opened(way: Way, other: Way): Generator<PartChange> {
  if (isSameWay(way, other) || isAnonymous(other)) return;
  const id = missingOf(other, way).length > 0 ? 'api-security-scheme-removed' : 'api-security-scope-removed';
  yield changed(id, { before: way, after: other, was: wordsOf(way), is: wordsOf(other) });
}

function* additions({ before, after }: Sides<Ways>, explained: ReadonlySet<Way>): Generator<PartChange> {
  const wasOpen = before.some(isAnonymous);
  const isOpen = after.some(isAnonymous);
  const was = before.map(wordsOf).join(', or ');
  for (const way of after) {
    if (isAnonymous(way) && !wasOpen)
      yield changed('api-security-removed', { before: before[0], after: way, was, is: wordsOf(way) });
    // What was open and is so no more has been told.
    if (isAnonymous(way) || explained.has(way) || (wasOpen && !isOpen)) continue;
    if (before.some((old) => isSameWay(old, way))) continue;
    yield changed('api-security-alternative-added', { after: way, was, is: wordsOf(way) });
  }
}

type Placed = Pick<Way, 'place'>;

interface Words {
  readonly before?: Placed | undefined;
  readonly after?: Placed | undefined;
  readonly was: string;
  readonly is: string;
}

function changed(id: Id, { before, after, was, is }: Words): PartChange {
  const places = { before: before?.place, after: after?.place };
  return partChange(securityRules.rule(id), { at: 'security', ...places, was: was || NONE, is: is || NONE });
}
