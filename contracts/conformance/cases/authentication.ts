import { isJsonObject } from '../../../spec/json/exact-json.ts';
import type { Operation, SecurityScheme } from '../../../spec/model/contract.ts';
import { isSecured } from '../../../spec/model/contract.ts';
import type { FreshValues, RequestSpec, ToleratedResponse } from '../model/request-spec.ts';
import type { PrecedingRequests, SendMode, TestCase } from '../model/test-case.ts';
import { type BaselineRequest, mainPayload } from '../request/baseline-request.ts';
import { validRequestSpec } from '../request/build-request-spec.ts';
import { createCase } from '../request/create-case.ts';
import { carriedSchemes } from '../request/credentials/carriers.ts';
import { isInvalidCredential } from '../request/credentials/security-alternatives.ts';
import { type CredentialAttack, noCredential } from './credential-attacks/attack.ts';
import { basicAttacks, sevenBitAttack } from './credential-attacks/basic.ts';
import { apiKeyAttacks, bearerAttacks, otherSchemeAttacks } from './credential-attacks/bearer.ts';
import { otherPlaceCases } from './credential-attacks/other-places.ts';
import { otherWayCases } from './credential-attacks/other-ways.ts';
import { simplestInvalidRequest } from './shared/invalid-requests.ts';
import type { TestCategory } from './test-category.ts';

/** Requests without valid credentials must never succeed; those with the credentials of any alternative must. */
export const authentication: TestCategory = {
  name: 'authentication',
  summary: 'requests without valid credentials are rejected',
  *generate({ baseline }): Generator<TestCase> {
    yield* attackCases(baseline);
    yield* otherPlaceCases(baseline);
    yield* otherWayCases(baseline);
    yield* alternativeCases(baseline);
  },
};

function* attackCases(baseline: BaselineRequest): Generator<TestCase> {
  if (!isSecured(baseline.operation)) return;
  const seen = new Set<SecurityScheme>();
  for (const { schemes } of baseline.operation.security) {
    for (const scheme of carriedSchemes(schemes)) {
      if (seen.has(scheme) || scheme.isParameter === true) continue;
      const attacks = attacksOn(baseline, schemes, scheme);
      // Without it, another alternative may be satisfied; in a later alternative, the rest may not.
      if (attacks.length === 0) continue;
      seen.add(scheme);
      for (const context of attackContexts(baseline))
        for (const attack of attacks) yield attackCase(baseline, { schemes, scheme, attack, context });
    }
  }
}

/** Those that leave no alternative satisfied. */
function attacksOn(
  baseline: BaselineRequest,
  schemes: readonly SecurityScheme[],
  scheme: SecurityScheme,
): readonly CredentialAttack[] {
  const isObject = isJsonObject(baseline.body?.full) || mainPayload(baseline)?.kind === 'form';
  const hasNonAsciiSecret = baseline.availableCredentials?.nonAsciiSchemes.has(scheme.name) === true;
  return [noCredential, ...attacksForScheme(scheme), ...(hasNonAsciiSecret ? [sevenBitAttack(scheme)] : [])]
    .filter((attack) => isObject || !isMisplacedInBody(attack))
    .filter((attack) => !matchesOtherScheme(attack, baseline.operation))
    .filter(({ value }) => isInvalidCredential(baseline, { schemes, scheme, value }));
}

function isMisplacedInBody({ value }: CredentialAttack): boolean {
  return value.kind === 'misplaced' && value.in === 'body';
}

/** Several schemes may share a secret: misplaced for one scheme, it may be in the right place for another. */
function matchesOtherScheme({ value }: CredentialAttack, { security }: Operation): boolean {
  if (value.kind !== 'misplaced') return false;
  const name = value.in === 'header' ? value.name.toLowerCase() : value.name;
  return security
    .flatMap(({ schemes }) => schemes)
    .some(({ type, in: location, parameterName = '' }) => {
      const declaredName = location === 'header' ? parameterName.toLowerCase() : parameterName;
      return type === 'apiKey' && location === value.in && declaredName === name;
    });
}

/** Also used by categories that only begin with an invalid credential. */
export function attacksForScheme(scheme: SecurityScheme): readonly CredentialAttack[] {
  if (scheme.type === 'apiKey') return apiKeyAttacks(scheme);
  if (scheme.type === 'http' && scheme.scheme === 'basic') return basicAttacks();
  const isOther = scheme.type === 'http' && scheme.scheme !== 'bearer';
  return isOther ? otherSchemeAttacks(scheme) : bearerAttacks();
}

/** The requests that precede the attack, or what else is wrong with the request. */
interface AttackContext {
  readonly name: string;
  readonly description: string;
  readonly sendMode?: SendMode;
  build(fresh: FreshValues): RequestSpec;
}

function attackContexts(baseline: BaselineRequest): readonly AttackContext[] {
  const build = (fresh: FreshValues) => validRequestSpec(baseline, fresh);
  const success = (_mainRequest: RequestSpec, fresh: FreshValues) => [validRequestSpec(baseline, fresh)];
  const plain: AttackContext = { name: '', description: '', build };
  const afterSuccess: AttackContext = {
    name: '/after a success',
    description: ', right after a successful request on the same connection',
    sendMode: { kind: 'preceded', buildRequests: success },
    build,
  };
  const withCookie: AttackContext = {
    name: '/with a session',
    description: ', with the cookies set by a successful request',
    sendMode: { kind: 'preceded', buildRequests: success, keepsCookies: true },
    build,
  };
  const canSendCookies = baseline.setsCookies && !acceptsCookies(baseline.operation);
  return [plain, afterSuccess, ...(canSendCookies ? [withCookie] : []), ...invalidBodyContexts(baseline)];
}

/** Where a cookie is a credential, the implementation may have set a valid one. */
function acceptsCookies({ security }: Operation): boolean {
  return security.some(({ schemes }) => schemes.some((scheme) => scheme.in === 'cookie'));
}

/**
 * The credentials have to be rejected even if the body is checked first. The valid body is sent before, on the same
 * connection.
 */
function invalidBodyContexts(baseline: BaselineRequest): readonly AttackContext[] {
  const invalid = simplestInvalidRequest(baseline);
  if (invalid === undefined) return [];
  const precedingRequests: PrecedingRequests['buildRequests'] = ({ credentials }, fresh) => [
    { ...validRequestSpec(baseline, fresh), credentials },
  ];
  const description = ', and the body is also invalid';
  return [
    {
      name: '/with an invalid body',
      description,
      sendMode: { kind: 'preceded', buildRequests: precedingRequests },
      build: () => invalid,
    },
  ];
}

interface AttackInput {
  readonly schemes: readonly SecurityScheme[];
  readonly scheme: SecurityScheme;
  readonly attack: CredentialAttack;
  readonly context: AttackContext;
}

/** An undeclared query may result in 404. */
const toleratesUndeclaredQuery: readonly ToleratedResponse[] = [
  { status: 404, reason: 'the path with a query is not declared' },
];

const toleratesTooLong: readonly ToleratedResponse[] = [
  { status: 431, reason: 'HTTP defines a status for headers that are too large' },
];

function attackCase(baseline: BaselineRequest, { schemes, scheme, attack, context }: AttackInput): TestCase {
  const { name, description, value, topic } = attack;
  return createCase(baseline, {
    category: 'authentication',
    name: `${scheme.name}/${name}${context.name}`,
    topic,
    expectation: 'deny',
    mutation: `the credential of "${scheme.name}" is ${description}${context.description}`,
    place: scheme.place,
    tolerated: [
      ...(value.kind === 'misplaced' ? toleratesUndeclaredQuery : []),
      ...(name === 'long' ? toleratesTooLong : []),
    ],
    sendMode: context.sendMode,
    buildRequest: (fresh) => ({ ...context.build(fresh), credentials: { schemes, scheme, value } }),
  });
}

/** Each declared alternative is sufficient, and so are no credentials where the contract says so. */
function* alternativeCases(baseline: BaselineRequest): Generator<TestCase> {
  for (const schemes of baseline.availableCredentials?.alternatives ?? []) {
    const names = schemes.map(({ name }) => name).join(' and ');
    const description = names === '' ? 'no credential is sent' : `only the credential of ${names} is sent`;
    yield createCase(baseline, {
      category: 'authentication',
      name: `alternative/${names || 'none'}`,
      topic: `alternative ${names || 'none'}`,
      expectation: 'accept',
      mutation: `${description}, which the contract allows`,
      place: requirementPlace(baseline.operation, schemes),
      tolerated: [
        ...toleratedForOtherCallers,
        ...(schemes.length === 0 && hasPathParameter(baseline.operation) ? toleratedWithoutCredentials : []),
      ],
      buildRequest: (fresh) => ({ ...validRequestSpec(baseline, fresh), credentials: { schemes } }),
    });
  }
}

function requirementPlace({ security, place }: Operation, schemes: readonly SecurityScheme[]): TestCase['place'] {
  return security.find((one) => one.schemes === schemes)?.place ?? place;
}

/** Two credentials need not belong to the same user. */
const toleratedForOtherCallers: readonly ToleratedResponse[] = [
  { status: 403, reason: 'the caller may lack a scope or role that only the implementation knows' },
  ...[404, 409, 410, 412, 422].map((status) => ({
    status,
    reason: 'these credentials may belong to a caller with other records',
  })),
];

const toleratedWithoutCredentials: readonly ToleratedResponse[] = [
  { status: 401, reason: 'the resource in the path may not be public' },
];

function hasPathParameter({ parameters }: Operation): boolean {
  return parameters.some((parameter) => parameter.in === 'path');
}
