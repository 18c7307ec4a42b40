/** Valid secrets in the place of another scheme, and requests that claim to come from the server itself. */
import { unchanged } from '../../../../shell/credential-form.ts';
import { isSecured, type SecurityScheme } from '../../../../spec/model/contract.ts';
import { isClientCertificate } from '../../../options/credentials.ts';
import type { CredentialPlan, ToleratedResponse } from '../../model/request-spec.ts';
import type { TestCase } from '../../model/test-case.ts';
import type { BaselineRequest } from '../../request/baseline-request.ts';
import { validRequestSpec } from '../../request/build-request-spec.ts';
import { type CaseSeed, createCase } from '../../request/create-case.ts';
import {
  type CredentialPosition,
  carriedSchemes,
  carrierKey,
  credentialPosition,
} from '../../request/credentials/carriers.ts';
import { isInvalidCredential } from '../../request/credentials/security-alternatives.ts';
import { type CredentialAttack, misplacedAttack } from './attack.ts';

/** Each once: what is sent before them does not matter. */
export function* otherPlaceCases(baseline: BaselineRequest): Generator<TestCase> {
  if (!isSecured(baseline.operation)) return;
  yield* misplacedKeyCases(baseline);
  yield* excludedSchemeCases(baseline);
  yield* localClientCases(baseline);
}

function* misplacedKeyCases(baseline: BaselineRequest): Generator<TestCase> {
  const seen = new Set<string>();
  for (const { schemes } of baseline.operation.security) {
    for (const scheme of carriedSchemes(schemes)) {
      if (seen.has(scheme.name) || scheme.type !== 'apiKey' || scheme.isParameter === true) continue;
      seen.add(scheme.name);
      for (const attack of [...bearerToken(baseline), ...placesOfOthers(baseline, schemes, scheme)]) {
        const plan = { schemes, scheme, value: attack.value };
        if (isInvalidCredential(baseline, plan))
          yield deniedCase(baseline, {
            name: `${scheme.name}/${attack.name}`,
            topic: attack.topic,
            mutation: `the credential of "${scheme.name}" is ${attack.description}`,
            place: scheme.place,
            credentials: plan,
          });
      }
    }
  }
}

const keyAsBearerToken: CredentialAttack = {
  ...misplacedAttack('header', 'Authorization'),
  name: 'as a bearer token',
  description: 'in the wrong place: a bearer token',
  value: { kind: 'misplaced', in: 'header', name: 'Authorization', template: ['Bearer ', unchanged] },
};

/** Only where no scheme of the operation uses the header: one secret may be valid in several places. */
function bearerToken(baseline: BaselineRequest): readonly CredentialAttack[] {
  const places = sendableSchemes(baseline).map((scheme) => carrierKey(credentialPosition(scheme)));
  return places.includes('header authorization') ? [] : [keyAsBearerToken];
}

/**
 * Between a cookie and another place: keys for the header and for the query are often the same keys. So may be those
 * with the same name.
 */
function placesOfOthers(
  baseline: BaselineRequest,
  schemes: readonly SecurityScheme[],
  scheme: SecurityScheme,
): readonly CredentialAttack[] {
  const used = new Set(schemes.map((one) => carrierKey(credentialPosition(one))));
  const own = credentialPosition(scheme);
  const others = sendableSchemes(baseline)
    .filter((other) => baseline.availableCredentials?.areSeparate(scheme, other) === true)
    .map(credentialPosition)
    .filter((other) => (other.in === 'cookie') !== (own.in === 'cookie'))
    .filter((other) => other.name !== 'Authorization' && plainName(other) !== plainName(own))
    .filter((other) => !used.has(carrierKey(other)));
  return others.map((other) => {
    const attack = misplacedAttack(other.in, other.name);
    return { ...attack, name: `${attack.name} ${other.name}` };
  });
}

function plainName({ name }: CredentialPosition): string {
  return name.toLowerCase().replace(/[^a-z\d]/g, '');
}

function sendableSchemes({ operation: { security } }: BaselineRequest): readonly SecurityScheme[] {
  return security.flatMap(({ schemes }) => schemes.filter((scheme) => !isClientCertificate(scheme)));
}

/** Valid credentials, but only for other operations. */
function* excludedSchemeCases(baseline: BaselineRequest): Generator<TestCase> {
  for (const scheme of baseline.availableCredentials?.excludedSchemes ?? []) {
    const plan = { schemes: [scheme] };
    if (!isInvalidCredential(baseline, plan)) continue;
    yield deniedCase(baseline, {
      name: `excluded/${scheme.name}`,
      topic: 'no right secret',
      mutation: `only the credential of "${scheme.name}" is sent, which the contract lists for other operations but not for this one`,
      place: baseline.operation.security[0]?.place ?? baseline.operation.place,
      credentials: plan,
    });
  }
}

const localAddress = '127.0.0.1';

/** The headers of proxies are the client's own words unless a proxy replaces them. */
function* localClientCases(baseline: BaselineRequest): Generator<TestCase> {
  const [scheme] = sendableSchemes(baseline).filter(({ isParameter }) => isParameter !== true);
  if (scheme === undefined) return;
  const credentials: CredentialPlan = { schemes: [scheme], scheme, value: { kind: 'none' } };
  if (!isInvalidCredential(baseline, credentials)) return;
  yield deniedCase(baseline, {
    name: 'none/from localhost',
    topic: 'no right secret',
    mutation: `no credential is sent, and X-Forwarded-For and X-Real-IP are ${localAddress}`,
    place: scheme.place,
    credentials,
    headers: [
      ['X-Forwarded-For', localAddress],
      ['X-Real-IP', localAddress],
    ],
  });
}

interface DeniedRequest extends Pick<CaseSeed, 'name' | 'topic' | 'mutation' | 'place'> {
  readonly credentials: CredentialPlan;
  readonly headers?: readonly (readonly [name: string, value: string])[];
}

function deniedCase(baseline: BaselineRequest, { credentials, headers = [], ...seed }: DeniedRequest): TestCase {
  return createCase(baseline, {
    ...seed,
    category: 'authentication',
    expectation: 'deny',
    tolerated: otherRejections,
    buildRequest: (fresh) => {
      const requestSpec = validRequestSpec(baseline, fresh);
      return { ...requestSpec, headers: [...requestSpec.headers, ...headers], credentials };
    },
  });
}

/** Valid elsewhere, the credential may belong to a caller with other records; the headers may be rejected. */
const otherRejections: readonly ToleratedResponse[] = [400, 404, 405, 409, 410, 412, 422].map((status) => ({
  status,
  reason: 'any rejection keeps the operation closed',
}));
