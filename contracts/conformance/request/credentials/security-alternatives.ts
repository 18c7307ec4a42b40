/** Determines which alternatives of an operation's security requirements the run has credentials for. */
import { KitError } from '../../../../errors.ts';
import type { Operation, SecurityScheme } from '../../../../spec/model/contract.ts';
import {
  type Credentials,
  credentialFor,
  isBasic,
  isBearer,
  isClientCertificate,
} from '../../../options/credentials.ts';
import type { RequestSpec } from '../../model/request-spec.ts';
import { applyCredentials } from './apply-credentials.ts';

/** The schemes to use for an operation: those of the first alternative with available credentials. */
export function selectSchemes(operation: Operation, credentials: Credentials): readonly SecurityScheme[] {
  const usable = operation.security.find(({ schemes }) =>
    schemes.every((scheme) => isClientCertificate(scheme) || credentialFor(scheme, credentials) !== undefined),
  );
  if (usable !== undefined) return usable.schemes;
  if (operation.security.length === 0) return [];
  const requiredSchemes = operation.security
    .map(({ schemes }) => schemes.map(({ name }) => name).join(' and '))
    .join(', or ');
  throw new KitError('credentials-missing', `${operation.id} requires ${requiredSchemes}`);
}

/** Facts about the available credentials that test cases need. */
export interface AvailableCredentials {
  /** Other sufficient combinations of schemes; an empty one for a request without credentials. */
  readonly alternatives: readonly (readonly SecurityScheme[])[];
  /** The names of the schemes whose secret has non-ASCII characters; for basic, whose password has them. */
  readonly nonAsciiSchemes: ReadonlySet<string>;
}

/** Throws `credentials-missing` if no alternative of the operation has credentials. */
export function findAvailableCredentials(operation: Operation, credentials: Credentials): AvailableCredentials {
  const schemes = operation.security.flatMap((requirement) => requirement.schemes);
  const nonAscii = schemes.filter((scheme) => {
    const secret = credentialFor(scheme, credentials) ?? '';
    return /[^\x00-\x7f]/.test(isBasic(scheme) ? secret.replace(/^[^:]*:/, '') : secret);
  });
  return {
    alternatives: otherAlternatives(operation, credentials),
    nonAsciiSchemes: new Set(nonAscii.map(({ name }) => name)),
  };
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

const emptyRequest: RequestSpec = {
  path: '',
  headers: [],
  body: undefined,
  value: undefined,
  credentials: 'right',
};
