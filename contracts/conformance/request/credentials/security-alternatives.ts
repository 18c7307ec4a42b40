/** Determines which alternatives of an operation's security requirements the run has credentials for. */
import { KitError } from '../../../../errors.ts';
import { memoize, memoizeList } from '../../../../spec/memoize.ts';
import type { Contract, Operation, SecurityScheme } from '../../../../spec/model/contract.ts';
import {
  type Credentials,
  credentialFor,
  credentialsOfOther,
  isBasic,
  isBearer,
  isClientCertificate,
  isDeclaredIsolated,
} from '../../../options/credentials.ts';
import type { CredentialPlan } from '../../model/request-spec.ts';
import { applyCredentials, credentialValue } from './apply-credentials.ts';
import { credentialPosition, shareCarrier } from './carriers.ts';
import { emptyRequest, mayBeSufficient, placeholderCredentials } from './sufficient-credentials.ts';

/**
 * The schemes to use for an operation: those of the first alternative with available credentials, preferably without a
 * client certificate, which the run may not have. Throws `credentials-missing`, and `option-invalid` if two schemes of
 * one place have different credentials.
 */
export function selectSchemes(operation: Operation, credentials: Credentials): readonly SecurityScheme[] {
  const selected = findUsable(operation, credentials);
  if (selected !== undefined) return throwIfConflicting(operation, selected, credentials);
  if (operation.security.length === 0) return [];
  const requiredSchemes = operation.security
    .map(({ schemes }) => schemes.map(({ name }) => name).join(' and '))
    .join(', or ');
  throw new KitError('credentials-missing', `${operation.id} requires ${requiredSchemes}`);
}

/** Undefined if no alternative has credentials. */
function findUsable(operation: Operation, credentials: Credentials): readonly SecurityScheme[] | undefined {
  const usable = operation.security
    .map(({ schemes }) => schemes)
    .filter((schemes) =>
      schemes.every((scheme) => isClientCertificate(scheme) || credentialFor(scheme, credentials) !== undefined),
    );
  const consistent = usable.filter((schemes) => findConflict(schemes, credentials) === undefined);
  return consistent.find((schemes) => !schemes.some(isClientCertificate)) ?? consistent[0] ?? usable[0];
}

type SchemePair = readonly [SecurityScheme, SecurityScheme];

/** Two schemes whose different credentials would have to be in the same place. */
function findConflict(schemes: readonly SecurityScheme[], credentials: Credentials): SchemePair | undefined {
  const value = (scheme: SecurityScheme) => credentialValue(scheme, credentialFor(scheme, credentials) ?? '');
  return schemes
    .flatMap((one, index) => schemes.slice(index + 1).map((other) => [one, other] as const))
    .find(([one, other]) => shareCarrier(one, other) && value(one) !== value(other));
}

/** Schemes of different kinds, such as basic and bearer, cannot be satisfied by any option: the first one is sent. */
function throwIfConflicting(
  { id }: Operation,
  schemes: readonly SecurityScheme[],
  credentials: Credentials,
): readonly SecurityScheme[] {
  const [one, other] = findConflict(schemes, credentials) ?? [];
  if (one === undefined || other === undefined || credentialValue(one, '') !== credentialValue(other, ''))
    return schemes;
  throw new KitError(
    'option-invalid',
    `${id} requires ${one.name} and ${other.name} together, both in the ${credentialPosition(one).name} ${credentialPosition(one).in}, which holds only one credential: set the same value for both (PLANT_STORE_AUTH, --auth)`,
  );
}

/** Facts about the available credentials that test cases need. */
export interface AvailableCredentials {
  /** Other sufficient combinations of schemes; an empty one for a request without credentials. */
  readonly alternatives: readonly (readonly SecurityScheme[])[];
  /** The names of the schemes whose secret has non-ASCII characters; for basic, whose password has them. */
  readonly nonAsciiSchemes: ReadonlySet<string>;
  /** Schemes with credentials of their own that the contract excludes for this operation. */
  readonly excludedSchemes: readonly SecurityScheme[];
  /** Whether two schemes have different credentials of their own. */
  areSeparate(one: SecurityScheme, other: SecurityScheme): boolean;
  /** Whether the implementation may accept a request with these credentials: they satisfy some alternative. */
  mayBeSufficient(plan: CredentialPlan): boolean;
  /** Undefined if no credentials of a second user are given. */
  readonly otherUser: OtherUserCredentials | undefined;
}

export interface OtherUserCredentials {
  /** With which the second user can request the operation; undefined if it has no credentials for any alternative. */
  readonly schemes: readonly SecurityScheme[] | undefined;
  /** The user of the kit says that its records are isolated. */
  readonly isDeclaredIsolated: boolean;
}

/** Throws `credentials-missing` if no alternative of the operation has credentials. */
export function findAvailableCredentials(
  operation: Operation,
  credentials: Credentials,
  { operations }: Pick<Contract, 'operations'> = { operations: [] },
): AvailableCredentials {
  const schemes = operation.security.flatMap((requirement) => requirement.schemes);
  const nonAscii = schemes.filter((scheme) => {
    const secret = credentialFor(scheme, credentials) ?? '';
    return /[^\x00-\x7f]/.test(isBasic(scheme) ? secret.replace(/^[^:]*:/, '') : secret);
  });
  return {
    alternatives: otherAlternatives(operation, credentials),
    nonAsciiSchemes: new Set(nonAscii.map(({ name }) => name)),
    excludedSchemes: excludedSchemes(operation, operations).filter((excluded) =>
      schemes.every((scheme) => areSeparate(excluded, scheme, credentials)),
    ),
    areSeparate: (one, other) => areSeparate(one, other, credentials),
    mayBeSufficient: (plan) => mayBeSufficient(operation, plan, credentials),
    otherUser: credentials.other && {
      schemes: findUsable(operation, credentialsOfOther(credentials)),
      isDeclaredIsolated: isDeclaredIsolated(credentials, operation),
    },
  };
}

function areSeparate(one: SecurityScheme, other: SecurityScheme, { byScheme }: Credentials): boolean {
  return byScheme.has(one.name) && byScheme.has(other.name) && byScheme.get(one.name) !== byScheme.get(other.name);
}

/**
 * Another operation lists such a scheme as an alternative to one of this operation, and this one does not: there the
 * contract says that both are sufficient, and here that one of them is not.
 */
function excludedSchemes({ security }: Operation, operations: readonly Operation[]): readonly SecurityScheme[] {
  const own = namesOfSchemes(security);
  const excluded = new Map<string, SecurityScheme>();
  for (const single of singleSchemes(operations)) {
    if (!single.some(({ name }) => own.has(name))) continue;
    for (const scheme of single) if (!own.has(scheme.name)) excluded.set(scheme.name, scheme);
  }
  return [...excluded.values()].filter((scheme) => scheme.isParameter !== true);
}

/** The schemes that are sufficient alone, for each operation; each combination once, since most operations have the same. */
const singleSchemes = memoize((operations: readonly Operation[]): readonly (readonly SecurityScheme[])[] => {
  const combinations = operations.map(({ security }) =>
    security.flatMap(({ schemes }) => (schemes.length === 1 ? schemes : [])),
  );
  return [...new Set(combinations.map(firstWithSameSchemes))];
});

const firstWithSameSchemes = memoizeList((schemes: readonly SecurityScheme[]) => schemes);

function namesOfSchemes(security: Operation['security']): ReadonlySet<string> {
  return new Set(security.flatMap(({ schemes }) => schemes.map(({ name }) => name)));
}

/** A token for all schemes is sent only as a bearer token: whether alternatives of other types accept it is unknown. */
function otherAlternatives(operation: Operation, credentials: Credentials): readonly (readonly SecurityScheme[])[] {
  const { token, byScheme } = credentials;
  const isAvailable = (scheme: SecurityScheme) =>
    byScheme.has(scheme.name) || (token !== undefined && isBearer(scheme));
  const seen = new Set([credentialFingerprint(selectSchemes(operation, credentials), credentials)]);
  return operation.security
    .map(({ schemes }) => schemes)
    .filter((schemes) => schemes.every(isAvailable))
    .filter((schemes) => seen.size < seen.add(credentialFingerprint(schemes, credentials)).size);
}

/** Equal for alternatives that result in the same request. */
function credentialFingerprint(schemes: readonly SecurityScheme[], credentials: Credentials): string {
  const { path, headers } = applyCredentials(emptyRequest, schemes, credentials);
  return JSON.stringify([path, headers.toSorted()]);
}

/** Whether the credentials satisfy no alternative, so that the request must be rejected. */
export function isInvalidCredential(
  { operation, availableCredentials }: CredentialContext,
  plan: CredentialPlan,
): boolean {
  const isSufficient =
    availableCredentials?.mayBeSufficient(plan) ?? mayBeSufficient(operation, plan, placeholderCredentials(operation));
  return !isSufficient;
}

interface CredentialContext {
  readonly operation: Operation;
  /** Undefined where the available credentials are unknown. */
  readonly availableCredentials?: AvailableCredentials;
}
