/** Who is let in: for each way that the old contract knows, whether it still leads in. */
import type { Operation } from '../../model/contract.ts';
import { describeCredential, type MatchedSchemes } from '../matching/match-security-schemes.ts';
import { createPartChange, NONE, type PartChange, type Sides } from '../matching/sides.ts';
import { securityRules } from '../rules/security.ts';
import { compareFlows } from './oauth-flows.ts';
import {
  allowsAnonymous,
  describeAlternative,
  isAcceptedBy,
  isSameAlternative,
  missingCredentials,
  type RequiredCredential,
  readSecurityAlternatives,
  type SecurityAlternative,
} from './security-alternatives.ts';

type SecurityRuleId = Parameters<typeof securityRules.rule>[0];
type SecurityAlternatives = readonly SecurityAlternative[];

/** `pairs` says which scheme has taken the place of which. */
export function* compareSecurity(sides: Sides<Operation>, matchedSchemes: MatchedSchemes): Generator<PartChange> {
  const alternatives = {
    before: readSecurityAlternatives(sides.before, matchedSchemes),
    after: readSecurityAlternatives(sides.after),
  };
  const explainedAlternatives = new Set<SecurityAlternative>();
  for (const alternative of alternatives.before) {
    const accepted = findStillAccepted(alternative, alternatives);
    const other = accepted ?? findNearestAlternative(alternative, alternatives);
    if (other !== undefined) explainedAlternatives.add(other);
    yield* accepted === undefined
      ? [alternativeRejected(alternative, other, alternatives.after)]
      : compareAccepted(alternative, accepted);
  }
  yield* compareAdded(alternatives, explainedAlternatives);
  yield* compareFlows(sides.before, matchedSchemes);
}

/** Where everybody was let in already, a credential made its bearer known: to be let in as nobody is not the same. */
function findStillAccepted(
  alternative: SecurityAlternative,
  { before, after }: Sides<SecurityAlternatives>,
): SecurityAlternative | undefined {
  const isKnown = !allowsAnonymous(alternative) && before.some(allowsAnonymous);
  const alternatives = isKnown ? after.filter((one) => !allowsAnonymous(one)) : after;
  return (
    alternatives.find((one) => isSameAlternative(alternative, one)) ??
    alternatives.find((one) => isAcceptedBy(alternative, one))
  );
}

/** Of the new ways that no old one is, the one that has most in common with this one. */
function findNearestAlternative(
  alternative: SecurityAlternative,
  { before, after }: Sides<SecurityAlternatives>,
): SecurityAlternative | undefined {
  const added = after.filter((one) => !before.some((old) => isSameAlternative(old, one)));
  const countShared = (one: SecurityAlternative) =>
    one.credentials.length - missingCredentials(alternative, one).length;
  const [best] = added.toSorted((one, other) => countShared(other) - countShared(one));
  return best !== undefined && (countShared(best) > 0 || allowsAnonymous(alternative)) ? best : undefined;
}

function alternativeRejected(
  alternative: SecurityAlternative,
  other: SecurityAlternative | undefined,
  after: SecurityAlternatives,
): PartChange {
  const id = rejectedRuleId(alternative, other);
  if (id === 'api-security-scheme-changed' && other !== undefined) return schemeChange(alternative, other);
  const showsAll = id === 'api-security-alternative-removed' || id === 'api-security-added';
  return securityChange(id, {
    before: alternative,
    after: other,
    was: describeAlternative(alternative),
    is: showsAll || other === undefined ? after.map(describeAlternative).join(', or ') : describeAlternative(other),
  });
}

/** At the schemes themselves, which is where they have changed. */
function schemeChange(alternative: SecurityAlternative, other: SecurityAlternative): PartChange {
  const old = alternative.credentials.find(({ isChanged }) => isChanged);
  const added = other.credentials.find(({ id }) => id === old?.id);
  return securityChange('api-security-scheme-changed', {
    before: old?.scheme,
    after: added?.scheme,
    was: describeScheme(old),
    is: describeScheme(added),
  });
}

function describeScheme(credential: RequiredCredential | undefined): string {
  return credential === undefined ? NONE : `${credential.scheme.name}: ${describeCredential(credential.scheme)}`;
}

function rejectedRuleId(alternative: SecurityAlternative, other: SecurityAlternative | undefined): SecurityRuleId {
  if (allowsAnonymous(alternative)) return 'api-security-added';
  if (other === undefined || missingCredentials(other, alternative).length > 0)
    return 'api-security-alternative-removed';
  if (alternative.credentials.some(({ isChanged }) => isChanged)) return 'api-security-scheme-changed';
  return missingCredentials(alternative, other).length > 0 ? 'api-security-scheme-added' : 'api-security-scope-added';
}

/** Still a way in; with less than before it is told. That all are let in now is told once for all ways. */
function* compareAccepted(alternative: SecurityAlternative, other: SecurityAlternative): Generator<PartChange> {
  if (isSameAlternative(alternative, other) || allowsAnonymous(other)) return;
  const id =
    missingCredentials(other, alternative).length > 0 ? 'api-security-scheme-removed' : 'api-security-scope-removed';
  yield securityChange(id, {
    before: alternative,
    after: other,
    was: describeAlternative(alternative),
    is: describeAlternative(other),
  });
}

function* compareAdded(
  { before, after }: Sides<SecurityAlternatives>,
  explainedAlternatives: ReadonlySet<SecurityAlternative>,
): Generator<PartChange> {
  const wasAnonymous = before.some(allowsAnonymous);
  const isNowAnonymous = after.some(allowsAnonymous);
  const was = before.map(describeAlternative).join(', or ');
  for (const alternative of after) {
    if (allowsAnonymous(alternative) && !wasAnonymous)
      yield securityChange('api-security-removed', {
        before: before[0],
        after: alternative,
        was,
        is: describeAlternative(alternative),
      });
    // What was open and is so no more has been told.
    if (allowsAnonymous(alternative) || explainedAlternatives.has(alternative) || (wasAnonymous && !isNowAnonymous))
      continue;
    if (before.some((old) => isSameAlternative(old, alternative))) continue;
    yield securityChange('api-security-alternative-added', {
      after: alternative,
      was,
      is: describeAlternative(alternative),
    });
  }
}

type WithPlace = Pick<SecurityAlternative, 'place'>;

interface SecurityChangeInput {
  readonly before?: WithPlace | undefined;
  readonly after?: WithPlace | undefined;
  readonly was: string;
  readonly is: string;
}

function securityChange(id: SecurityRuleId, { before, after, was, is }: SecurityChangeInput): PartChange {
  const places = { before: before?.place, after: after?.place };
  return createPartChange(securityRules.rule(id), {
    at: 'security',
    ...places,
    was: was || NONE,
    is: is || NONE,
  });
}
