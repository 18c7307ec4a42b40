/** Compares security: whether each alternative of the old contract is still accepted. */
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

/** `matchedSchemes`: the new scheme that replaces each old one. */
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

/**
 * If anonymous access was already allowed, credentials served to identify the client, so anonymous access is no
 * substitute.
 */
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

/** Returns the added alternative that shares most credentials with this one. */
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

/** Located at the schemes themselves, where the change is. */
function schemeChange(alternative: SecurityAlternative, other: SecurityAlternative): PartChange {
  const old = alternative.credentials.find(({ isChanged }) => isChanged);
  const current = other.credentials.find(({ id }) => id === old?.id);
  return securityChange('api-security-scheme-changed', {
    before: old?.scheme,
    after: current?.scheme,
    was: describeScheme(old),
    is: describeScheme(current),
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

/** Reports an alternative that now requires less. Anonymous access is reported once for all alternatives. */
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
    // The removal of anonymous access is already reported.
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
