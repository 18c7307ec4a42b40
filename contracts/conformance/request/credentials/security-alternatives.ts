/** Which alternatives of an operation's security requirements a run has credentials for. */
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

/** The schemes to fill in for an operation: those of the first alternative that we have credentials for. */
export function selectSchemes(operation: Operation, credentials: Credentials): readonly SecurityScheme[] {
  const usable = operation.security.find(({ schemes }) =>
    schemes.every((scheme) => isClientCertificate(scheme) || credentialFor(scheme, credentials) !== undefined),
  );
  if (usable !== undefined) return usable.schemes;
  if (operation.security.length === 0) return [];
  const requiredSchemes = operation.security
    .map(({ schemes }) => schemes.map(({ name }) => name).join(' and '))
    .join(', or ');
  throw new KitError('credentials-missing', `${operation.id} asks for ${requiredSchemes}`);
}

/** What cases have to know of the credentials that are given, beside what goes out. */
export interface AvailableCredentials {
  /** What is enough in the place of the schemes that are filled in; empty for a request without any. */
  readonly alternatives: readonly (readonly SecurityScheme[])[];
  /** The names of the schemes whose secret has letters beyond ASCII: for basic, its password. */
  readonly nonAsciiSchemes: ReadonlySet<string>;
}

/** Throws `credentials-missing` where none of the alternatives of an operation is given. */
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

/**
 * A token that is given for all is sent as a bearer token alone: whether an alternative of another kind
 * accepts it is not known.
 */
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

/** The same for alternatives that a request does not tell apart. */
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
